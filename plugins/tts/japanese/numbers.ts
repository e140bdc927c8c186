import { asTable } from "hub";
import { openTable } from "hub/data-file";

/** Readings of the digits by themselves. */
const digits = ["ゼロ", "イチ", "ニ", "サン", "ヨン", "ゴ", "ロク", "ナナ", "ハチ", "キュー"];
const hundreds: Readonly<Record<number, string>> = {
  1: "ヒャク",
  3: "サンビャク",
  6: "ロッピャク",
  8: "ハッピャク",
};
const thousands: Readonly<Record<number, string>> = { 1: "セン", 3: "サンゼン", 8: "ハッセン" };
const myriads = ["", "マン", "オク", "チョー"];

/** Returns the katakana of a whole number. */
export function readNumber(value: number): string {
  if (value === 0) return "ゼロ";
  let rest = value;
  let spoken = "";
  for (let index = 0; rest > 0; index++) {
    const group = rest % 10_000;
    rest = Math.floor(rest / 10_000);
    const words = group === 1000 && index > 0 ? "イッセン" : readGroup(group);
    if (group > 0) spoken = `${words}${myriads[index] ?? ""}${spoken}`;
  }
  return spoken.replaceAll("イチチョー", "イッチョー").replaceAll("ハチチョー", "ハッチョー");
}

function readGroup(value: number): string {
  const [thousand, hundred, ten, one] = [1000, 100, 10, 1].map(
    (unit) => Math.floor(value / unit) % 10,
  ) as [number, number, number, number];
  return [
    thousand > 0 && (thousands[thousand] ?? `${digits[thousand]}セン`),
    hundred > 0 && (hundreds[hundred] ?? `${digits[hundred]}ヒャク`),
    ten > 0 && `${ten === 1 ? "" : digits[ten]}ジュー`,
    one > 0 && digits[one],
  ]
    .filter((part) => part !== false)
    .join("");
}

/** Returns the katakana of digits that are read one by one. */
export function readDigits(text: string): string {
  return Array.from(text, (digit) => digits[Number(digit)] ?? "").join("");
}

/** Returns the katakana of a number, or of its digits if it begins with a zero. */
export function readDigitsOrNumber(written: string): string {
  return /^0\d/.test(written) ? readDigits(written) : readNumber(Number(written));
}

/** A counter: how it changes a number before it, and how that changes the counter. */
interface Counter {
  reading: string;
  /** Readings of number and counter together, by the number. */
  whole?: Readonly<Record<number, string>>;
  /** Readings of the last digit before the counter. */
  before?: Readonly<Record<number, string>>;
  /** The first sound of the counter after 3, and after a short 1, 6, 8 and 10. */
  changes?: { three: string | undefined; short: string };
  /** Words spoken before the number. */
  first?: string | undefined;
}

const readCounters = openTable(new URL("./counters.tsv", import.meta.url), {
  counter: "text",
  reading: "text",
  before: "list",
  whole: "list",
  three: "optional",
  short: "optional",
  first: "optional",
});

const counters: Readonly<Record<string, Counter>> = asTable(
  Object.fromEntries(
    readCounters().map(({ counter, before, whole, three, short, ...rest }) => [
      counter,
      {
        ...rest,
        before: readReadings(before),
        whole: readReadings(whole),
        ...(short !== undefined && { changes: { three, short } }),
      },
    ]),
  ),
);

/** Reads items such as `4:ヨ`. */
function readReadings(items: readonly string[]): Record<string, string> {
  return Object.fromEntries(items.map((item) => item.split(":")));
}

const byLength = Object.keys(counters).toSorted((a, b) => b.length - a.length);

/** Returns the counter at the start of a text, if there is one. */
export function findCounter(text: string): string | undefined {
  return byLength.find(
    (counter) =>
      text.startsWith(counter) &&
      // A unit in Latin letters ends where the letters end.
      !(/^[A-Za-z]/.test(counter) && /^[A-Za-z]/.test(text.slice(counter.length))),
  );
}

/** Returns the katakana of a number and a counter. */
export function readCounted(value: number, counter: string): string {
  const own = counters[counter] ?? { reading: counter };
  return `${own.first ?? ""}${joinCounter(value, own)}`;
}

/** Returns the katakana of a decimal, with an optional counter. */
export function readDecimal(
  value: number,
  { decimals, magnitude, counter }: { decimals: string; magnitude: string; counter?: string },
): string {
  const own = counter === undefined ? undefined : (counters[counter] ?? { reading: counter });
  const whole = value === 0 ? "レーテン" : readCounted(value, "点");
  const large = Array.from(magnitude, (char) => magnitudes[char] ?? "").join("");
  return `${own?.first ?? ""}${whole}${readDigits(decimals)}${large}${own?.reading ?? ""}`;
}

/** Readings of the words that multiply a decimal, as in 1.5万. */
const magnitudes: Readonly<Record<string, string>> = asTable({
  百: "ヒャク",
  千: "セン",
  万: "マン",
  億: "オク",
  兆: "チョー",
});

function joinCounter(
  value: number,
  { reading, whole = {}, before = {}, changes }: Counter,
): string {
  const known = whole[value];
  if (known !== undefined) return known;
  const last = value % 10 === 0 && value % 100 !== 0 ? 10 : value % 10;
  const own = readNumber(value);
  const short = value % 100 === 0 ? undefined : before[last];
  const ending = last === 10 ? "ジュー" : (digits[last] ?? "");
  const spoken =
    short !== undefined && own.endsWith(ending) ? own.slice(0, -ending.length) + short : own;
  // 百 becomes short before these sounds, as in 三百本 and 百回.
  const isShortHundred =
    (changes !== undefined || before[6] !== undefined) && /[ヒビピ]ャク$/.test(own);
  const start = isShortHundred ? `${own.slice(0, -1)}ッ` : spoken;
  if (!changes) return start + reading;
  const isNasal = last === 3 || /[セゼマ]ン$/.test(own);
  const isShort = isShortHundred || short?.endsWith("ッ") === true;
  const first = isNasal ? (changes.three ?? changes.short) : isShort ? changes.short : undefined;
  return start + (first === undefined ? reading : first + reading.slice(1));
}

const kanjiDigits = "〇一二三四五六七八九";
const units: Readonly<Record<string, number>> = asTable({ 十: 10, 百: 100, 千: 1000 });
const largeUnits: Readonly<Record<string, number>> = asTable({ 万: 1e4, 億: 1e8, 兆: 1e12 });

/** Parses a whole number in digits, kanji or both: `1,200`, `二十三`, `3万`. Returns undefined for others. */
export function parseNumber(text: string): number | undefined {
  let total = 0;
  let group = 0;
  let current: number | undefined;
  for (const char of text.normalize("NFKC").replaceAll(",", "")) {
    const kanji = kanjiDigits.indexOf(char);
    const digit = /\d/.test(char) ? Number(char) : kanji;
    if (digit >= 0) current = (current ?? 0) * 10 + digit;
    else if (units[char] !== undefined) {
      group += (current ?? 1) * units[char];
      current = undefined;
    } else if (largeUnits[char] !== undefined) {
      total += (group + (current ?? (group > 0 ? 0 : 1))) * largeUnits[char];
      group = 0;
      current = undefined;
    } else return undefined;
  }
  const value = total + group + (current ?? 0);
  return Number.isSafeInteger(value) ? value : undefined;
}
