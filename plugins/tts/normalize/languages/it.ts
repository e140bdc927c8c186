import type { Language, Noun } from "../speller.ts";

const m = (forms: string): Noun => ["m", forms];
const f = (forms: string): Noun => ["f", forms];
const cent = m("centesimo|centesimi");
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
  words: {
    point: "virgola",
    minus: "meno",
    plus: "più",
    to: "a",
    and: "e",
    dot: "punto",
    slash: "barra",
    dash: "trattino",
    underscore: "trattino basso",
    at: "chiocciola",
    colon: "due punti",
    equals: "uguale",
    times: "per",
    number: "numero",
    section: "paragrafo",
    percent: "per cento",
    degrees: "gradi",
    question: "punto interrogativo",
    about: "circa",
  },
  currencies: {
    EUR: [m("euro"), cent],
    USD: [m("dollaro|dollari"), cent],
    GBP: [f("sterlina|sterline"), m("penny|pence")],
    CHF: [m("franco svizzero|franchi svizzeri"), cent],
    JPY: [m("yen")],
    CNY: [m("yuan")],
    INR: [f("rupia|rupie")],
    RUB: [m("rublo|rubli"), m("copeco|copechi")],
    BTC: [m("bitcoin")],
  },
  units: {
    "m²": m("metro quadrato|metri quadrati"),
    mq: m("metro quadrato|metri quadrati"),
    "km²": m("chilometro quadrato|chilometri quadrati"),
    "cm²": m("centimetro quadrato|centimetri quadrati"),
    "m³": m("metro cubo|metri cubi"),
    "cm³": m("centimetro cubo|centimetri cubi"),
    W: m("watt"),
    kW: m("chilowatt"),
    MW: m("megawatt"),
    GW: m("gigawatt"),
    kWh: m("chilowattora"),
    mAh: m("milliampere ora"),
    V: m("volt"),
    A: m("ampere"),
    Hz: m("hertz"),
    kHz: m("chilohertz"),
    MHz: m("megahertz"),
    GHz: m("gigahertz"),
    hPa: m("ettopascal"),
    bar: m("bar"),
    kJ: m("chilojoule"),
    kcal: f("chilocaloria|chilocalorie"),
    dB: m("decibel"),
    mg: m("milligrammo|milligrammi"),
    µg: m("microgrammo|microgrammi"),
    t: f("tonnellata|tonnellate"),
    px: m("pixel"),
    "‰": ["c", "per mille"],
    "%": ["c", "per cento"],
  },
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
