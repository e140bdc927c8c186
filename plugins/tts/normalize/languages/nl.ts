import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];

/** Dutch. */
export const language: Language = {
  rules: { counting: "spellout-cardinal", year: "spellout-numbering-year" },
  ordinals: { "": "spellout-ordinal" },
  decimals: "number",
  ...readNouns("nl"),
  fraction(speller, top, bottom, isMixed = false) {
    if (top >= bottom) return undefined;
    if (bottom === 2) return isMixed ? "een half" : "een half";
    if (bottom === 4) return top === 1 ? "een kwart" : `${speller.cardinal(top)} kwart`;
    return `${speller.cardinal(top)} ${speller.ordinal(bottom)}`;
  },
  streetEnding: { pattern: /(\p{Lu}\p{Ll}{1,40}s)tr\.(?!\p{L})/uy, spoken: "traat" },
  half: (noun) =>
    /^(?:jaar|uur|pond|brood|glas|dozijn|kwartier)$/.test(noun) ? "een half" : "een halve",
  mixed: "en",
  date(speller, { year, month, day }) {
    return speller.join(
      day === undefined ? undefined : speller.cardinal(day),
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
        : `en ${speller.cardinal(second)} ${second === 1 ? "seconde" : "seconden"}`;
    return speller.join(
      `${speller.cardinal(hours)} uur`,
      minute > 0 ? speller.cardinal(minute) : undefined,
      seconds,
    );
  },
  ordinalSuffixes: { e: "", de: "", ste: "" },
  isYear: (before, after) =>
    /^(?:in|sinds|van|tot|uit|vanaf|jaar|anno|voor|na|en|rond|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|zomer|winter|herfst|lente|begin|eind)$/i.test(
      before,
    ) || !/^\p{Ll}{2,}(?:en|s)$/u.test(after),
  yearPhrase(speller, { year, rest }) {
    return /^er(?!\p{L})/u.test(rest)
      ? { spoken: `${speller.year(year)}er`, length: 2 }
      : undefined;
  },
  titles: {
    "dhr.": "de heer",
    "Dhr.": "De heer",
    "mevr.": "mevrouw",
    "Mevr.": "Mevrouw",
    "mw.": "mevrouw",
    "Mw.": "Mevrouw",
    "dr.": "doctor",
    "Dr.": "Doctor",
    "prof.": "professor",
    "Prof.": "Professor",
    "ir.": "ingenieur",
    "drs.": "doctorandus",
    "mr.": "meester",
    "St.": "Sint",
  },
  labels: {
    "nr.": "nummer",
    "Nr.": "Nummer",
    "blz.": "bladzijde",
    "p.": "pagina",
    "art.": "artikel",
    "hfst.": "hoofdstuk",
    "tel.": "telefoon",
    "Tel.": "Telefoon",
    "ca.": "circa",
    "max.": "maximaal",
    "min.": "minimaal",
  },
  abbreviations: {
    "bijv.": "bijvoorbeeld",
    "bv.": "bijvoorbeeld",
    "d.w.z.": "dat wil zeggen",
    "o.a.": "onder andere",
    "enz.": "enzovoort",
    "etc.": "et cetera",
    "m.b.t.": "met betrekking tot",
    "i.p.v.": "in plaats van",
    "t/m": "tot en met",
    "a.u.b.": "alstublieft",
    "ca.": "circa",
    "incl.": "inclusief",
    "excl.": "exclusief",
    "n.Chr.": "na Christus",
    "v.Chr.": "voor Christus",
    "m.i.": "mijns inziens",
    "tel.": "telefoon",
    "Tel.": "Telefoon",
    "str.": "straat",
    "max.": "maximaal",
  },
  roman(speller, { value, text, before, after }) {
    if (/^(?:hoofdstuk|deel|wereldoorlog|akte|fase|type|boek)$/i.test(before))
      return speller.cardinal(value);
    if (/^eeuw$/i.test(after)) return speller.ordinal(value);
    const isName =
      /^\p{Lu}\p{Ll}+$/u.test(before) &&
      value < 40 &&
      (text.length > 1 || /^(?:Karel|Filips)$/.test(before));
    return isName ? `de ${speller.ordinal(value)}` : undefined;
  },
  magnitudes: {
    miljoen: m("miljoen"),
    miljard: m("miljard"),
    mln: m("miljoen"),
    "mln.": m("miljoen"),
    mld: m("miljard"),
    duizend: m("duizend"),
    M: m("miljoen"),
    k: m("duizend"),
  },
  hourMarks: ["uur", "u"],
  phoneWords: ["telefoon", "tel", "telefoonnummer", "bel", "mobiel", "fax", "nummer"],
};
