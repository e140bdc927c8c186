import { asTable } from "../../lib/as-table.ts";

/** The words of the documentation for words that visitors search for. */
const SYNONYMS: Readonly<Record<string, string>> = asTable({
  anonymize: "redact",
  barcode: "qr",
  beautify: "format",
  bitly: "shorten link",
  btc: "crypto bitcoin",
  checksum: "hash",
  currency: "money rates",
  draw: "create",
  exchange: "currency rates",
  favicon: "metadata page icons",
  forex: "currency rates",
  fx: "currency rates",
  generate: "create",
  geolocate: "ip location",
  geolocation: "ip location",
  gravatar: "avatar",
  guid: "uuid",
  locate: "ip location",
  login: "account key",
  mp3: "speech audio",
  ocr: "extract text",
  opengraph: "metadata preview og",
  photo: "image picture",
  pii: "redact personal",
  prettify: "format",
  proofread: "grammar",
  register: "signup key",
  scan: "decode read",
  speech: "speak",
  spellcheck: "grammar spelling",
  tax: "invoice",
  thumbnail: "screenshot preview",
  tinyurl: "shorten link",
  token: "jwt key",
  tts: "speech speak",
  vat: "invoice",
  voice: "speech",
  webhook: "jobs notices background",
  webhooks: "jobs notices background",
  whois: "ip asn",
  xrechnung: "invoice electronic",
  zugferd: "invoice electronic",
});

/** Returns the words of the documentation for a word in lower case. */
export function findSynonyms(word: string): string[] {
  return Object.hasOwn(SYNONYMS, word) ? (SYNONYMS[word]?.split(" ") ?? []) : [];
}
