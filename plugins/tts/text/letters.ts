/** The scripts that have a name in what is told of them, by their ISO 15924 codes. */
const scripts = [
  "Latn",
  "Cyrl",
  "Grek",
  "Hani",
  "Hira",
  "Kana",
  "Hang",
  "Bopo",
  "Arab",
  "Hebr",
  "Syrc",
  "Thaa",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Orya",
  "Taml",
  "Telu",
  "Knda",
  "Mlym",
  "Sinh",
  "Olck",
  "Mtei",
  "Thai",
  "Laoo",
  "Tibt",
  "Mymr",
  "Khmr",
  "Java",
  "Bali",
  "Sund",
  "Tglg",
  "Geor",
  "Armn",
  "Ethi",
  "Cher",
  "Cans",
  "Mong",
  "Tfng",
  "Nkoo",
  "Vaii",
  "Adlm",
  "Copt",
  "Goth",
  "Runr",
  "Ogam",
  "Yiii",
  "Zyyy",
  "Zinh",
].map((code) => ({
  code,
  has: new RegExp(`\\p{sc=${code}}`, "u"),
  isAmong: new RegExp(`\\p{scx=${code}}`, "u"),
}));

/** A letter, or a sign that is part of one. */
export const letter = /[\p{L}\p{M}]/u;

const codes = new Map<string, string>();

/** The ISO 15924 code of a character's script: `Zyyy` for what all have, `Zzzz` for a rare one. */
export function getScript(char: string): string {
  let code = codes.get(char);
  if (code === undefined) {
    code = scripts.find(({ has }) => has.test(char))?.code ?? "Zzzz";
    // A letter that a few scripts share, such as the sign of long vowels in Japanese.
    if (code === "Zyyy" && letter.test(char))
      code = scripts.find(({ isAmong }) => isAmong.test(char))?.code ?? code;
    // A text has few different characters, a process may see all there are.
    if (codes.size > 20_000) codes.clear();
    codes.set(char, code);
  }
  return code;
}

/** What a script is called in English: "Han" of `Hani`. */
export function scriptName(code: string): string {
  if (code === "Zzzz") return "a rare one";
  return new Intl.DisplayNames("en", { type: "script" }).of(code) ?? code;
}

/**
 * Signs whose compatible forms say less or something else: fractions, powers, `…`, `№` and `™`, and the wide
 * stops and commas of East Asia, which need no space behind them to end a clause.
 */
const keepsForm =
  /[\u00a0-\u00ff\u2000-\u209f\u2116\u2120\u2122\u2150-\u215f]|[\p{P}--[\uff05\uff06\uff20]]/v;
const digit = /^\p{Nd}$/u;

/**
 * A character as engines know it: composed, and full-width, mathematical, ligated and other forms that
 * Unicode has for the sake of older encodings as the letters that they stand for.
 */
export function plainForm(grapheme: string): string {
  return grapheme.normalize(keepsForm.test(grapheme) ? "NFC" : "NFKC");
}

/** The value of a decimal digit of any script. They stand in tens one after the other. */
export function digitValue(char: string): number | undefined {
  if (!digit.test(char)) return undefined;
  const code = char.codePointAt(0) ?? 0;
  let before = 0;
  while (digit.test(String.fromCodePoint(code - before - 1))) before++;
  return before % 10;
}
