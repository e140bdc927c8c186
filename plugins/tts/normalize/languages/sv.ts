import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];
const n = (forms: string): Noun => ["n", forms];

const link = /^(?:och|eller|till|av|för|om|i|på|är|med|som|men|den|det)$/;
/** The commonest neuter nouns, and endings of neuter nouns. */
const neuter =
  /(?:barn|år|hus|bord|djur|rum|land|kilo|ton|namn|ord|språk|tåg|par|ägg|kort|brev|problem|nummer|exempel|företag|träd|liv|glas|ljus|hjärta|öga|öra|fönster|papper|kök|berg|foto|program|system|eri|ment|um|tek|ande|ende)$/;

/** Swedish. `m` is the common gender. */
export const language: Language = {
  rules: {
    counting: "spellout-numbering",
    m: "spellout-cardinal-reale",
    f: "spellout-cardinal-reale",
    n: "spellout-cardinal-neuter",
    year: "spellout-numbering-year",
  },
  ordinals: { "": "spellout-ordinal-neuter", e: "spellout-ordinal-masculine" },
  decimals: "number",
  ...readNouns("sv"),
  currencySymbols: { kr: "SEK", "kr.": "SEK" },
  unitGenders: { gram: "n", kilogram: "n", pound: "n" },
  fraction(speller, top, bottom, isMixed = false) {
    if (top >= bottom) return undefined;
    if (bottom === 2) return isMixed ? "en halv" : "en halv";
    if (bottom === 4) return top === 1 ? "en fjärdedel" : `${speller.cardinal(top)} fjärdedelar`;
    const stem = speller.ordinal(bottom) ?? "";
    return `${speller.cardinal(top, "m")} ${stem.endsWith("de") || stem.endsWith("te") ? stem : stem}${top === 1 ? "del" : "delar"}`;
  },
  half: (noun) => (/^(?:år|kilo|dussin|glas|hekto)$/.test(noun) ? "ett halvt" : "en halv"),
  mixed: "och",
  date(speller, { year, month, day }) {
    return speller.join(
      day === undefined ? undefined : speller.ordinal(day),
      speller.month(month),
      year === undefined ? undefined : speller.year(year),
    );
  },
  time(speller, { hour, minute, second, period }) {
    const hours =
      period === "pm" && hour < 12 ? hour + 12 : period === "am" && hour === 12 ? 0 : hour;
    const seconds =
      second === undefined || second === 0
        ? undefined
        : `och ${speller.cardinal(second, "m")} ${second === 1 ? "sekund" : "sekunder"}`;
    const minutes =
      minute === 0
        ? "noll noll"
        : minute < 10
          ? `noll ${speller.cardinal(minute)}`
          : speller.cardinal(minute);
    return speller.join(speller.cardinal(hours), minutes, seconds);
  },
  ordinalSuffixes: { a: "", e: "" },
  isYear: (before, after) =>
    /^(?:i|år|åren|sedan|från|till|och|före|efter|omkring|januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december|sommaren|hösten|våren|vintern)$/i.test(
      before,
    ) || !/^\p{Ll}{3,}(?:or|ar|er|n)$/u.test(after),
  yearPhrase(speller, { year, rest }) {
    const [suffix] = /^-tal(?:et)?(?!\p{L})/u.exec(rest) ?? [];
    return suffix === undefined
      ? undefined
      : { spoken: `${speller.year(year)}${suffix.slice(1)}`, length: suffix.length };
  },
  genderBefore: (noun, value) =>
    value !== "1" || !/^\p{Ll}{2,}$/u.test(noun) || link.test(noun)
      ? undefined
      : neuter.test(noun)
        ? "n"
        : "m",
  titles: {
    "Dr.": "doktor",
    "dr.": "doktor",
    "prof.": "professor",
    "Prof.": "Professor",
    dr: "doktor",
    Dr: "Doktor",
    "S:t": "Sankt",
  },
  labels: {
    "nr.": "nummer",
    nr: "nummer",
    Nr: "Nummer",
    "s.": "sidan",
    "kap.": "kapitel",
    "tel.": "telefon",
    "Tel.": "Telefon",
    "ca.": "cirka",
    ca: "cirka",
    kl: "klockan",
    "kl.": "klockan",
    Kl: "Klockan",
  },
  abbreviations: {
    "t.ex.": "till exempel",
    "t. ex.": "till exempel",
    "bl.a.": "bland annat",
    "bl. a.": "bland annat",
    "d.v.s.": "det vill säga",
    "dvs.": "det vill säga",
    dvs: "det vill säga",
    "osv.": "och så vidare",
    "o.s.v.": "och så vidare",
    "m.m.": "med mera",
    "etc.": "et cetera",
    "ca.": "cirka",
    ca: "cirka",
    "f.Kr.": "före Kristus",
    "e.Kr.": "efter Kristus",
    "inkl.": "inklusive",
    "exkl.": "exklusive",
    "s.k.": "så kallad",
    "pga.": "på grund av",
    "p.g.a.": "på grund av",
    "tel.": "telefon",
    "Tel.": "Telefon",
    "max.": "maximalt",
  },
  roman(speller, { value, text, before, after }) {
    if (/^(?:kapitel|del|akt|bok|fas|typ|världskriget)$/i.test(before))
      return speller.cardinal(value);
    if (/^(?:århundradet|sekel)$/i.test(after)) return speller.ordinal(value);
    const isFemale = before.endsWith("a") || before === "Margareta";
    const isName =
      /^\p{Lu}\p{Ll}+$/u.test(before) &&
      value < 40 &&
      (text.length > 1 || /^(?:Gustav|Karl)$/.test(before));
    return isName ? `den ${speller.ordinal(value, isFemale ? "" : "e")}` : undefined;
  },
  magnitudes: {
    miljon: m("miljon|miljoner"),
    miljoner: m("miljon|miljoner"),
    mn: m("miljon|miljoner"),
    miljard: m("miljard|miljarder"),
    miljarder: m("miljard|miljarder"),
    tusen: n("tusen"),
    M: m("miljon|miljoner"),
    k: n("tusen"),
  },
  hourMarks: [],
  phoneWords: ["telefon", "tel", "ring", "mobil", "telefonnummer", "fax"],
};
