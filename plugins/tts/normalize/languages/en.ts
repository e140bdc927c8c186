import { readNouns } from "./nouns.ts";
import type { Language, Noun, Speller } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];
const halves: Readonly<Record<number, string>> = { 2: "half|halves", 4: "quarter|quarters" };

/** English. */
export const language: Language = {
  rules: { counting: "spellout-numbering", year: "spellout-numbering-year" },
  ordinals: { "": "spellout-ordinal" },
  repairs: [[/oh-/g, "oh "]],
  decimals: "digits",
  ...readNouns("en"),
  fraction(speller, top, bottom, isMixed = false) {
    if (top === 24 && bottom === 7) return "twenty-four seven";
    if (top === 9 && bottom === 11) return "nine eleven";
    if (top >= bottom) return undefined;
    if (isMixed && top === 1)
      return bottom === 2
        ? "a half"
        : `a ${halves[bottom]?.split("|")[0] ?? speller.ordinal(bottom)}`;
    const own = halves[bottom];
    const name = own
      ? own.split("|")[top === 1 ? 0 : 1]
      : `${speller.ordinal(bottom)}${top === 1 ? "" : "s"}`;
    return `${speller.cardinal(top)} ${name}`;
  },
  mixed: "and",
  date(speller, { year, month, day, before }) {
    const name = speller.month(month);
    const spokenYear = year === undefined ? undefined : speller.year(year);
    if (day === undefined) return speller.join(name, spokenYear);
    const ordinal = speller.ordinal(day) ?? "";
    const isDayFirst = /^en-(GB|IE|AU|NZ|ZA|IN)$/i.test(speller.locale);
    const isLed = before === "the";
    const written =
      isDayFirst || isLed ? `${isLed ? "" : "the "}${ordinal} of ${name}` : `${name} ${ordinal}`;
    return spokenYear === undefined ? written : `${written}, ${spokenYear}`;
  },
  time(speller, { hour, minute, second, period }) {
    if (hour === 0 && minute === 0 && !second && !period) return "midnight";
    const suffix = period === "am" ? "a m" : period === "pm" ? "p m" : undefined;
    const minutes =
      minute > 0
        ? `${minute < 10 ? "oh " : ""}${speller.cardinal(minute)}`
        : second === undefined && suffix === undefined
          ? hour === 0 || hour > 12
            ? "hundred"
            : "o'clock"
          : "";
    const seconds =
      second === undefined || second === 0
        ? undefined
        : `and ${speller.cardinal(second)} ${speller.inflect(String(second), "second|seconds")}`;
    return speller.join(speller.cardinal(hour), minutes, seconds, suffix);
  },
  ordinalSuffixes: { st: "", nd: "", rd: "", th: "" },
  titles: {
    "Dr.": "Doctor",
    "Mr.": "Mister",
    "Mrs.": "Missis",
    "Ms.": "Miz",
    "Prof.": "Professor",
    "St.": "Saint",
    "Rev.": "Reverend",
    "Gen.": "General",
    "Sgt.": "Sergeant",
    "Capt.": "Captain",
    "Lt.": "Lieutenant",
    "Col.": "Colonel",
    "Gov.": "Governor",
    "Sen.": "Senator",
    "Rep.": "Representative",
    "Hon.": "Honorable",
    "Mt.": "Mount",
    "Ft.": "Fort",
    Mr: "Mister",
    Mrs: "Missis",
    Ms: "Miz",
    Dr: "Doctor",
    Prof: "Professor",
    St: "Saint",
    Mt: "Mount",
  },
  streets: {
    "St.": "Street",
    "Dr.": "Drive",
    "Ave.": "Avenue",
    "Blvd.": "Boulevard",
    "Rd.": "Road",
    "Ln.": "Lane",
    "Sq.": "Square",
    "Hwy.": "Highway",
    "Jr.": "Junior",
    "Sr.": "Senior",
    St: "Street",
    Ave: "Avenue",
    Blvd: "Boulevard",
    Rd: "Road",
  },
  labels: {
    "No.": "Number",
    "Nos.": "Numbers",
    "no.": "number",
    "nos.": "numbers",
    "Vol.": "Volume",
    "vol.": "volume",
    "Ch.": "Chapter",
    "ch.": "chapter",
    "Fig.": "Figure",
    "fig.": "figure",
    "p.": "page",
    "pp.": "pages",
    "Sec.": "Section",
    "sec.": "section",
    "Art.": "Article",
    "Ext.": "Extension",
    "ext.": "extension",
    "Apt.": "Apartment",
    "apt.": "apartment",
    "c.": "circa",
    "ca.": "circa",
    "est.": "established",
    "Est.": "Established",
    "approx.": "approximately",
    "Jan.": "January",
    "Feb.": "February",
    "Mar.": "March",
    "Apr.": "April",
    "Aug.": "August",
    "Sept.": "September",
    "Sep.": "September",
    "Oct.": "October",
    "Nov.": "November",
    "Dec.": "December",
  },
  abbreviations: {
    "vs.": "versus",
    vs: "versus",
    "etc.": "et cetera",
    "e.g.": "for example",
    "i.e.": "that is",
    "approx.": "approximately",
    "Inc.": "Incorporated",
    "Ltd.": "Limited",
    "Corp.": "Corporation",
    "dept.": "department",
    "Dept.": "Department",
    "Ave.": "Avenue",
    "Blvd.": "Boulevard",
    "a.k.a.": "also known as",
    "a.m.": "a m",
    "p.m.": "p m",
    "w/o": "without",
    "w/": "with",
    "Mr.": "Mister",
    "Mrs.": "Missis",
    "Dr.": "Doctor",
    "Prof.": "Professor",
  },
  roman: readEnglishRoman,
  magnitudes: {
    k: m("thousand"),
    K: m("thousand"),
    M: m("million"),
    m: m("million"),
    mn: m("million"),
    bn: m("billion"),
    b: m("billion"),
    B: m("billion"),
    T: m("trillion"),
    tn: m("trillion"),
    hundred: m("hundred"),
    thousand: m("thousand"),
    million: m("million"),
    billion: m("billion"),
    trillion: m("trillion"),
  },
  hourMarks: ["o'clock", "o’clock"],
  isAttributive: (before, after) =>
    /^(?:an?|the|this|that|each|every|another|one)$/i.test(before) &&
    /^\p{Ll}{3,}$/u.test(after) &&
    !/^(?:and|per|for|from|the|that|was|were|are|will|you|they|with|into|over|than|each|less|more|off|back|worth|price)$/.test(
      after,
    ),
  isYear: (before, after) =>
    yearWord.test(before) || !(/^\p{Ll}{2,}s$/u.test(after) || after === "people"),
  yearPhrase(speller, { year, rest }) {
    const [suffix] = /^['’]?s(?!\p{L})/u.exec(rest) ?? [];
    if (suffix === undefined || !year.endsWith("0")) return undefined;
    const words = speller.year(year);
    const plural = words.endsWith("y") ? `${words.slice(0, -1)}ies` : `${words}s`;
    return { spoken: plural, length: suffix.length };
  },
  phoneWords: ["phone", "tel", "telephone", "call", "dial", "fax", "mobile", "cell", "text"],
};

const yearWord =
  /^(?:in|since|from|until|till|by|of|year|years|before|after|around|circa|during|late|early|mid|and|to|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december)$/i;
const numbered =
  /^(?:chapter|part|section|act|scene|volume|book|war|type|phase|appendix|class|grade|level|stage|figure|table|article|title|season|episode|bowl|mark|world|factor)$/i;

function readEnglishRoman(
  speller: Speller,
  { value, text, before, after }: { value: number; text: string; before: string; after: string },
): string | undefined {
  if (numbered.test(before)) return speller.cardinal(value);
  if (/^centur(?:y|ies)$/i.test(after)) return speller.ordinal(value);
  // A king's number follows a name. Single letters are too often initials.
  const isName = /^\p{Lu}\p{Ll}+$/u.test(before);
  if (
    isName &&
    (text.length > 1 || (text === "V" && /^(?:Henry|George|Charles|Edward)$/.test(before)))
  )
    return value < 60 ? `the ${speller.ordinal(value)}` : undefined;
  return undefined;
}
