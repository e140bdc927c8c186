import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];
/** Words after a number that aren't nouns. */
const link =
  /^(?:y|o|u|a|de|del|en|que|con|por|para|es|son|al|e|más|menos|hasta|ni|pero|como|la|el|los|las)$/i;
const fractionNames: Readonly<Record<number, string>> = { 2: "medio", 3: "tercio" };

/** Spanish. */
export const language: Language = {
  rules: {
    counting: "spellout-numbering",
    m: "spellout-cardinal-masculine",
    f: "spellout-cardinal-feminine",
    n: "spellout-cardinal-masculine",
  },
  ordinals: {
    "": "spellout-ordinal-masculine",
    f: "spellout-ordinal-feminine",
    adjective: "spellout-ordinal-masculine-adjective",
  },
  // CLDR has the hundreds of thousands in the masculine before a feminine noun.
  repairs: [[/cientos(?=(?: (?!mill)\S+){0,4} mil \S*ientas)/g, "cientas"]],
  decimals: "number",
  largeLink: "de",
  ...readNouns("es"),
  centsLink: "con",
  unitGenders: { hour: "f", mile: "f", yard: "f", pound: "f", ounce: "f", hectare: "f" },
  fraction(speller, top, bottom) {
    if (top >= bottom) return undefined;
    if (bottom === 2) return "un medio";
    const stem =
      fractionNames[bottom] ??
      (bottom <= 10 ? speller.ordinal(bottom) : `${speller.cardinal(bottom)}avo`);
    return `${speller.cardinal(top, "m")} ${stem}${top === 1 ? "" : "s"}`;
  },
  half: (noun) => (/a$/.test(noun) && !/^(?:día|mapa)$/.test(noun) ? "media" : "medio"),
  mixed: "y",
  date(speller, { year, month, day }) {
    const isAmerican = /-(?:MX|AR|CL|CO|PE|VE|US|419)$/.test(speller.locale);
    const spokenDay =
      day === undefined ? undefined : day === 1 && isAmerican ? "primero" : speller.cardinal(day);
    return [
      spokenDay,
      speller.month(month),
      year === undefined ? undefined : speller.cardinal(year),
    ]
      .filter((part) => part !== undefined)
      .join(" de ");
  },
  time(speller, { hour, minute, second, period }) {
    const suffix = period === "am" ? "a m" : period === "pm" ? "p m" : undefined;
    const whole = period ? undefined : hour > 12 || hour === 0 ? "horas" : "en punto";
    const minutes =
      minute === 0
        ? whole
        : minute < 10 && !period
          ? `y ${speller.cardinal(minute)}`
          : speller.cardinal(minute);
    const seconds =
      second === undefined || second === 0
        ? undefined
        : `y ${speller.cardinal(second, "m")} ${second === 1 ? "segundo" : "segundos"}`;
    return speller.join(speller.cardinal(hour, "f"), minutes, seconds, suffix);
  },
  ordinalSuffixes: {
    º: "",
    ª: "f",
    "°": "",
    o: "",
    a: "f",
    er: "adjective",
    ro: "",
    ra: "f",
    do: "",
    da: "f",
    to: "",
    ta: "f",
    mo: "",
    ma: "f",
    vo: "",
    va: "f",
    no: "",
    na: "f",
  },
  genderBefore(noun) {
    if (link.test(noun) || !/^\p{Ll}/u.test(noun)) return undefined;
    return /(?:[^m]as?|ción|ciones|dad|dades)$/u.test(noun) && !/^(?:días?|mapas?)$/u.test(noun)
      ? "f"
      : "m";
  },
  titles: {
    "Sr.": "señor",
    "Sra.": "señora",
    "Srta.": "señorita",
    "Sres.": "señores",
    "Dr.": "doctor",
    "Dra.": "doctora",
    "D.": "don",
    "Dña.": "doña",
    "Prof.": "profesor",
    "Ing.": "ingeniero",
    "Lic.": "licenciado",
    "Sto.": "Santo",
    "Sta.": "Santa",
  },
  labels: {
    "n.º": "número",
    "N.º": "Número",
    nº: "número",
    Nº: "Número",
    "núm.": "número",
    "Núm.": "Número",
    "pág.": "página",
    "págs.": "páginas",
    "p.": "página",
    "art.": "artículo",
    "Art.": "Artículo",
    "cap.": "capítulo",
    "Cap.": "Capítulo",
    "vol.": "volumen",
    "aprox.": "aproximadamente",
    "tel.": "teléfono",
    "Tel.": "Teléfono",
  },
  abbreviations: {
    "etc.": "etcétera",
    "p. ej.": "por ejemplo",
    "p.ej.": "por ejemplo",
    "ej.": "ejemplo",
    "aprox.": "aproximadamente",
    "Avda.": "Avenida",
    "Av.": "Avenida",
    "C/": "Calle",
    "a. C.": "antes de Cristo",
    "d. C.": "después de Cristo",
    "EE. UU.": "Estados Unidos",
    "EE.UU.": "Estados Unidos",
    "Ud.": "usted",
    "Uds.": "ustedes",
    "tel.": "teléfono",
    "Tel.": "Teléfono",
    "máx.": "máximo",
    "mín.": "mínimo",
    "Sr.": "señor",
    "Sra.": "señora",
    "Dr.": "doctor",
    "Dra.": "doctora",
  },
  roman(speller, { value, text, before, after }) {
    if (/^(?:siglos?|capítulo|tomo|parte|volumen|acto|libro|guerra|fase|tipo)$/i.test(before))
      return speller.cardinal(value);
    if (/^(?:siglo|congreso|edición)$/i.test(after))
      return speller.ordinal(value, after === "edición" ? "f" : "");
    const isName =
      /^\p{Lu}\p{Ll}+$/u.test(before) &&
      value < 40 &&
      (text.length > 1 || /^(?:Carlos|Felipe|Alfonso|Juan|Isabel)$/.test(before));
    if (!isName) return undefined;
    return value <= 10
      ? speller.ordinal(value, before.endsWith("a") || before === "Isabel" ? "f" : "")
      : speller.cardinal(value);
  },
  magnitudes: {
    millón: m("millón|millones"),
    millones: m("millón|millones"),
    mil: m("mil"),
    M: m("millón|millones"),
    k: m("mil"),
    mill: m("millón|millones"),
    billones: m("billón|billones"),
  },
  hourMarks: ["hs", "hrs", "h"],
  phoneWords: [
    "teléfono",
    "tel",
    "telf",
    "tfno",
    "llame",
    "llama",
    "móvil",
    "celular",
    "fax",
    "marque",
  ],
};
