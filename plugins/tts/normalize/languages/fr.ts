import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];

/** The commonest feminine nouns after "une". Endings such as -tion show the gender of others. */
const feminine =
  /^(?:pages?|fois|heures?|minutes?|secondes?|personnes?|femmes?|filles?|maisons?|voitures?|années?|semaines?|journées?|villes?|écoles?|tables?|chaises?|rues?|lignes?|lettres?|photos?|images?|chambres?|pièces?|places?|tasses?|bouteilles?|cartes?|étoiles?|notes?|idées?|portes?|fenêtres?|parts?|parties?|tonnes?|nuits?|équipes?|étapes?|zones?|tranches?|boîtes?|doses?|roses?|bougies?|marches?|entreprises?|vies?|voix|questions?|.*(?:[^s]tions?|sions?|ettes?|ences?|ances?|elles?|esses?))$/;

/** French. */
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
    p: "spellout-ordinal-masculine-plural",
  },
  repairs: [[/^(.* )?cent-et-unième$/g, "$1cent unième"]],
  decimals: "number",
  largeLink: "de",
  ...readNouns("fr"),
  unitGenders: { second: "f", minute: "f", hour: "f", ounce: "f", pound: "f", millisecond: "f" },
  fraction(speller, top, bottom, isMixed = false) {
    if (top >= bottom) return undefined;
    if (bottom === 2) return isMixed ? "demi" : "un demi";
    const plural = top === 1 ? "" : "s";
    const name =
      bottom === 3
        ? "tiers"
        : bottom === 4
          ? `quart${plural}`
          : `${speller.ordinal(bottom)}${plural}`;
    return `${speller.cardinal(top)} ${name}`;
  },
  mixed: "et",
  date(speller, { year, month, day }) {
    const spokenYear = year === undefined ? undefined : speller.cardinal(year);
    const spokenDay = day === undefined ? undefined : day === 1 ? "premier" : speller.cardinal(day);
    return speller.join(spokenDay, speller.month(month), spokenYear);
  },
  time(speller, { hour, minute, second, period }) {
    const hours =
      period === "pm" && hour < 12 ? hour + 12 : period === "am" && hour === 12 ? 0 : hour;
    const name = hours === 0 || hours === 1 ? "heure" : "heures";
    const seconds =
      second === undefined || second === 0
        ? undefined
        : `et ${speller.cardinal(second, "f")} ${second === 1 ? "seconde" : "secondes"}`;
    return speller.join(
      `${speller.cardinal(hours, "f")} ${name}`,
      minute > 0 ? speller.cardinal(minute, "f") : undefined,
      seconds,
    );
  },
  genderBefore: (noun, value) =>
    /(?:^|[^1])1$/.test(value) && feminine.test(noun) ? "f" : undefined,
  ordinalSuffixes: {
    er: "",
    re: "f",
    ère: "f",
    e: "",
    è: "",
    ème: "",
    eme: "",
    ième: "",
    nd: "",
    nde: "f",
    es: "p",
    èmes: "p",
  },
  titles: {
    "M.": "Monsieur",
    "MM.": "Messieurs",
    Mme: "Madame",
    Mmes: "Mesdames",
    Mlle: "Mademoiselle",
    "Dr.": "Docteur",
    Dr: "Docteur",
    "Pr.": "Professeur",
    Pr: "Professeur",
    Me: "Maître",
    St: "Saint",
    Ste: "Sainte",
    "St.": "Saint",
  },
  labels: {
    "n°": "numéro",
    "N°": "Numéro",
    no: "numéro",
    "p.": "page",
    "pp.": "pages",
    "art.": "article",
    "Art.": "Article",
    "chap.": "chapitre",
    "fig.": "figure",
    "vol.": "volume",
    "env.": "environ",
    "tél.": "téléphone",
    "Tél.": "Téléphone",
    "av.": "avenue",
  },
  abbreviations: {
    "etc.": "et cetera",
    "p. ex.": "par exemple",
    "c.-à-d.": "c'est-à-dire",
    "env.": "environ",
    "cf.": "confer",
    "av. J.-C.": "avant Jésus-Christ",
    "bd.": "boulevard",
    "tél.": "téléphone",
    "Tél.": "Téléphone",
    "max.": "maximum",
    "min.": "minimum",
    Mme: "Madame",
    Mlle: "Mademoiselle",
    svp: "s'il vous plaît",
  },
  roman(speller, { value, text, before, after }) {
    if (/^(?:chapitre|tome|partie|volume|acte|livre|article|guerre|phase|type)$/i.test(before))
      return speller.cardinal(value);
    if (/^siècles?$/.test(after)) return speller.ordinal(value);
    const isName = /^\p{Lu}\p{Ll}+$/u.test(before) && value < 60 && text.length > 1;
    return isName ||
      (/^(?:Louis|Charles|Henri|François|Napoléon|Élisabeth)$/.test(before) && value < 30)
      ? value === 1
        ? "premier"
        : speller.cardinal(value)
      : undefined;
  },
  magnitudes: {
    million: m("million|millions"),
    millions: m("million|millions"),
    milliard: m("milliard|milliards"),
    milliards: m("milliard|milliards"),
    M: m("million|millions"),
    Md: m("milliard|milliards"),
    Mds: m("milliard|milliards"),
    k: m("mille"),
    mille: m("mille"),
  },
  hourMarks: ["heures", "heure", "h", "H"],
  phoneWords: [
    "téléphone",
    "tél",
    "tel",
    "appelez",
    "numéro",
    "fax",
    "mobile",
    "portable",
    "composez",
  ],
};
