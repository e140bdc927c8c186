import { type DeclinedWords, writeDeclined } from "./declined.ts";
import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];
const f = (forms: string): Noun => ["f", forms];

const ordinalOnes = [
  "",
  "první",
  "druhý",
  "třetí",
  "čtvrtý",
  "pátý",
  "šestý",
  "sedmý",
  "osmý",
  "devátý",
  "desátý",
  "jedenáctý",
  "dvanáctý",
  "třináctý",
  "čtrnáctý",
  "patnáctý",
  "šestnáctý",
  "sedmnáctý",
  "osmnáctý",
  "devatenáctý",
];
const ordinalTens = [
  "",
  "",
  "dvacátý",
  "třicátý",
  "čtyřicátý",
  "padesátý",
  "šedesátý",
  "sedmdesátý",
  "osmdesátý",
  "devadesátý",
];

/** Returns an ordinal up to 99, which CLDR lacks for Czech: `m`, `f`, `n`, or the genitive `g`. */
function writeOrdinal(value: number, form: string): string | undefined {
  if (value < 1 || value > 99) return undefined;
  const tens = ordinalTens[Math.floor(value / 10)] ?? "";
  const words = value < 20 ? [ordinalOnes[value] ?? ""] : [tens, ordinalOnes[value % 10] ?? ""];
  return words
    .filter(Boolean)
    .map((word) => decline(word, form))
    .join(" ");
}

function decline(word: string, form: string): string {
  if (form === "m") return word;
  if (word.endsWith("í")) return form === "g" ? `${word}ho` : form === "l" ? `${word}m` : word;
  const ending: Readonly<Record<string, string>> = { f: "á", n: "é", g: "ého", l: "ém" };
  return word.slice(0, -1) + (ending[form] ?? "ý");
}

/** The commonest feminine nouns after two. Their form doesn't show the gender. */
const feminine =
  /^(?:hodiny|minuty|sekundy|koruny|ženy|knihy|osoby|školy|strany|dcery|sestry|ulice|noci|věci|firmy|skupiny|cesty|rodiny|části|kávy|lahve|lžíce|lžičky|tablety|lekce|verze|stanice|třídy|změny|metody|libry|tuny)$/;

const genitiveWords: DeclinedWords = {
  ones: "nuly|jednoho|dvou|tří|čtyř|pěti|šesti|sedmi|osmi|devíti|deseti|jedenácti|dvanácti|třinácti|čtrnácti|patnácti|šestnácti|sedmnácti|osmnácti|devatenácti",
  feminineOne: "jedné",
  tens: "dvaceti|třiceti|čtyřiceti|padesáti|šedesáti|sedmdesáti|osmdesáti|devadesáti",
  hundreds: "sta|dvou set|tří set|čtyř set|pěti set|šesti set|sedmi set|osmi set|devíti set",
  powers: ["tisíce|tisíc", "milionu|milionů", "miliardy|miliard"],
};
const instrumentalWords: DeclinedWords = {
  ...genitiveWords,
  ones: genitiveWords.ones.replace("nuly|jednoho|dvou|tří|čtyř", "nulou|jedním|dvěma|třemi|čtyřmi"),
  feminineOne: "jednou",
  hundreds: "stem|dvěma sty|třemi sty|čtyřmi sty|pěti sty|šesti sty|sedmi sty|osmi sty|devíti sty",
  powers: ["tisícem|tisíci", "milionem|miliony", "miliardou|miliardami"],
};
const locativeWords: DeclinedWords = {
  ...genitiveWords,
  ones: genitiveWords.ones.replace("tří|čtyř", "třech|čtyřech"),
};

