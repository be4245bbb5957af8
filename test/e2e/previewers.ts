/** Whoever calls a link that nobody has pressed: by the user agent and the habits of each. */
export interface Previewer {
	name: string;
	userAgent: string;
	/** Requests in turn; a GET when left out. */
	habits?: ReadonlyArray<'GET' | 'HEAD' | 'prefetch' | 'POST' | 'OPTIONS'>;
}

const CHROME =
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const IPHONE =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const ANDROID =
	'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

export const PREVIEWERS: readonly Previewer[] = [
	{
		name: 'Apple Messages',
		userAgent:
			'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
	},
	{ name: 'Google Messages', userAgent: ANDROID, habits: ['HEAD', 'GET'] },
	{ name: 'WhatsApp', userAgent: 'WhatsApp/2.23.20.0 A', habits: ['HEAD', 'GET'] },
	{ name: 'Facebook', userAgent: 'facebookexternalhit/1.1' },
	{ name: 'Facebook crawler', userAgent: 'meta-externalagent/1.1' },
	{ name: 'Twitter', userAgent: 'Twitterbot/1.0' },
	{ name: 'Slack', userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
	{ name: 'Telegram', userAgent: 'TelegramBot (like TwitterBot)' },
	{ name: 'Discord', userAgent: 'Mozilla/5.0 (compatible; Discordbot/2.0)' },
	{ name: 'LinkedIn', userAgent: 'LinkedInBot/1.0 (compatible; Mozilla/5.0)' },
	{ name: 'Skype', userAgent: 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5' },
	{ name: 'Teams', userAgent: 'Mozilla/5.0 Teams/1.5.00.32283', habits: ['HEAD', 'GET'] },
	{ name: 'Microsoft preview service', userAgent: '' },
	{ name: 'Outlook Safe Links', userAgent: CHROME, habits: ['HEAD', 'GET', 'GET'] },
	{ name: 'Signal', userAgent: 'WhatsApp/2', habits: ['GET'] },
	{ name: 'Viber', userAgent: 'Viber/13.0', habits: ['HEAD', 'GET'] },
	{ name: 'Line', userAgent: 'facebookexternalhit/1.1;line-poker/1.0' },
	{ name: 'KakaoTalk', userAgent: 'facebookexternalhit/1.1; kakaotalk-scrap/1.0' },
	{ name: 'Google', userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
	{ name: 'Google Safe Browsing', userAgent: 'Google-Safety; (+http://www.google.com/bot.html)' },
	{ name: 'Bing', userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0)', habits: ['HEAD', 'GET'] },
	{ name: 'Apple', userAgent: 'Mozilla/5.0 (compatible; Applebot/0.1)' },
	{ name: 'Proofpoint', userAgent: CHROME, habits: ['OPTIONS', 'HEAD', 'GET'] },
	{ name: 'Barracuda', userAgent: 'Barracuda Sentinel (EE)', habits: ['HEAD', 'GET'] },
	{ name: 'Mimecast', userAgent: CHROME, habits: ['GET', 'POST'] },
	{ name: 'Virus scanner of a phone', userAgent: 'okhttp/4.12.0', habits: ['GET', 'POST'] },
	{ name: 'Command line', userAgent: 'curl/8.5.0', habits: ['HEAD', 'GET', 'POST'] },
	{ name: 'Chrome that prefetches', userAgent: ANDROID, habits: ['prefetch', 'prefetch'] },
	{ name: 'Safari that prefetches', userAgent: IPHONE, habits: ['prefetch', 'GET'] },
	{
		name: 'Scanner that presses what it finds',
		userAgent: CHROME,
		habits: ['GET', 'POST', 'POST'],
	},
];
