import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];
const f = (forms: string): Noun => ["f", forms];

/** Words before an ordinal that end in `-en`, and those that end in `-e`. */
const weak =
  /^(?:am|im|vom|zum|zur|beim|dem|den|des|bis|ab|seit|nach|vor|zwischen|und|ihrem|seinem|meinem|ihren|seinen|meinen|einem|einen|jedem|jeden|diesem|diesen|jeder|dieser|keinen|keinem)$/i;
const strong = /^(?:der|die|das|jede|diese|dieses|ihre|seine|meine|welche)$/i;
const mixedArticle = /^(?:ein|ihr|sein|mein|unser|kein)$/i;

function readOrdinalEnding(before: string): string {
  if (strong.test(before)) return "";
  return weak.test(before) ? "n" : "r";
}

/** German. */
export const language: Language = {
  rules: {
    counting: "spellout-numbering",
    m: "spellout-cardinal-masculine",
    f: "spellout-cardinal-feminine",
    n: "spellout-cardinal-neuter",
    year: "spellout-numbering-year",
  },
  ordinals: { "": "spellout-ordinal", n: "spellout-ordinal-n", r: "spellout-ordinal-r" },
  decimals: "digits",
  ...readNouns("de"),
  unitGenders: { second: "f", minute: "f", hour: "f", mile: "f", millisecond: "f", ounce: "f" },
  fraction(speller, top, bottom) {
    if (top >= bottom) return undefined;
    if (bottom === 2) return top === 1 ? "ein halb" : undefined;
    const stem =
      bottom === 3
        ? "drittel"
        : bottom < 20
          ? `${tenth(speller.cardinal(bottom))}tel`
          : `${speller.cardinal(bottom)}stel`;
    const name = stem.charAt(0).toUpperCase() + stem.slice(1);
    return `${speller.cardinal(top, "n")} ${name}`;
  },
  streetEnding: {
    pattern: /(\p{Lu}\p{Ll}{1,40}(?:-\p{Lu}\p{Ll}{1,40}){0,3}(?:-S|s))tr\.(?!\p{L})/uy,
    spoken: "traße",
  },
  half: (noun) =>
    /^(?:Jahr|Kilo|Kilogramm|Pfund|Glas|Dutzend|Brot|Gramm)$/.test(noun)
      ? "ein halbes"
      : /e$/.test(noun)
        ? "eine halbe"
        : /^\p{Lu}/u.test(noun)
          ? "ein halber"
          : undefined,
  mixed: "und",
  date(speller, { year, month, day, before }) {
    const spokenYear = year === undefined ? undefined : speller.year(year);
    const ordinal = day === undefined ? undefined : speller.ordinal(day, readOrdinalEnding(before));
    return speller.join(
      ordinal,
      day === undefined ? speller.monthAlone(month) : speller.month(month),
      spokenYear,
    );
  },
  time(speller, { hour, minute, second, period }) {
    const hours =
      period === "pm" && hour < 12 ? hour + 12 : period === "am" && hour === 12 ? 0 : hour;
    const seconds =
      second === undefined || second === 0
        ? undefined
        : `und ${speller.cardinal(second, "f")} ${speller.inflect(String(second), "Sekunde|Sekunden")}`;
    return speller.join(
      `${speller.cardinal(hours, "m")} Uhr`,
      minute > 0 ? speller.cardinal(minute) : undefined,
      seconds,
    );
  },
  ordinalSuffixes: {},
  dottedOrdinal(before, after) {
    const isNoun = /^\p{L}/u.test(after);
    if (before === "als") return /^\p{Ll}/u.test(after) ? "r" : undefined;
    if (strong.test(before)) return isNoun ? "" : undefined;
    if (weak.test(before) && !/^(?:und|bis|nach|vor)$/i.test(before))
      return isNoun ? "n" : undefined;
    return mixedArticle.test(before) && isNoun ? "r" : undefined;
  },
  genderBefore(noun, value) {
    if (/^\p{Lu}{2,}$/u.test(noun)) return undefined;
    if (!/^\p{Lu}/u.test(noun) && !/^\p{Ll}{3,}(?:e|er|es|en)$/u.test(noun)) return undefined;
    if (!value.endsWith("1") || value.endsWith("11")) return undefined;
    if (/^(?:und|oder|bis)$/.test(noun)) return undefined;
    return /(?:^Frau|^Stadt|^Nacht|^Hand|^Zahl|^Art|^Person|^Firma|^Uhr|^Tür|ung|heit|keit|schaft|ion|tät|[^g]e|en|ur|ik)$/u.test(
      noun,
    )
      ? "f"
      : "m";
  },
  isYear: (before, after) =>
    /^(?:in|im|seit|von|vom|bis|ab|um|jahr|jahre|jahres|anno|vor|nach|und|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|frühjahr|sommer|herbst|winter|ende|anfang|mitte)$/i.test(
      before,
    ) || !/^\p{Lu}/u.test(after),
  yearPhrase(speller, { year, rest }) {
    if (!/^er(?!\p{L})/u.test(rest)) return undefined;
    return { spoken: `${speller.year(year)}er`, length: 2 };
  },
  titles: {
    "Dr.": "Doktor",
    "Prof.": "Professor",
    "Hr.": "Herr",
    "Fr.": "Frau",
    "St.": "Sankt",
    "Dipl.-Ing.": "Diplom-Ingenieur",
    "Ing.": "Ingenieur",
  },
  labels: {
    "Nr.": "Nummer",
    "Abs.": "Absatz",
    "Art.": "Artikel",
    "Kap.": "Kapitel",
    "S.": "Seite",
    "Bd.": "Band",
    "Abb.": "Abbildung",
    "ca.": "circa",
    "Tel.": "Telefon",
    "max.": "maximal",
    "min.": "mindestens",
  },
  abbreviations: {
    "z. B.": "zum Beispiel",
    "z.B.": "zum Beispiel",
    "d. h.": "das heißt",
    "d.h.": "das heißt",
    "u. a.": "unter anderem",
    "u.a.": "unter anderem",
    "usw.": "und so weiter",
    "bzw.": "beziehungsweise",
    "ca.": "circa",
    "etc.": "et cetera",
    "inkl.": "inklusive",
    "exkl.": "exklusive",
    "evtl.": "eventuell",
    "ggf.": "gegebenenfalls",
    "vgl.": "vergleiche",
    "sog.": "sogenannte",
    "Mio.": "Millionen",
    "Mrd.": "Milliarden",
    "Str.": "Straße",
    "Dr.": "Doktor",
    "Prof.": "Professor",
    "Tel.": "Telefon",
    "i. d. R.": "in der Regel",
    "o. Ä.": "oder Ähnliches",
    "v. a.": "vor allem",
    "z. T.": "zum Teil",
    "n. Chr.": "nach Christus",
    "v. Chr.": "vor Christus",
    "MwSt.": "Mehrwertsteuer",
    "max.": "maximal",
    "Jh.": "Jahrhundert",
  },
  roman(speller, { value, text, before, after }) {
    if (/^(?:Kapitel|Teil|Band|Akt|Artikel|Klasse|Stufe|Phase|Typ|Weltkrieg)$/.test(before))
      return speller.cardinal(value);
    if (text.endsWith(".") && /^\p{Lu}\p{Ll}+$/u.test(before) && value < 60 && text.length > 1) {
      const ordinal = speller.ordinal(value) ?? "";
      return `der ${ordinal.charAt(0).toUpperCase()}${ordinal.slice(1)}`;
    }
    if (text.endsWith(".") && /^(?:Weltkrieg|Jahrhundert|Stock|Klasse)/.test(after))
      return speller.ordinal(value, readOrdinalEnding(before));
    return /^\p{Lu}\p{Ll}+$/u.test(before) && text.length > 1 && value < 40
      ? speller.cardinal(value)
      : undefined;
  },
  magnitudes: {
    "Mio.": f("Million|Millionen"),
    Mio: f("Million|Millionen"),
    "Mrd.": f("Milliarde|Milliarden"),
    Mrd: f("Milliarde|Milliarden"),
    Million: f("Million|Millionen"),
    Millionen: f("Million|Millionen"),
    Milliarde: f("Milliarde|Milliarden"),
    Milliarden: f("Milliarde|Milliarden"),
    Billionen: f("Billion|Billionen"),
    "Tsd.": m("tausend"),
    tausend: m("tausend"),
    k: m("tausend"),
    M: f("Million|Millionen"),
  },
  hourMarks: ["Uhr", "h"],
  phoneWords: ["telefon", "tel", "telefonnummer", "handy", "fax", "rufnummer", "notruf", "mobil"],
};

/** Shortens a number before `-tel`: seven and sixteen lose a syllable. */
function tenth(words: string): string {
  return words === "sieben" ? "sieb" : words;
}
