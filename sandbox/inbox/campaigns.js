/** How far each campaign is: a bar of its messages, and a chart of them over time. */
const POLL_MS = 1000;
const WIDTH = 600;
const HEIGHT = 90;

const element = (id) => document.getElementById(id);
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const cards = new Map();

async function refresh() {
	const response = await fetch('_sandbox/campaigns');
	const campaigns = await response.json();
	element('no-campaigns').hidden = campaigns.length > 0;
	const list = element('campaigns');
	const keys = new Set(campaigns.map(keyOf));
	for (const [key, card] of cards) {
		if (keys.has(key)) continue;
		card.remove();
		cards.delete(key);
	}
	campaigns.forEach((campaign, index) => {
		const card = cards.get(keyOf(campaign)) ?? newCard(campaign);
		show(card, campaign);
		if (list.children[index] !== card) list.insertBefore(card, list.children[index] ?? null);
	});
}

const keyOf = ({ keyword, name }) => JSON.stringify([keyword, name]);

function newCard(campaign) {
	const card = element('campaign').content.firstElementChild.cloneNode(true);
	card.querySelector('h3').textContent = campaign.name;
	cards.set(keyOf(campaign), card);
	return card;
}

function show(card, campaign) {
	const { accepted, delivered, in_transit, failed, requests, unit, keyword, from, to } = campaign;
	card.querySelector('.counts').textContent =
		`${unit} (${keyword}) · ${accepted.toLocaleString()} accepted in ${requests.toLocaleString()} ` +
		(requests === 1 ? 'request' : 'requests');
	const parts = { delivered, 'in-transit': in_transit, failed };
	const words = [];
	for (const [name, count] of Object.entries(parts)) {
		card.querySelector(`.bar .${name}`).style.width = `${(100 * count) / accepted}%`;
		const words_ = `${count.toLocaleString()} ${name.replace('-', ' ')}`;
		card.querySelector(`.legend .${name}`).textContent = words_;
		words.push(words_);
	}
	card.querySelector('.bar').setAttribute('aria-label', words.join(', '));
	for (const name of ['accepted', 'delivered']) {
		card.querySelector(`path.${name}`).setAttribute('d', areaOf(campaign, name));
	}
	const chart = `${accepted} accepted, ${delivered} delivered by ${clock.format(new Date(to))}`;
	card.querySelector('svg').setAttribute('aria-label', chart);
	const times = card.querySelectorAll('time');
	[from, to].forEach((time, index) => {
		times[index].dateTime = time;
		times[index].textContent = clock.format(new Date(time));
	});
}

function areaOf({ chart, accepted }, name) {
	const points = chart.map((point, index) => {
		const x = (WIDTH * index) / (chart.length - 1);
		return `L${x.toFixed(1)} ${(HEIGHT * (1 - point[name] / accepted)).toFixed(1)}`;
	});
	return `M0 ${HEIGHT}${points.join('')}L${WIDTH} ${HEIGHT}Z`;
}

async function poll() {
	if (!document.hidden && location.hash === '#campaigns') await refresh().catch(() => undefined);
	setTimeout(poll, POLL_MS);
}
window.addEventListener('hashchange', () => void refresh().catch(() => undefined));
poll();
