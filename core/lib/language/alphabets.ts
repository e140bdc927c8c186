import { languageCodes } from "./codes.ts";

/**
 * What languages are written with, where a script has several and their letters part them: a text with
 * letters that a language has not is in another, be it one that nobody here knows.
 */
const alphabets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Cyrl: {
    az: "а-яёәғјҝөүһҹ",
    be: "а-зй-шыьэюяёіў",
    bg: "а-ъьюяѝ",
    kk: "а-яёәғқңөұүһі",
    ky: "а-яёңөү",
    mk: "а-ик-шѓѕјљњќџѐѝ",
    mn: "а-яёөү",
    ru: "а-яё",
    sr: "а-ик-шђјљњћџ",
    tg: "а-яёғӣқӯҳҷ",
    uk: "а-щьюяєіїґ",
    uz: "а-яёғқўҳ",
  },
  Arab: {
    ar: "ء-غـ-ي",
    fa: "ء-غـ-يپچژکگیۀ",
    ku: "ء-غـ-يپچژڕڤکگڵھۆیێە",
    ps: "ء-غـ-يټپځڅچډړږژښکګگڼیۍې",
    sd: "ء-غـ-يٺٻٽٿپڀڃڄچڇڊڌڍڏڙژڦکڪگڱڳڻھی",
    ur: "ء-غـ-يٹپچڈڑژکگںھہۂۃیئےۓ",
  },
  Beng: { bn: "ঀ-৯" },
  Deva: { hi: "ऀ-ॿ", mr: "ऀ-ॿ", ne: "ऀ-ॿ" },
  Ethi: { am: "ሀ-ፗ" },
  Hebr: { he: "א-ת", yi: "א-ײ" },
  Mymr: { my: "က-ဧဩဪဿ၌-၏" },
  Tibt: { bo: "ༀ-࿿" },
};

/** Languages that are not written in Latin letters: what is in those is in none of them. */
const neverLatin: ReadonlySet<string> = new Set(
  (
    "am ar be bg bn bo dv el fa gu he hi hy ja ka kk km kn ko ky lo mk ml mn mr my ne or pa ps ru sd si ta te " +
    "tg th uk ur yi zh"
  ).split(" "),
);
const latin = new Set(Object.keys(languageCodes)).difference(neverLatin);

/** Whether the languages of a script can be told. */
export function hasAlphabets(script: string): boolean {
  return script === "Latn" || script in alphabets;
}

/** Letters of other languages that a text may have: those of a name. */
const strangeShare = 0.01;

/** The languages whose letters a text has, of those of its script. */
export function byLetters(text: string, script: string): ReadonlySet<string> {
  const known = alphabets[script];
  if (!known) return latin;
  const letters = text.match(/\p{L}/gu) ?? [];
  const counts = new Map<string, number>();
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const possible = new Set<string>();
  for (const [language, alphabet] of Object.entries(known)) {
    const own = new RegExp(`[${alphabet}]`, "u");
    let strange = 0;
    for (const [letter, count] of counts) if (!own.test(letter)) strange += count;
    if (strange <= letters.length * strangeShare) possible.add(language);
  }
  return possible;
}
