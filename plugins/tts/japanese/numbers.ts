import { asTable } from "hub";

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
    if (group > 0) spoken = `${readGroup(group)}${myriads[index] ?? ""}${spoken}`;
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

/** A counter: how it changes a number before it, and how that changes the counter. */
interface Counter {
  reading: string;
  /** Readings of number and counter together, by the number. */
  whole?: Readonly<Record<number, string>>;
  /** Readings of the last digit before the counter. */
  before?: Readonly<Record<number, string>>;
  /** The first sound of the counter after 3, and after a short 1, 6, 8 and 10. */
  changes?: { three?: string; short: string };
  /** Words spoken before the number. */
  first?: string;
}

/** Digits that end in a short consonant before some counters, and after which `changes.short` is spoken. */
const shortK = { 1: "イッ", 6: "ロッ", 8: "ハッ", 10: "ジュッ" };
const shortS = { 1: "イッ", 8: "ハッ", 10: "ジュッ" };
const shortTen = { 10: "ジュッ" };

const counters: Readonly<Record<string, Counter>> = asTable({
  円: { reading: "エン", before: { 4: "ヨ" } },
  年度: { reading: "ネンド", before: { 4: "ヨ", 9: "ク" } },
  年代: { reading: "ネンダイ", before: { 4: "ヨ" } },
  年生: { reading: "ネンセー", before: { 4: "ヨ" } },
  年: { reading: "ネン", before: { 4: "ヨ", 9: "ク" } },
  年間: { reading: "ネンカン", before: { 4: "ヨ", 9: "ク" } },
  月: { reading: "ガツ", before: { 4: "シ", 7: "シチ", 9: "ク" } },
  日: {
    reading: "ニチ",
    before: { 4: "ヨッ", 9: "ク", 7: "シチ" },
    whole: {
      1: "ツイタチ",
      2: "フツカ",
      3: "ミッカ",
      4: "ヨッカ",
      5: "イツカ",
      6: "ムイカ",
      7: "ナノカ",
      8: "ヨーカ",
      9: "ココノカ",
      10: "トーカ",
      14: "ジューヨッカ",
      20: "ハツカ",
      24: "ニジューヨッカ",
    },
  },
  日間: {
    reading: "ニチカン",
    whole: {
      2: "フツカカン",
      3: "ミッカカン",
      4: "ヨッカカン",
      5: "イツカカン",
      6: "ムイカカン",
      7: "ナノカカン",
      8: "ヨーカカン",
      9: "ココノカカン",
      10: "トーカカン",
      20: "ハツカカン",
    },
  },
  時: { reading: "ジ", before: { 4: "ヨ", 7: "シチ", 9: "ク" }, whole: { 0: "レージ" } },
  時間: { reading: "ジカン", before: { 4: "ヨ", 7: "シチ", 9: "ク" } },
  時半: { reading: "ジハン", before: { 4: "ヨ", 7: "シチ", 9: "ク" } },
  分: { reading: "フン", before: shortK, changes: { three: "プ", short: "プ" } },
  分間: { reading: "フンカン", before: shortK, changes: { three: "プ", short: "プ" } },
  秒: { reading: "ビョー" },
  週間: { reading: "シューカン", before: shortS },
  か月: { reading: "カゲツ", before: shortK },
  ヶ月: { reading: "カゲツ", before: shortK },
  カ月: { reading: "カゲツ", before: shortK },
  人: { reading: "ニン", before: { 4: "ヨ", 7: "シチ" }, whole: { 1: "ヒトリ", 2: "フタリ" } },
  人前: { reading: "ニンマエ", before: { 4: "ヨ", 7: "シチ" } },
  名: { reading: "メイ" },
  個: { reading: "コ", before: shortK },
  本: { reading: "ホン", before: shortK, changes: { three: "ボ", short: "ポ" } },
  匹: { reading: "ヒキ", before: shortK, changes: { three: "ビ", short: "ピ" } },
  杯: { reading: "ハイ", before: shortK, changes: { three: "バ", short: "パ" } },
  回: { reading: "カイ", before: shortK },
  階: { reading: "カイ", before: shortK, changes: { three: "ガ", short: "カ" } },
  歳: { reading: "サイ", before: shortS, whole: { 20: "ハタチ" } },
  才: { reading: "サイ", before: shortS, whole: { 20: "ハタチ" } },
  冊: { reading: "サツ", before: shortS },
  枚: { reading: "マイ" },
  台: { reading: "ダイ" },
  度: { reading: "ド" },
  番: { reading: "バン" },
  号: { reading: "ゴー" },
  倍: { reading: "バイ" },
  件: { reading: "ケン", before: shortK },
  点: { reading: "テン", before: shortS },
  頭: { reading: "トー", before: shortS },
  軒: { reading: "ケン", before: shortK, changes: { three: "ゲ", short: "ケ" } },
  世紀: { reading: "セイキ", before: shortS },
  つ: {
    reading: "ツ",
    whole: {
      1: "ヒトツ",
      2: "フタツ",
      3: "ミッツ",
      4: "ヨッツ",
      5: "イツツ",
      6: "ムッツ",
      7: "ナナツ",
      8: "ヤッツ",
      9: "ココノツ",
    },
  },
  "%": { reading: "パーセント", before: { 1: "イッ", 8: "ハッ", 10: "ジュッ" } },
  "％": { reading: "パーセント", before: { 1: "イッ", 8: "ハッ", 10: "ジュッ" } },
  か所: { reading: "カショ", before: shortK },
  カ所: { reading: "カショ", before: shortK },
  ヶ所: { reading: "カショ", before: shortK },
  箇所: { reading: "カショ", before: shortK },
  泊: { reading: "ハク", before: shortK, changes: { three: "パ", short: "パ" } },
  票: { reading: "ヒョー", before: shortK, changes: { three: "ビ", short: "ピ" } },
  歩: { reading: "ホ", before: shortK, changes: { three: "ポ", short: "ポ" } },
  発: { reading: "ハツ", before: shortK, changes: { three: "パ", short: "パ" } },
  足: { reading: "ソク", before: shortS, changes: { three: "ゾ", short: "ソ" } },
  通: { reading: "ツー", before: shortS },
  着: { reading: "チャク", before: shortS },
  曲: { reading: "キョク", before: shortK },
  校: { reading: "コー", before: shortK },
  社: { reading: "シャ", before: shortS },
  丁目: { reading: "チョーメ", before: shortS },
  番地: { reading: "バンチ" },
  号室: { reading: "ゴーシツ" },
  割: { reading: "ワリ" },
  位: { reading: "イ" },
  皿: { reading: "サラ", whole: { 1: "ヒトサラ", 2: "フタサラ" } },
  "℃": { reading: "ド" },
  "°C": { reading: "ド" },
  "km/h": { reading: "キロメートル", before: shortTen, first: "ジソク" },
  km: { reading: "キロメートル", before: shortTen },
  "m²": { reading: "ヘーホーメートル" },
  "㎡": { reading: "ヘーホーメートル" },
  m: { reading: "メートル" },
  cm: { reading: "センチ", before: shortS },
  mm: { reading: "ミリ" },
  kg: { reading: "キログラム", before: shortTen },
  g: { reading: "グラム" },
  mg: { reading: "ミリグラム" },
  t: { reading: "トン", before: shortS },
  ml: { reading: "ミリリットル" },
  mL: { reading: "ミリリットル" },
  L: { reading: "リットル" },
  KB: { reading: "キロバイト", before: shortTen },
  MB: { reading: "メガバイト" },
  GB: { reading: "ギガバイト" },
  TB: { reading: "テラバイト", before: shortS },
  W: { reading: "ワット" },
  kW: { reading: "キロワット", before: shortTen },
  V: { reading: "ボルト" },
  Hz: { reading: "ヘルツ" },
  ドル: { reading: "ドル" },
  ユーロ: { reading: "ユーロ" },
  ポンド: { reading: "ポンド" },
});
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
  const isShortHundred = (changes !== undefined || before === shortK) && /[ヒビピ]ャク$/.test(own);
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
