/**
 * The default alphabet of SMS and its extension, as published: 3GPP TS 23.038 (formerly GSM 03.38), sections
 * 6.2.1 and 6.2.1.1, and "GSM 03.38 default alphabet to Unicode", table version 1.1, of the Unicode
 * Consortium (MAPPINGS/ETSI/GSM0338.TXT). By code, in rows of 16; 0x1B leads to the extension.
 */
const DEFAULT_ALPHABET = [
	'@ £ $ ¥ è é ù ì ò Ç LF Ø ø CR Å å',
	'Δ _ Φ Γ Λ Ω Π Ψ Σ Θ Ξ ESC Æ æ ß É',
	'SP ! " # ¤ % & \' ( ) * + , - . /',
	'0 1 2 3 4 5 6 7 8 9 : ; < = > ?',
	'¡ A B C D E F G H I J K L M N O',
	'P Q R S T U V W X Y Z Ä Ö Ñ Ü §',
	'¿ a b c d e f g h i j k l m n o',
	'p q r s t u v w x y z ä ö ñ ü à',
];

/** 0x0A, 0x14, 0x28, 0x29, 0x2F, 0x3C to 0x3E, 0x40 and 0x65 after 0x1B; each takes two places. */
const EXTENSION = 'FF ^ { } \\ [ ~ ] | €';

const NAMED: Readonly<Record<string, string>> = { LF: '\n', CR: '\r', SP: ' ', FF: '\f' };
const signsOf = (row: string) =>
	row
		.split(' ')
		.filter((sign) => sign !== 'ESC')
		.map((sign) => NAMED[sign] ?? sign);

export const DEFAULT: ReadonlySet<string> = new Set(DEFAULT_ALPHABET.flatMap(signsOf));
export const EXTENDED: ReadonlySet<string> = new Set(signsOf(EXTENSION));

/** Number of SMS (3GPP TS 23.040): 160 or 153 places, or 70 or 67 units where a sign is in neither table. */
export function smsOf(text: string): number {
	const signs = [...text];
	const isPlain = signs.every((sign) => DEFAULT.has(sign) || EXTENDED.has(sign));
	const [alone, part] = isPlain ? [160, 153] : [70, 67];
	const places = signs.map((sign) => (isPlain ? (EXTENDED.has(sign) ? 2 : 1) : sign.length));
	const all = places.reduce((sum, place) => sum + place, 0);
	if (all <= alone) return 1;
	let parts = 1;
	let used = 0;
	for (const place of places) {
		// An escape and its sign, and the two halves of a sign, stay together.
		if (used + place > part) {
			parts += 1;
			used = 0;
		}
		used += place;
	}
	return parts;
}
