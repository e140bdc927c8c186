import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];
const locative = /^(?:w|we|o|po|przy|na)$/;
const genitive = /^(?:od|do|z|ze|dnia|około|koło|przed|poniżej|powyżej)$/;

/** The commonest feminine nouns after two. Their form doesn't show the gender. */
const feminine =
  /^(?:godziny|minuty|sekundy|osoby|kobiety|książki|strony|dziewczyny|córki|siostry|ulice|noce|rzeczy|szkoły|firmy|grupy|sprawy|drogi|rodziny|części|kawy|herbaty|butelki|szklanki|łyżki|łyżeczki|tabletki|próby|lekcje|wersje|opcje|stacje|linie|klasy|zasady|próby|zmiany|metody|pary|doby)$/;

const numberGenitive =
  /^(?:od|do|bez|dla|u|około|ok\.|koło|blisko|powyżej|poniżej|wśród|spośród|zamiast|oprócz|ciągu|niespełna|wokół)$/;

/** Polish. */
export const language: Language = {
  rules: {
    counting: "spellout-cardinal-masculine",
    m: "spellout-cardinal-masculine",
    f: "spellout-cardinal-feminine",
    n: "spellout-cardinal-neuter",
  },
  ordinals: {
    "": "spellout-ordinal-masculine",
    f: "spellout-ordinal-feminine",
    n: "spellout-ordinal-neuter",
    genitive: "spellout-ordinal-masculine-genitive",
    locative: "spellout-ordinal-masculine-locative",
    "f-locative": "spellout-ordinal-feminine-locative",
    "f-genitive": "spellout-ordinal-feminine-genitive",
    plural: "spellout-ordinal-plural",
    "plural-genitive": "spellout-ordinal-plural-genitive",
  },
  decimals: "number",
  ...readNouns("pl"),
  unitGenders: { hour: "f", minute: "f", second: "f", mile: "f", ounce: "f", millisecond: "f" },
  fraction(speller, top, bottom, isMixed = false) {
    if (top >= bottom) return undefined;
    if (bottom === 2) return isMixed ? "pół" : "jedna druga";
    const agreement = top === 1 ? "f" : top < 5 ? "plural" : "plural-genitive";
    return `${speller.cardinal(top, "f")} ${speller.ordinal(bottom, agreement)}`;
  },
  half: () => "pół",
  mixed: "i",
  genitive: {
    // After "z", other nouns are in the instrumental.
    isBefore: (before, after) =>
      numberGenitive.test(before) || (/^ze?$/.test(before) && !/(?:mi|em|ym|im|om|ą)$/.test(after)),
    cardinal: (speller, value, gender) =>
      speller.withRules(
        value,
        `spellout-cardinal-${gender === "f" ? "feminine" : "masculine"}-genitive`,
      ),
    year: (speller, value, before) =>
      /^(?:do|od|z)$/.test(before) ? speller.ordinal(value, "genitive") : undefined,
    hasDecimals: false,
    to: "do",
  },
  declined(speller, { value, before, noun }) {
    const grammaticalCase = /m(?:i|oma)$/.test(noun)
      ? "instrumental"
      : locative.test(before) && /[ay]ch$/.test(noun)
        ? "locative"
        : undefined;
    return (
      grammaticalCase && speller.withRules(value, `spellout-cardinal-masculine-${grammaticalCase}`)
    );
  },
  date(speller, { year, month, day, before, isLast, isAlone }) {
    const spokenYear = year === undefined ? undefined : `${speller.ordinal(year, "genitive")} roku`;
    if (day === undefined) return speller.join(speller.monthAlone(month), spokenYear);
    const isToday = isLast && /^(?:dziś|dzisiaj|jutro|wczoraj|jest|to|był)$/.test(before);
    const agreement =
      isAlone || isToday || before === "na"
        ? ""
        : /^(?:po|przed|między)$/.test(before)
          ? "locative"
          : "genitive";
    return speller.join(speller.ordinal(day, agreement), speller.month(month), spokenYear);
  },
  time(speller, { hour, minute, second, period, before }) {
    const hours =
      period === "pm" && hour < 12 ? hour + 12 : period === "am" && hour === 12 ? 0 : hour;
    const agreement = locative.test(before)
      ? "f-locative"
      : genitive.test(before)
        ? "f-genitive"
        : "f";
    const seconds =
      second === undefined || second === 0
        ? undefined
        : `i ${speller.cardinal(second, "f")} ${speller.inflect(String(second), "sekunda|sekundy|sekund")}`;
    const count = (value: number) =>
      speller.withRules(value, "spellout-cardinal-masculine") ?? speller.cardinal(value);
    const minutes =
      minute === 0
        ? hours > 12 || hours === 0
          ? "zero zero"
          : undefined
        : minute < 10
          ? `zero ${count(minute)}`
          : count(minute);
    return speller.join(hours === 0 ? "zero" : speller.ordinal(hours, agreement), minutes, seconds);
  },
  ordinalSuffixes: {
    szy: "",
    gi: "",
    ci: "",
    ty: "",
    my: "",
    sty: "",
    ego: "genitive",
    go: "genitive",
    ym: "locative",
    sza: "f",
    ga: "f",
    cia: "f",
    ta: "f",
    ma: "f",
    ej: "f-genitive",
  },
  dottedOrdinal(before, after) {
    if (!/^\p{Ll}/u.test(after)) return undefined;
    const isFeminine = /a$/.test(after);
    if (/^(?:wieku|roku|piętrze|miejscu|rozdziale|dniu)$/.test(after) || locative.test(before))
      return after.endsWith("ie") || !after.endsWith("ce") ? "locative" : "f-locative";
    if (genitive.test(before)) return "genitive";
    return isFeminine ? "f" : /[oe]$/.test(after) ? "n" : "";
  },
  genderBefore: (noun, value) =>
    /(?:^|[^1])2$/.test(value) && feminine.test(noun)
      ? "f"
      : value !== "1" || !/^\p{Ll}{3,}/u.test(noun)
        ? undefined
        : noun.endsWith("a")
          ? "f"
          : /[oeę]$/.test(noun)
            ? "n"
            : "m",
  yearSuffix: / ?(?:r\.|roku(?!\p{L}))/uy,
  yearPhrase(speller, { year, rest, before }) {
    if (rest.startsWith(".") && /^lat(?:a|ach)?$/.test(before)) {
      const decade = speller.ordinal(year, before === "lata" ? "plural" : "plural-genitive");
      return decade === undefined ? undefined : { spoken: decade, length: 1 };
    }
    const [all, word] = /^ ?(r\.|roku|rok)(?!\p{L})/u.exec(rest) ?? [];
    if (all === undefined || year.length < 4) return undefined;
    const form = word === "rok" ? "" : locative.test(before) ? "locative" : "genitive";
    return {
      spoken: `${speller.ordinal(year, form)} ${form === "" ? "rok" : "roku"}`,
      length: all.length,
    };
  },
  range(speller, { from, to, values }) {
    const genitive = (value: string) =>
      speller.withRules(value, "spellout-cardinal-masculine-genitive");
    const isKnown = values?.hasNoun && genitive(values.from) && genitive(values.to);
    return isKnown
      ? `od ${genitive(values.from)} do ${genitive(values.to)}`
      : speller.join(from, "—", to);
  },
  titles: {
    "dr.": "doktor",
    dr: "doktor",
    Dr: "Doktor",
    "prof.": "profesor",
    "Prof.": "Profesor",
    mgr: "magister",
    "inż.": "inżynier",
    "św.": "święty",
    "Św.": "Święty",
    "ks.": "ksiądz",
  },
  labels: {
    nr: "numer",
    Nr: "Numer",
    "s.": "strona",
    "str.": "strona",
    "art.": "artykuł",
    "Art.": "Artykuł",
    "rozdz.": "rozdział",
    "t.": "tom",
    "tel.": "telefon",
    "Tel.": "Telefon",
    "ok.": "około",
    "godz.": "godzina",
    pkt: "punkt",
  },
  oblique: {
    "ul.": "ulicy",
    "al.": "alei",
    "pl.": "placu",
    "godz.": "godzinie|godziny",
  },
  abbreviations: {
    "np.": "na przykład",
    "tzn.": "to znaczy",
    "tj.": "to jest",
    "itd.": "i tak dalej",
    "itp.": "i tym podobne",
    "m.in.": "między innymi",
    "m. in.": "między innymi",
    "ok.": "około",
    "ul.": "ulica",
    "al.": "aleja",
    "pl.": "plac",
    "p.n.e.": "przed naszą erą",
    "n.e.": "naszej ery",
    "r.": "roku",
    "w.": "wieku",
    "ww.": "wyżej wymieniony",
    "tel.": "telefon",
    "Tel.": "Telefon",
    "tzw.": "tak zwany",
    "tys.": "tysięcy",
    "godz.": "godzina",
    wg: "według",
  },
  roman(speller, { value, text, before, after }) {
    if (/^wiek$/i.test(after)) return speller.ordinal(value);
    if (after === "w") return speller.ordinal(value, "genitive");
    if (/^wieku$/i.test(after))
      return speller.ordinal(value, /^[wW]e?$/.test(before) ? "locative" : "genitive");
    if (/^(?:wojna|część|faza)$/i.test(after)) return speller.ordinal(value, "f");
    if (/^wojny$/i.test(after)) return speller.ordinal(value, "f-genitive");
    if (/^(?:rozdział|tom|akt|typ)$/i.test(before)) return speller.ordinal(value);
    const isName =
      /^\p{Lu}\p{Ll}+$/u.test(before) &&
      value < 40 &&
      (text.length > 1 || /^(?:Karol|Zygmunt|Kazimierz)$/.test(before));
    return isName ? speller.ordinal(value, before.endsWith("a") ? "f" : "") : undefined;
  },
  magnitudes: {
    tys: m("tysiąc|tysiące|tysięcy|tysiąca"),
    "tys.": m("tysiąc|tysiące|tysięcy|tysiąca"),
    mln: m("milion|miliony|milionów|miliona"),
    milion: m("milion|miliony|milionów|miliona"),
    miliony: m("milion|miliony|milionów|miliona"),
    milionów: m("milion|miliony|milionów|miliona"),
    mld: m("miliard|miliardy|miliardów|miliarda"),
    miliardów: m("miliard|miliardy|miliardów|miliarda"),
    miliardy: m("miliard|miliardy|miliardów|miliarda"),
  },
  currencySymbols: { "zł.": "PLN" },
  hourMarks: [],
  phoneWords: ["telefon", "tel", "zadzwoń", "numer", "fax", "komórka", "kom"],
};
