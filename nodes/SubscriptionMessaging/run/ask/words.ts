/** The page's own texts; those of the question are its author's. */
export interface Words {
	language: string;
	/** `{}` stands for whom the link was given to. */
	answeringAs: string;
	answer: string;
	submit: string;
	choose: string;
	check: string;
	/** `{}` stands for the answer. */
	recorded: string;
	received: string;
	close: string;
	invalid: string;
	over: string;
	failed: string;
}

const ENGLISH: Words = {
	language: 'en',
	answeringAs: 'You answer as {}.',
	answer: 'Your answer',
	submit: 'Submit',
	choose: 'Please choose',
	check: 'Please check these fields:',
	recorded: 'Recorded: {}',
	received: 'Your answer was recorded.',
	close: 'You can close this page.',
	invalid: 'This link is not valid.',
	over: 'The time for an answer is over.',
	failed: 'Your answer could not be recorded. Please try again.',
};

const WORDS: readonly Words[] = [
	ENGLISH,
	{
		language: 'de',
		answeringAs: 'Sie antworten als {}.',
		answer: 'Ihre Antwort',
		submit: 'Absenden',
		choose: 'Bitte auswählen',
		check: 'Bitte prüfen Sie diese Felder:',
		recorded: 'Gespeichert: {}',
		received: 'Ihre Antwort wurde gespeichert.',
		close: 'Sie können diese Seite schließen.',
		invalid: 'Dieser Link ist ungültig.',
		over: 'Die Zeit für eine Antwort ist abgelaufen.',
		failed: 'Ihre Antwort konnte nicht gespeichert werden. Bitte versuchen Sie es noch einmal.',
	},
	{
		language: 'es',
		answeringAs: 'Responde como {}.',
		answer: 'Su respuesta',
		submit: 'Enviar',
		choose: 'Elija una opción',
		check: 'Revise estos campos:',
		recorded: 'Registrado: {}',
		received: 'Su respuesta se ha registrado.',
		close: 'Puede cerrar esta página.',
		invalid: 'Este enlace no es válido.',
		over: 'El plazo para responder ha terminado.',
		failed: 'No se pudo registrar su respuesta. Inténtelo de nuevo.',
	},
];

/** Languages of a header that are looked at. */
const MOST_LANGUAGES = 20;

/** The texts in the language that a browser prefers, of those that there are (RFC 9110, section 12.5.4). */
export function wordsFor(acceptLanguage: unknown): Words {
	if (typeof acceptLanguage !== 'string') return ENGLISH;
	const ranges = acceptLanguage
		.split(',', MOST_LANGUAGES)
		.map((range) => {
			const [tag = '', ...parameters] = range.toLowerCase().split(';');
			const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]);
			const given = quality.find((each) => each !== undefined);
			return { language: tag.trim().split('-')[0], quality: Number(given ?? 1) };
		})
		.filter(({ quality }) => quality > 0)
		.sort((a, b) => b.quality - a.quality);
	for (const { language } of ranges) {
		const words = WORDS.find((each) => each.language === language);
		if (words) return words;
	}
	return ENGLISH;
}
