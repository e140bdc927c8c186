import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];
const link = /^(?:e|ou|a|o|os|as|de|do|da|em|que|com|por|para|é|são|ao|mais|menos|até|mas|no|na)$/i;
const fractionNames: Readonly<Record<number, string>> = { 2: "meio", 3: "terço" };

/** Portuguese. */
export const language: Language = {
  rules: {
    counting: "spellout-numbering",
    m: "spellout-cardinal-masculine",
    f: "spellout-cardinal-feminine",
    n: "spellout-cardinal-masculine",
  },
  ordinals: { "": "spellout-ordinal-masculine", f: "spellout-ordinal-feminine" },
  decimals: "number",
  largeLink: "de",
  ...readNouns("pt"),
  unitGenders: { hour: "f", mile: "f", yard: "f", pound: "f", ounce: "f" },
  fraction(speller, top, bottom, isMixed = false) {
    if (top >= bottom) return undefined;
    if (bottom === 2) return isMixed ? "meio" : "um meio";
    const stem =
      fractionNames[bottom] ??
      (bottom <= 10 ? speller.ordinal(bottom) : `${speller.cardinal(bottom)} avo`);
    return `${speller.cardinal(top, "m")} ${stem}${top === 1 ? "" : "s"}`;
  },
  half: (noun) => (/a$/.test(noun) && !/^(?:dia|mapa)$/.test(noun) ? "meia" : "meio"),
  mixed: "e",
  date(speller, { year, month, day }) {
    const spokenDay =
      day === undefined ? undefined : day === 1 ? "primeiro" : speller.cardinal(day);
    return [
      spokenDay,
      speller.month(month),
      year === undefined ? undefined : speller.cardinal(year),
    ]
      .filter((part) => part !== undefined)
      .join(" de ");
  },
  time(speller, { hour, minute, second, period }) {
    const hours =
      period === "pm" && hour < 12 ? hour + 12 : period === "am" && hour === 12 ? 0 : hour;
    const name = hours === 0 || hours === 1 ? "hora" : "horas";
    const seconds =
      second === undefined || second === 0
        ? undefined
        : `e ${speller.cardinal(second, "m")} ${second === 1 ? "segundo" : "segundos"}`;
    const hourWords = speller.cardinal(hours, "f");
    return speller.join(
      minute === 0 ? `${hourWords} ${name}` : `${hourWords} e ${speller.cardinal(minute)}`,
      seconds,
    );
  },
  ordinalSuffixes: { º: "", ª: "f", "°": "", o: "", a: "f" },
  genderBefore(noun) {
    if (link.test(noun) || !/^\p{Ll}/u.test(noun)) return undefined;
    return /(?:[^m]as?|ção|ções|dade|dades|gem|gens)$/u.test(noun) &&
      !/^(?:dias?|mapas?)$/u.test(noun)
      ? "f"
      : "m";
  },
  titles: {
    "Sr.": "senhor",
    "Sra.": "senhora",
    "Srta.": "senhorita",
    "Dr.": "doutor",
    "Dra.": "doutora",
    "Prof.": "professor",
    "Profa.": "professora",
    "Eng.": "engenheiro",
    "D.": "dom",
  },
  labels: {
    nº: "número",
    Nº: "Número",
    "n.º": "número",
    "N.º": "Número",
    "pág.": "página",
    "págs.": "páginas",
    "p.": "página",
    "art.": "artigo",
    "Art.": "Artigo",
    "cap.": "capítulo",
    "vol.": "volume",
    "fig.": "figura",
    "tel.": "telefone",
    "Tel.": "Telefone",
    "aprox.": "aproximadamente",
  },
  abbreviations: {
    "etc.": "et cetera",
    "p. ex.": "por exemplo",
    "p.ex.": "por exemplo",
    "ex.": "exemplo",
    "aprox.": "aproximadamente",
    "Av.": "Avenida",
    "R.": "Rua",
    "a.C.": "antes de Cristo",
    "d.C.": "depois de Cristo",
    EUA: "Estados Unidos",
    "tel.": "telefone",
    "Tel.": "Telefone",
    "máx.": "máximo",
    "mín.": "mínimo",
    "Sr.": "senhor",
    "Sra.": "senhora",
    "Dr.": "doutor",
    "Dra.": "doutora",
    "Ltda.": "limitada",
  },
  roman(speller, { value, text, before, after }) {
    if (/^séculos?$/i.test(before))
      return value <= 10 ? speller.ordinal(value) : speller.cardinal(value);
    if (/^(?:capítulo|tomo|parte|volume|ato|livro|guerra|fase|tipo)$/i.test(before))
      return speller.cardinal(value);
    if (/^(?:congresso|edição|guerra)$/i.test(after))
      return speller.ordinal(value, after === "congresso" ? "" : "f");
    const isName =
      /^\p{Lu}\p{Ll}+$/u.test(before) &&
      value < 40 &&
      (text.length > 1 || /^(?:João|Carlos|Pedro|Manuel|Afonso)$/.test(before));
    if (!isName) return undefined;
    return value <= 10
      ? speller.ordinal(value, before.endsWith("a") || before === "Isabel" ? "f" : "")
      : speller.cardinal(value);
  },
  magnitudes: {
    milhão: m("milhão|milhões"),
    milhões: m("milhão|milhões"),
    mil: m("mil"),
    bilhão: m("bilhão|bilhões"),
    bilhões: m("bilhão|bilhões"),
    mi: m("milhão|milhões"),
    bi: m("bilhão|bilhões"),
    M: m("milhão|milhões"),
    k: m("mil"),
  },
  hourMarks: ["hs", "h"],
  phoneWords: [
    "telefone",
    "tel",
    "telemóvel",
    "celular",
    "ligue",
    "fax",
    "número",
    "whatsapp",
    "disque",
  ],
};
