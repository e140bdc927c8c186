import { asTable } from "hub";
import { openTexts } from "hub/data-file";
import { spacedLetter } from "../text/words.ts";
import { findMatches, type TextEntity } from "./found.ts";

const texts = openTexts(new URL("./amounts.txt", import.meta.url), ["signs", "words", "large"])();

const number = String.raw`\d{1,3}(?:[.,'’\u00a0 ]\d{3}){1,6}(?:[.,]\d{1,4})?|\d{1,15}(?:[.,]\d{1,6})?`;
const { signs, words, large } = texts;
const isEastern = (word: string) => word > "\u2e80";
const largeWords = Object.keys(large).toSorted((a, b) => b.length - a.length);
// "$5M", "5 Mio." and "5万円": East Asian magnitudes may be followed by a letter.
const magnitude = String.raw`(?:[ -]?((?i:${largeWords.filter((word) => !isEastern(word)).join("|")})(?!\p{L})|${largeWords.filter(isEastern).join("|")}))?\.?`;
// Currency words that a letter may follow. Some letters after 元 form another word: "3元素" means elements, "1元年" is
// a year.
const easternWords: Readonly<Record<string, string>> = asTable({ 円: "JPY", 元: "CNY" });
const notMoney = "[素論论件号化系年方首祖]";
const codes =
  "USD|EUR|GBP|JPY|CHF|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RUB|TRY|BRL|MXN|ZAR|KRW|SGD|HKD|BTC|ETH";
const escapeAlternatives = (keys: readonly string[]) =>
  keys
    .toSorted((a, b) => b.length - a.length)
    .map((key) => key.replaceAll("$", "\\$"))
    .join("|");
const sign = escapeAlternatives(Object.keys(signs));
const before = new RegExp(
  String.raw`(?<!${spacedLetter}|\p{N})(${sign}|${codes}) ?(${number})${magnitude}(?![\p{N}])`,
  "gu",
);
const after = new RegExp(
  String.raw`(?<!${spacedLetter}|[\p{N}.,])(${number})${magnitude} ?(?:d['’]|de )?(?:(${sign}|${codes})(?!${spacedLetter})|(?:(?:US|Canadian|Australian|British|Swiss) )?(${Object.keys(words).join("|")})(?!${spacedLetter})|(${Object.keys(easternWords).join("|")})(?!${notMoney}))`,
  "giu",
);

/** Finds sums of money. The normalized form is `1200000 USD`. */
export function* findMoney(text: string): Generator<TextEntity> {
  yield* dropFinalStop(
    text,
    findMatches(text, before, ([, unit = "", value = "", size]) =>
      describeSum(readNumber(value) * getMultiplier(size), signs[unit] ?? unit),
    ),
  );
  yield* findMatches(text, after, ([, value = "", size, unit, word, eastern]) => {
    if (word?.toLowerCase() === "cents")
      return { ...describeSum(readNumber(value) / 100, "USD"), confidence: 0.9 };
    const amount = readNumber(value) * getMultiplier(size);
    if (unit) return describeSum(amount, signs[unit] ?? unit.toUpperCase());
    return describeSum(amount, word ? words[word.toLowerCase()] : easternWords[eastern ?? ""]);
  });
}

function describeSum(amount: number, currency: string | undefined) {
  return { type: "money", confidence: 0.95, normalized: `${writeAmount(amount)} ${currency}` };
}

/** Returns the factor of a word such as "million". */
function getMultiplier(word: string | undefined): number {
  return word ? Number(large[word.toLowerCase()] ?? 1) : 1;
}

/** Removes the full stop that ends the sentence. */
function* dropFinalStop(text: string, all: Iterable<TextEntity>): Generator<TextEntity> {
  for (const one of all) yield text[one.end - 1] === "." ? { ...one, end: one.end - 1 } : one;
}

/** Finds percentages. */
export function* findPercents(text: string): Generator<TextEntity> {
  const pattern = new RegExp(
    String.raw`(?<!${spacedLetter}|[\p{N}.,])[-−+±]?(${number}) ?(?:%|％|‰|percent(?:age points?)?\b|per cent\b|pct\b|Prozent(?:punkte)?\b|pour cent\b|por ciento\b|por cento\b|per cento\b)`,
    "giu",
  );
  yield* findMatches(text, pattern, ([whole, value = ""]) => ({
    type: "percent",
    confidence: 0.97,
    normalized: `${/^[-−]/.test(whole) ? "-" : ""}${writeAmount(readNumber(value))}%`,
  }));
}

const units =
  "km/h|mph|km²|m²|m³|km|cm|mm|nm|m|mi|ft|yd|kg|mg|g|lbs?|oz|tonnes?|tons?|t|litres?|liters?|l|ml|gallons?|" +
  "kWh|MWh|GWh|TWh|kW|MW|GW|W|V|mAh|GHz|MHz|kHz|Hz|TB|GB|MB|KB|kB|Gbps|Mbps|°C|°F|°|ms|s|min|h|" +
  "kilometers?|kilometres?|kilometer|meters?|metres?|miles?|feet|inches|inch|yards?|acres?|hectares?|kilograms?|grams?|" +
  "pounds?|ounces?|degrees?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|gigabytes?|megabytes?|" +
  "pixels?|px|kilos?|Kilometern?|Metern?|Liter|Stunden?|Minuten?|Tagen?|Wochen?|Monaten?|Jahren?";
const measured = new RegExp(
  String.raw`(?<!${spacedLetter}|[\p{N}.,$€£])(${number})(?:[ -]?(million|billion|thousand))?[ \u00a0-]?(${units})(?!${spacedLetter}|\p{N})`,
  "gu",
);

/** Finds numbers with a unit of measurement. */
export function* findQuantities(text: string): Generator<TextEntity> {
  yield* findMatches(text, measured, ([, value = "", size, unit]) => ({
    type: "quantity",
    confidence: 0.85,
    normalized: `${writeAmount(readNumber(value) * getMultiplier(size))} ${unit}`,
  }));
}

/** Parses a number. Of two different separators, the last one is the decimal separator. */
function readNumber(value: string): number {
  const plainSigns = value.replaceAll(/['’\u00a0 ]/g, "");
  const [comma, stop] = [plainSigns.lastIndexOf(","), plainSigns.lastIndexOf(".")];
  const decimal = comma > stop ? "," : ".";
  const group = decimal === "," ? "." : ",";
  const parts = plainSigns.replaceAll(group, "").split(decimal);
  const [whole = "", fraction] = parts;
  // A single separator before three digits groups them, as in "1,000" and German "1.000".
  const isGrouping =
    parts.length > 2 || (fraction?.length === 3 && whole !== "0" && whole.length <= 3);
  return Number(isGrouping ? parts.join("") : parts.join("."));
}

function writeAmount(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
