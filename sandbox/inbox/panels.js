/** The views beside the list of messages: reports, people, and what it takes to connect n8n. */
const POLL_MS = 1000;

const LABELS = {
	baseUrl: 'Base URL',
	username: 'Username',
	password: 'Password',
	api_key: 'API Key',
	code: 'Code',
	keyword: 'Company Keyword',
};

const VIEWS = ['messages', 'campaigns', 'reports', 'people', 'connect'];

const element = (id) => document.getElementById(id);
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

const current = () => {
	const name = location.hash.slice(1);
	return VIEWS.includes(name) ? name : 'messages';
};

async function ask(path, body) {
	const response = await fetch(`_sandbox/${path}`, {
		...(body && {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		}),
	});
	return await response.json();
}

function showView() {
	for (const name of VIEWS) element(`${name}-view`).hidden = name !== current();
	for (const link of document.querySelectorAll('nav a')) {
		link.setAttribute('aria-current', link.hash === `#${current()}` ? 'page' : 'false');
	}
	// What only the list of messages needs.
	for (const id of ['search', 'deliver', 'clear', 'summary']) {
		element(id).hidden = current() !== 'messages';
	}
	void refresh();
}

async function refresh() {
	if (current() === 'reports') showReports(await ask('callbacks'));
	if (current() === 'people') showGroups(await ask('organization'));
	if (current() === 'connect') showCredential(await ask('credential'));
}

let reportsShown = '';

function showReports(posts) {
	const text = JSON.stringify(posts);
	if (text === reportsShown) return;
	reportsShown = text;
	element('no-reports').hidden = posts.length > 0;
	element('reports').replaceChildren(
		...posts
			.slice(-200)
			.reverse()
			.map(({ time, sendTo, status_code, address, answered, answer, refused }) => {
				const row = document.createElement('tr');
				const cells = [
					clock.format(new Date(time)),
					sendTo.join(', '),
					status_code,
					address,
					refused ? 'Not posted: another machine' : answerText(answered, answer),
				];
				for (const cell of cells) row.insertCell().textContent = cell;
				row.classList.toggle('failed', refused || (answered !== null && !isTaken(answered)));
				return row;
			}),
	);
}

const isTaken = (status) => status >= 200 && status < 300;

function answerText(status, body) {
	if (status === null) return 'On the way';
	return status === 0 ? 'No answer' : `${status} ${body}`.trim();
}

function showGroups(company) {
	const select = element('subscription').elements.keyword;
	const options = groupsOf(company).map(
		({ path, keyword, active }) =>
			new Option(`${path} (${keyword}), ${active} subscribed`, keyword),
	);
	const chosen = select.value;
	select.replaceChildren(...options);
	if (chosen) select.value = chosen;
}

function groupsOf({ divisions, groups }, path = '') {
	return [
		...groups.filter(({ deleted }) => !deleted).map((it) => ({ ...it, path: path + it.name })),
		...divisions
			.filter(({ deleted }) => !deleted)
			.flatMap((division) => groupsOf(division, `${path}${division.name} › `)),
	];
}

function showCredential(values) {
	const list = element('credential');
	if (list.childElementCount > 0) return;
	for (const [name, label] of Object.entries(LABELS)) {
		const term = document.createElement('dt');
		const value = document.createElement('dd');
		const text = document.createElement('code');
		const copy = document.createElement('button');
		term.textContent = label;
		text.textContent = values[name];
		copy.type = 'button';
		copy.textContent = 'Copy';
		copy.setAttribute('aria-label', `Copy ${label}`);
		copy.addEventListener('click', async () => {
			await navigator.clipboard.writeText(values[name]);
			copy.textContent = 'Copied';
		});
		value.append(text, copy);
		list.append(term, value);
	}
}

const valuesOf = (form, submitter) => Object.fromEntries(new FormData(form, submitter));

function onSubmit(id, path, told) {
	const form = element(id);
	form.addEventListener('submit', async (event) => {
		event.preventDefault();
		const values = valuesOf(form, event.submitter);
		const answer = await ask(path, values);
		form.parentElement.querySelector('.outcome').textContent = answer.error ?? told(answer, values);
		await refresh();
	});
}

onSubmit('subscription', 'subscribers', ({ active }, { event, keyword, phone }) => {
	const done = event === 'join' ? 'joined' : 'left';
	return `${phone} ${done} ${keyword}, now with ${active} active.`;
});
onSubmit('sample', 'sample', ({ answered, answer }) =>
	answered === 0
		? 'Nothing answered at this address.'
		: `Answered: ${answerText(answered, answer)}`,
);

window.addEventListener('hashchange', showView);
setInterval(() => {
	if (!document.hidden && current() === 'reports') void refresh();
}, POLL_MS);
showView();
