import { type Found, findMatches } from "./found.ts";

const number = String.raw`\d{1,3}(?:[.,'’\u00a0 ]\d{3}){1,6}(?:[.,]\d{1,4})?|\d{1,15}(?:[.,]\d{1,6})?`;
const large: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  tausend: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
  milioni: 1e6,
  mil: 1e3,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
  billions: 1e9,
  mrd: 1e9,
  milliarden: 1e9,
  milliard: 1e9,
  milliards: 1e9,
  miliardi: 1e9,
  trillion: 1e12,
  tn: 1e12,
  万: 1e4,
  億: 1e8,
};
const isEastern = (word: string) => word > "\u2e80";
const largeWords = Object.keys(large).toSorted((a, b) => b.length - a.length);
// "$5M", "5 Mio." and "5万円": of the eastern ones a letter may follow.
const magnitude = String.raw`(?:[ -]?((?i:${largeWords.filter((word) => !isEastern(word)).join("|")})(?!\p{L})|${largeWords.filter(isEastern).join("|")}))?\.?`;
const signs: Readonly<Record<string, string>> = {
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₽": "RUB",
  "₩": "KRW",
  "₺": "TRY",
  "₿": "BTC",
  "₴": "UAH",
  "₪": "ILS",
  "₫": "VND",
  "฿": "THB",
  "₱": "PHP",
  US$: "USD",
  A$: "AUD",
  C$: "CAD",
  NZ$: "NZD",
  HK$: "HKD",
  S$: "SGD",
  R$: "BRL",
  zł: "PLN",
  Kč: "CZK",
};
const words: Readonly<Record<string, string>> = {
  dollar: "USD",
  dollars: "USD",
  bucks: "USD",
  euro: "EUR",
  euros: "EUR",
  pound: "GBP",
  pounds: "GBP",
  yen: "JPY",
  yuan: "CNY",
  rupees: "INR",
  rupee: "INR",
  francs: "CHF",
  franken: "CHF",
  rubles: "RUB",
  roubles: "RUB",
  pesos: "MXN",
  won: "KRW",
  lira: "TRY",
  cents: "USD",
  円: "JPY",
  元: "CNY",
};
const codes =
  "USD|EUR|GBP|JPY|CHF|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RUB|TRY|BRL|MXN|ZAR|KRW|SGD|HKD|BTC|ETH";
const escapeAlternatives = (keys: readonly string[]) =>
  keys
    .toSorted((a, b) => b.length - a.length)
    .map((key) => key.replaceAll("$", "\\$"))
    .join("|");
const sign = escapeAlternatives(Object.keys(signs));
const before = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${sign}|${codes}) ?(${number})${magnitude}(?![\p{N}])`,
  "gu",
);
const after = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(${number})${magnitude} ?(?:d['’]|de )?(?:(${sign}|${codes})(?!\p{L})|(?:(?:US|Canadian|Australian|British|Swiss) )?(${Object.keys(words).join("|")})(?!\p{L}))`,
  "giu",
);

/** Sums of money, as `1200000 USD`. */
export function* findMoney(text: string): Generator<Found> {
  const sum = (value: string, size: string | undefined, currency: string | undefined) => {
    const amount = readNumber(value) * (size ? (large[size.toLowerCase()] ?? 1) : 1);
    return { type: "money", confidence: 0.95, normalized: `${writeAmount(amount)} ${currency}` };
  };
  yield* dropFinalStop(
    text,
    findMatches(text, before, ([, unit, value, size]) => sum(value!, size, signs[unit!] ?? unit)),
  );
  yield* findMatches(text, after, ([, value, size, unit, word]) =>
    word?.toLowerCase() === "cents"
      ? {
          type: "money",
          confidence: 0.9,
          normalized: `${writeAmount(readNumber(value!) / 100)} USD`,
        }
      : sum(value!, size, unit ? (signs[unit] ?? unit.toUpperCase()) : words[word!.toLowerCase()]),
  );
}

/** Without the full stop that ends the sentence. */
function* dropFinalStop(text: string, all: Iterable<Found>): Generator<Found> {
  for (const one of all) yield text[one.end - 1] === "." ? { ...one, end: one.end - 1 } : one;
}

/** Shares of a hundred. */
export function* findPercents(text: string): Generator<Found> {
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}.,])[-−+±]?(${number}) ?(?:%|％|‰|percent(?:age points?)?\b|per cent\b|pct\b|Prozent(?:punkte)?\b|pour cent\b|por ciento\b|por cento\b|per cento\b)`,
    "giu",
  );
  yield* findMatches(text, pattern, ([whole, value]) => ({
    type: "percent",
    confidence: 0.97,
    normalized: `${/^[-−]/.test(whole) ? "-" : ""}${writeAmount(readNumber(value!))}%`,
  }));
}

const units =
  "km/h|mph|km²|m²|m³|km|cm|mm|nm|m|mi|ft|yd|kg|mg|g|lbs?|oz|tonnes?|tons?|t|litres?|liters?|l|ml|gallons?|" +
  "kWh|MWh|GWh|TWh|kW|MW|GW|W|V|mAh|GHz|MHz|kHz|Hz|TB|GB|MB|KB|kB|Gbps|Mbps|°C|°F|°|ms|s|min|h|" +
  "kilometers?|kilometres?|kilometer|meters?|metres?|miles?|feet|inches|inch|yards?|acres?|hectares?|kilograms?|grams?|" +
  "pounds?|ounces?|degrees?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|gigabytes?|megabytes?|" +
  "pixels?|px|kilos?|Kilometern?|Metern?|Liter|Stunden?|Minuten?|Tagen?|Wochen?|Monaten?|Jahren?";
const measured = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,$€£])(${number})(?:[ -]?(million|billion|thousand))?[ \u00a0-]?(${units})(?![\p{L}\p{N}])`,
  "gu",
);

/** Numbers with a unit of measurement. */
export function* findQuantities(text: string): Generator<Found> {
  yield* findMatches(text, measured, ([, value, size, unit]) => ({
    type: "quantity",
    confidence: 0.85,
    normalized: `${writeAmount(readNumber(value!) * (size ? large[size]! : 1))} ${unit}`,
  }));
}

/** A number as it is written: the last of two different signs is the decimal one. */
function readNumber(value: string): number {
  const plainSigns = value.replaceAll(/['’\u00a0 ]/g, "");
  const [comma, stop] = [plainSigns.lastIndexOf(","), plainSigns.lastIndexOf(".")];
  const decimal = comma > stop ? "," : ".";
  const group = decimal === "," ? "." : ",";
  const parts = plainSigns.replaceAll(group, "").split(decimal);
  // One sign before three digits groups, as in "1,000" and in German "1.000".
  const isGrouping =
    parts.length > 2 ||
    (parts.length === 2 && parts[1]!.length === 3 && parts[0] !== "0" && parts[0]!.length <= 3);
  return Number(isGrouping ? parts.join("") : parts.join("."));
}

function writeAmount(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