/** Czech. */
export const language: Language = {
  rules: {
    counting: "spellout-cardinal-masculine",
    m: "spellout-cardinal-masculine",
    f: "spellout-cardinal-feminine",
    n: "spellout-cardinal-neuter",
  },
  ordinals: {},
  // CLDR counts thousands as feminine.
  repairs: [
    [/^jedna tisíc/g, "tisíc"],
    [/jedna tisíc/g, "jeden tisíc"],
    [/dvě tisíce/g, "dva tisíce"],
  ],
  decimals: "number",
  decimal(speller, whole, fraction) {
    const isOne = whole === "1";
    const name = isOne || whole === "0" ? "celá" : /^[234]$/.test(whole) ? "celé" : "celých";
    const zeros = /^0*/.exec(fraction)?.[0] ?? "";
    const rest = fraction.slice(zeros.length);
    const decimals =
      fraction.length > 3
        ? speller.digits(fraction)
        : speller.join(speller.digits(zeros), rest && speller.cardinal(rest));
    return speller.join(speller.cardinal(whole, "f"), name, decimals);
  },
  ...readNouns("cs"),
  centsLink: "",
  unitGenders: {
    hour: "f",
    minute: "f",
    second: "f",
    mile: "f",
    ounce: "f",
    pound: "f",
    millisecond: "f",
  },
  fraction(speller, top, bottom, isMixed = false) {
    if (top >= bottom) return undefined;
    const names: Readonly<Record<number, string>> = {
      2: "polovina|poloviny|polovin",
      3: "třetina|třetiny|třetin",
      4: "čtvrtina|čtvrtiny|čtvrtin",
      5: "pětina|pětiny|pětin",
      6: "šestina|šestiny|šestin",
      7: "sedmina|sedminy|sedmin",
      8: "osmina|osminy|osmin",
      9: "devítina|devítiny|devítin",
      10: "desetina|desetiny|desetin",
    };
    if (isMixed && bottom === 2) return "půl";
    const name = names[bottom];
    return name === undefined
      ? undefined
      : `${speller.cardinal(top, "f")} ${speller.inflect(String(top), name)}`;
  },
  half: () => "půl",
  mixed: "a",
  genitive: {
    isBefore: (before) =>
      /^(?:od|do|z|ze|bez|u|okolo|kolem|vedle|podle|místo|během|kromě|včetně|průběhu)$/.test(
        before,
      ),
    cardinal: (_speller, value, gender) => writeDeclined(Number(value), gender, genitiveWords),
    year: (speller, value) => speller.withRules(value, "spellout-cardinal-masculine"),
    hasDecimals: false,
    to: "do",
  },
  declined(_speller, { value, before, noun }) {
    if ((/^(?:se?|před)$/.test(before) && !value.endsWith("1")) || /[aeěí]mi$/.test(noun))
      return writeDeclined(Number(value), "m", instrumentalWords);
    const isAt = /^(?:v|ve|na|o|po|při)$/.test(before) && /(?:e|í|á)ch$/.test(noun);
    // Hundreds have another form.
    return isAt && value.length < 3 ? writeDeclined(Number(value), "m", locativeWords) : undefined;
  },
  date(speller, { year, month, day }) {
    const spokenYear = year === undefined ? undefined : speller.cardinal(year);
    if (day === undefined) return speller.join(speller.monthAlone(month), spokenYear);
    return speller.join(writeOrdinal(day, "g"), speller.month(month), spokenYear);
  },
  time(speller, { hour, minute, second, period }) {
    const hours =
      period === "pm" && hour < 12 ? hour + 12 : period === "am" && hour === 12 ? 0 : hour;
    const part = (value: number, forms: string) =>
      `${speller.cardinal(value, "f")} ${speller.inflect(String(value), forms)}`;
    return speller.join(
      part(hours, "hodina|hodiny|hodin"),
      minute > 0 ? part(minute, "minuta|minuty|minut") : undefined,
      second === undefined || second === 0 ? undefined : part(second, "sekunda|sekundy|sekund"),
    );
  },
  ordinalSuffixes: {},
  dottedOrdinal(before, after) {
    if (!/^\p{Ll}/u.test(after)) return undefined;
    if (/^(?:od|do|z|ze|dne|u|kolem)$/.test(before)) return "g";
    if (/^(?:v|ve|na|o|po|při)$/.test(before)) return /(?:í|u|ě)$/.test(after) ? "l" : "m";
    return /a$/.test(after) ? "f" : /[oí]$/.test(after) ? "n" : "m";
  },
  ordinal: writeOrdinal,
  genderBefore: (noun, value) =>
    value === "2" && feminine.test(noun)
      ? "f"
      : !/^[12]$/.test(value) || !/^\p{Ll}{3,}/u.test(noun)
        ? undefined
        : value === "1"
          ? noun.endsWith("a") || noun.endsWith("e")
            ? "f"
            : /[oí]$/.test(noun)
              ? "n"
              : "m"
          : /[ay]$/.test(noun) && !/(?:pán|muž)/.test(noun)
            ? noun.endsWith("a")
              ? "n"
              : undefined
            : undefined,
  titles: {
    "Dr.": "Doktor",
    "dr.": "doktor",
    "prof.": "profesor",
    "Prof.": "Profesor",
    "Ing.": "Inženýr",
    "Mgr.": "Magistr",
    "sv.": "svatý",
    "p.": "pan",
    "pí.": "paní",
  },
  labels: {
    "č.": "číslo",
    "Č.": "Číslo",
    "s.": "strana",
    "str.": "strana",
    "čl.": "článek",
    "kap.": "kapitola",
    "tel.": "telefon",
    "Tel.": "Telefon",
    cca: "přibližně",
  },
  oblique: {
    "ul.": "ulici",
    "nám.": "náměstí",
  },
  abbreviations: {
    "např.": "například",
    "tj.": "to jest",
    "atd.": "a tak dále",
    "apod.": "a podobně",
    "resp.": "respektive",
    "mj.": "mimo jiné",
    cca: "přibližně",
    "ul.": "ulice",
    "nám.": "náměstí",
    "př. n. l.": "před naším letopočtem",
    "n. l.": "našeho letopočtu",
    "tzv.": "takzvaný",
    "tel.": "telefon",
    "Tel.": "Telefon",
    "max.": "maximálně",
    "min.": "minimálně",
    "hod.": "hodin",
    "tis.": "tisíc",
  },
  roman(_speller, { value, text, before, after }) {
    if (/^století$/i.test(after)) return writeOrdinal(value, "n");
    if (/^(?:kapitola|část|fáze)$/i.test(before)) return writeOrdinal(value, "f");
    const isName =
      /^\p{Lu}\p{Ll}+$/u.test(before) &&
      value < 40 &&
      (text.length > 2 || /^(?:Karel|Jiří)$/.test(before));
    return isName ? writeOrdinal(value, before.endsWith("a") ? "f" : "m") : undefined;
  },
  magnitudes: {
    "mil.": m("milion|miliony|milionů|milionu"),
    milion: m("milion|miliony|milionů|milionu"),
    miliony: m("milion|miliony|milionů|milionu"),
    milionů: m("milion|miliony|milionů|milionu"),
    "mld.": f("miliarda|miliardy|miliard|miliardy"),
    miliardy: f("miliarda|miliardy|miliard|miliardy"),
    miliard: f("miliarda|miliardy|miliard|miliardy"),
    "tis.": m("tisíc|tisíce|tisíc|tisíce"),
  },
  currencySymbols: { kč: "CZK" },
  hourMarks: ["hod.", "hodin", "h"],
  codeDigits: { jeden: "jedna" },
  phoneWords: ["telefon", "tel", "volejte", "mobil", "číslo", "fax"],
};
