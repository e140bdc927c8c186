import { oneOf, type Static, t } from "hub";

/** Format names. */
export const formatNames = [
  "url",
  "url-component",
  "html",
  "html-full",
  "hex",
  "hexdump",
  "binary",
  "base32",
  "base32hex",
  "crockford",
  "base45",
  "base58",
  "base62",
  "base85",
  "z85",
  "punycode",
  "unicode-escape",
  "json-string",
  "quoted-printable",
  "morse",
  "rot13",
] as const;

export type FormatName = (typeof formatNames)[number];

/** Notes on the formats, for the docs. */
export const formatNote = `\
- \`url\` and \`url-component\` escape like JavaScript's \`encodeURI\` and \`encodeURIComponent\`.
- \`html\` escapes & < > " ', \`html-full\` also all non-ASCII characters.
- \`base32\`, \`base32hex\` and \`base45\` follow RFC 4648 and RFC 9285, \`crockford\` is base32 in Douglas Crockford's alphabet.
- \`base58\` uses Bitcoin's alphabet, \`base62\` digits, upper and lower case; both are limited to 8192 bytes.
- \`base85\` is Adobe's Ascii85, \`z85\` ZeroMQ's, whose input must be a multiple of 4 bytes.
- \`punycode\` (RFC 3492) is limited to 2048 bytes.
- \`unicode-escape\` encodes a character as a backslash, \`u\` and four digits. It also decodes \`U\` with eight digits, \`u{…}\`, \`x\` with two, \`n\` and similar escapes.
- \`json-string\` includes the quotation marks.
- \`quoted-printable\` (RFC 2045) preserves the line breaks of the input.
- \`morse\` (ITU-R M.1677-1) is limited to 65,536 bytes and separates words by " / ".`;

/** Alphabets of RFC 4648 that base64 is decoded with. */
const variants = ["auto", "standard", "url"] as const;

/** Options for encoding base64. */
export const base64EncodeOptions = t.Object({
  url_safe: t.Boolean({
    default: false,
    description: "Uses the alphabet for URLs and file names, with - and _ instead of + and /",
  }),
  padding: t.Boolean({ default: true, description: 'Pads the last group of four with "="' }),
  wrap: t.Integer({
    minimum: 0,
    maximum: 76,
    default: 0,
    description: "Characters per line: 76 for email, 64 for PEM, 0 for a single line",
  }),
});

export type Base64EncodeOptions = Static<typeof base64EncodeOptions>;

/** Options for decoding base64. */
export const base64DecodeOptions = t.Object({
  variant: oneOf(variants, {
    default: "auto",
    description:
      "Alphabet: `standard` with + and /, `url` with - and _ and optional padding, or `auto` to detect it",
  }),
  strict: t.Boolean({ default: true, description: "Rejects input that violates RFC 4648" }),
});

export type Base64DecodeOptions = Static<typeof base64DecodeOptions>;
