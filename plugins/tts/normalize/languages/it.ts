import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];
const link = /^(?:e|ed|o|od|a|ad|di|in|che|con|per|su|da|al|alle|è|sono|più|meno|il|la|i|le|ma)$/i;

/** Italian. */
export const language: Language = {
  rules: {
    counting: "spellout-numbering",
    m: "spellout-cardinal-masculine",
    f: "spellout-cardinal-feminine",
    n: "spellout-cardinal-masculine",
  },
  ordinals: { "": "spellout-ordinal-masculine", f: "spellout-ordinal-feminine" },
  decimals: "number",
  largeLink: "di",
  ...readNouns("it"),
  unitGenders: { hour: "f", yard: "f", pound: "f", ounce: "f" },
  fraction(speller, top, bottom, isMixed = false) {
    if (top >= bottom) return undefined;
    if (bottom === 2) return isMixed ? "mezzo" : "un mezzo";
    const stem = speller.ordinal(bottom) ?? "";
    return `${speller.cardinal(top, "m")} ${top === 1 ? stem : `${stem.slice(0, -1)}i`}`;
  },
  half: (noun) => (/a$/.test(noun) ? "mezza" : "mezzo"),
  mixed: "e",
  date(speller, { year, month, day }) {
    const spokenDay = day === undefined ? undefined : day === 1 ? "primo" : speller.cardinal(day);
    return speller.join(
      spokenDay,
      speller.month(month),
      year === undefined ? undefined : speller.cardinal(year),
    );
  },
  time(speller, { hour, minute, second, period }) {
    const hours =
      period === "pm" && hour < 12 ? hour + 12 : period === "am" && hour === 12 ? 0 : hour;
    const seconds =
      second === undefined || second === 0
        ? undefined
        : `e ${speller.cardinal(second, "m")} ${second === 1 ? "secondo" : "secondi"}`;
    const minutes = minute === 0 ? undefined : `e ${speller.cardinal(minute)}`;
    return speller.join(hours === 1 ? "una" : speller.cardinal(hours), minutes, seconds);
  },
  ordinalSuffixes: {
    º: "",
    ª: "f",
    "°": "",
    o: "",
    a: "f",
    mo: "",
    ma: "f",
    esimo: "",
    esima: "f",
  },
  genderBefore(noun, value) {
    if (link.test(noun) || !/^\p{Ll}/u.test(noun)) return undefined;
    if (value !== "1") return undefined;
    return noun.endsWith("a") || /(?:ione|tà)$/u.test(noun) ? "f" : "m";
  },
  range: (_speller, { from, to, values }) => `${values ? "da " : ""}${from} a ${to}`,
  titles: {
    "Sig.": "Signor",
    "sig.": "signor",
    "Sig.ra": "Signora",
    "sig.ra": "signora",
    "sig.na": "signorina",
    "dott.ssa": "dottoressa",
    "Sig.na": "Signorina",
    "Dott.": "Dottor",
    "dott.": "dottor",
    "Dott.ssa": "Dottoressa",
    "Dr.": "Dottor",
    "Prof.": "Professor",
    "prof.": "professor",
    "Prof.ssa": "Professoressa",
    "Avv.": "Avvocato",
    "Ing.": "Ingegner",
    "S.": "San",
  },
  labels: {
    "n.": "numero",
    "N.": "Numero",
    "nr.": "numero",
    "n°": "numero",
    "N°": "Numero",
    "pag.": "pagina",
    "pagg.": "pagine",
    "p.": "pagina",
    "art.": "articolo",
    "Art.": "Articolo",
    "cap.": "capitolo",
    "vol.": "volume",
    "fig.": "figura",
    "tel.": "telefono",
    "Tel.": "Telefono",
    "ca.": "circa",
  },
  abbreviations: {
    "ecc.": "eccetera",
    "es.": "esempio",
    "sec.": "secolo",
    "p. es.": "per esempio",
    "p.es.": "per esempio",
    "ca.": "circa",
    "a.C.": "avanti Cristo",
    "d.C.": "dopo Cristo",
    "a. C.": "avanti Cristo",
    "d. C.": "dopo Cristo",
    "cfr.": "confronta",
    "tel.": "telefono",
    "Tel.": "Telefono",
    "c.so": "corso",
    "p.zza": "piazza",
    "P.zza": "Piazza",
    "V.le": "Viale",
    "max.": "massimo",
    "min.": "minimo",
    "Sig.": "Signor",
    "Dott.": "Dottor",
    "Prof.": "Professor",
  },
  roman(speller, { value, text, before, after }) {
    if (/^(?:secol[oi]|sec)$/i.test(after) || /^secol[oi]$/i.test(before))
      return speller.ordinal(value);
    if (/^(?:capitolo|atto|libro|parte|volume|tomo|fase|tipo)$/i.test(before))
      return speller.ordinal(value, before === "parte" || before === "fase" ? "f" : "");
    if (/^guerra$/i.test(after)) return speller.ordinal(value, "f");
    const isName =
      /^\p{Lu}\p{Ll}+$/u.test(before) &&
      value < 40 &&
      (text.length > 1 || /^(?:Carlo|Pio|Paolo|Enrico|Giorgio)$/.test(before));
    return isName
      ? speller.ordinal(value, before.endsWith("a") && before !== "Andrea" ? "f" : "")
      : undefined;
  },
  magnitudes: {
    milione: m("milione|milioni"),
    milioni: m("milione|milioni"),
    mln: m("milione|milioni"),
    "mln.": m("milione|milioni"),
    miliardo: m("miliardo|miliardi"),
    miliardi: m("miliardo|miliardi"),
    mld: m("miliardo|miliardi"),
    mila: m("mila"),
    M: m("milione|milioni"),
    k: m("mila"),
  },
  hourMarks: [],
  phoneWords: [
    "telefono",
    "tel",
    "chiamare",
    "chiama",
    "chiamate",
    "cellulare",
    "cell",
    "fax",
    "numero",
  ],
};
