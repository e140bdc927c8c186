import { oneOf, type Static, t } from "hub";

/** The names callers use for formats. */
export const formatNames = [
  "url",
  "url-component",
  "html",
  "html-full",
  "hex",
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

/** What to know of the formats, for the docs. */
export const formatNote = `\
- \`url\` and \`url-component\` keep what JavaScript's \`encodeURI\` and \`encodeURIComponent\` keep.
- \`html\` writes & < > " ' as references, \`html-full\` all beyond ASCII too.
- \`base32\`, \`base32hex\` and \`base45\` are those of RFC 4648 and RFC 9285, \`crockford\` base32 in Douglas Crockford's alphabet.
- \`base58\` has Bitcoin's alphabet, \`base62\` digits, upper and lower case; both take at most 8192 bytes.
- \`base85\` is Adobe's Ascii85, \`z85\` ZeroMQ's, which takes whole groups of 4 bytes.
- \`punycode\` (RFC 3492) takes at most 2048 bytes.
- \`unicode-escape\` writes \`\\uXXXX\`, and reads \`\\u{…}\`, \`\\UXXXXXXXX\`, \`\\xXX\`, \`\\n\` and the like as well.
- \`json-string\` has its quotation marks.
- \`quoted-printable\` (RFC 2045) keeps the input's line breaks.
- \`morse\` is ITU-R M.1677-1, of at most 65,536 bytes, words parted by " / ".`;

/** Which of RFC 4648's two alphabets base64 is read in. */
const variants = ["auto", "standard", "url"] as const;

/** How base64 is written. */
export const base64EncodeOptions = t.Object({
  url_safe: t.Boolean({
    default: false,
    description: "The alphabet for addresses and file names, with - and _ for + and /",
  }),
  padding: t.Boolean({ default: true, description: 'Fills the last group of four with "="' }),
  wrap: t.Integer({
    minimum: 0,
    maximum: 76,
    default: 0,
    description: "Characters a line: 76 for mail, 64 for PEM, 0 for a single line",
  }),
});

export type Base64EncodeOptions = Static<typeof base64EncodeOptions>;

/** How base64 is read. */
export const base64DecodeOptions = t.Object({
  variant: oneOf(variants, {
    default: "auto",
    description:
      "`standard` with + and /, `url` with - and _ and optional padding, or the one that the data use",
  }),
  strict: t.Boolean({ default: true, description: "Refuses what breaks RFC 4648" }),
});

export type Base64DecodeOptions = Static<typeof base64DecodeOptions>;
