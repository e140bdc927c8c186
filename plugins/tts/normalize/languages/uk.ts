import { type DeclinedWords, writeDeclined } from "./declined.ts";
import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];
const f = (forms: string): Noun => ["f", forms];

const ones = [
  "",
  "перший",
  "другий",
  "третій",
  "четвертий",
  "п’ятий",
  "шостий",
  "сьомий",
  "восьмий",
  "дев’ятий",
  "десятий",
  "одинадцятий",
  "дванадцятий",
  "тринадцятий",
  "чотирнадцятий",
  "п’ятнадцятий",
  "шістнадцятий",
  "сімнадцятий",
  "вісімнадцятий",
  "дев’ятнадцятий",
];
const tens = [
  "",
  "",
  "двадцятий",
  "тридцятий",
  "сороковий",
  "п’ятдесятий",
  "шістдесятий",
  "сімдесятий",
  "вісімдесятий",
  "дев’яностий",
];
const tensCardinal = [
  "",
  "",
  "двадцять",
  "тридцять",
  "сорок",
  "п’ятдесят",
  "шістдесят",
  "сімдесят",
  "вісімдесят",
  "дев’яносто",
];
const hundredsCardinal = [
  "",
  "сто",
  "двісті",
  "триста",
  "чотириста",
  "п’ятсот",
  "шістсот",
  "сімсот",
  "вісімсот",
  "дев’ятсот",
];
const hundreds = [
  "",
  "сотий",
  "двохсотий",
  "трьохсотий",
  "чотирьохсотий",
  "п’ятисотий",
  "шестисотий",
  "семисотий",
  "восьмисотий",
  "дев’ятисотий",
];
const thousandsCardinal: Readonly<Record<number, string>> = {
  1: "тисяча",
  2: "дві тисячі",
  3: "три тисячі",
};
const thousands: Readonly<Record<number, string>> = {
  1: "тисячний",
  2: "двотисячний",
  3: "трьохтисячний",
};

/** Returns an ordinal up to 3999, which CLDR lacks for Ukrainian. */
function writeOrdinal(value: number, form: string): string | undefined {
  if (value < 1 || value > 3999) return undefined;
  const [thousand, hundred, rest] = [
    Math.floor(value / 1000),
    Math.floor((value % 1000) / 100),
    value % 100,
  ];
  const words: (string | undefined)[] = [];
  let last: string | undefined;
  if (rest > 0) {
    last = rest < 20 ? ones[rest] : rest % 10 === 0 ? tens[rest / 10] : ones[rest % 10];
    words.push(
      thousandsCardinal[thousand],
      hundredsCardinal[hundred],
      rest > 20 && rest % 10 > 0 ? tensCardinal[Math.floor(rest / 10)] : undefined,
    );
  } else if (hundred > 0) {
    last = hundreds[hundred];
    words.push(thousandsCardinal[thousand]);
  } else last = thousands[thousand];
  return [...words, decline(last ?? "", form)].filter(Boolean).join(" ");
}

function decline(word: string, form: string): string {
  const isSoft = word.endsWith("ій");
  const endings: Readonly<Record<string, readonly [string, string]>> = {
    m: ["ий", "ій"],
    f: ["а", "я"],
    n: ["е", "є"],
    genitive: ["ого", "ього"],
    locative: ["ому", "ьому"],
    instrumental: ["им", "ім"],
    "f-genitive": ["ої", "ьої"],
    "f-locative": ["ій", "ій"],
    "plural-genitive": ["их", "іх"],
  };
  return word.slice(0, -2) + (endings[form] ?? endings.m ?? ["ий", "ій"])[isSoft ? 1 : 0];
}

/** The commonest feminine nouns after two. Their form doesn't show the gender. */
const feminine =
  /^(?:години|хвилини|секунди|книги|жінки|особи|сестри|дочки|сторінки|школи|групи|сім’ї|дороги|вулиці|ночі|речі|фірми|частини|пляшки|склянки|ложки|таблетки|версії|станції|лінії|зміни|пари|доби|тонни|гривні|копійки|дівчини|кави)$/;

const genitiveWords: DeclinedWords = {
  ones: "нуля|одного|двох|трьох|чотирьох|п’яти|шести|семи|восьми|дев’яти|десяти|одинадцяти|дванадцяти|тринадцяти|чотирнадцяти|п’ятнадцяти|шістнадцяти|сімнадцяти|вісімнадцяти|дев’ятнадцяти",
  feminineOne: "однієї",
  tens: "двадцяти|тридцяти|сорока|п’ятдесяти|шістдесяти|сімдесяти|вісімдесяти|дев’яноста",
  hundreds: "ста|двохсот|трьохсот|чотирьохсот|п’ятисот|шестисот|семисот|восьмисот|дев’ятисот",
  powers: ["тисячі|тисяч", "мільйона|мільйонів", "мільярда|мільярдів"],
};
const instrumentalWords: DeclinedWords = {
  ones: "нулем|одним|двома|трьома|чотирма|п’ятьма|шістьма|сьома|вісьма|дев’ятьма|десятьма|одинадцятьма|дванадцятьма|тринадцятьма|чотирнадцятьма|п’ятнадцятьма|шістнадцятьма|сімнадцятьма|вісімнадцятьма|дев’ятнадцятьма",
  feminineOne: "однією",
  tens: "двадцятьма|тридцятьма|сорока|п’ятдесятьма|шістдесятьма|сімдесятьма|вісімдесятьма|дев’яноста",
  hundreds:
    "ста|двомастами|трьомастами|чотирмастами|п’ятьмастами|шістьмастами|сьомастами|вісьмастами|дев’ятьмастами",
  powers: ["тисячею|тисячами", "мільйоном|мільйонами", "мільярдом|мільярдами"],
};
const genitiveBefore =
  /^(?:до|від|од|без|для|біля|близько|бл\.|після|крім|замість|серед|проти|більше|менше|старше|молодше|вище|нижче|протягом|впродовж|упродовж|із)$/;

/** Ukrainian. */
export const language: Language = {
  rules: {
    counting: "spellout-cardinal-masculine",
    m: "spellout-cardinal-masculine",
    f: "spellout-cardinal-feminine",
    n: "spellout-cardinal-neuter",
  },
  ordinals: {},
  ordinal: writeOrdinal,
  repairs: [
    [/\u02bc/g, "’"],
    [/^одна тисяча/g, "тисяча"],
  ],
  decimals: "number",
  decimal(speller, whole, fraction) {
    const names: Readonly<Record<number, string>> = {
      1: "десята|десятих",
      2: "сота|сотих",
      3: "тисячна|тисячних",
    };
    const own = names[fraction.length];
    if (own === undefined || /^0+$/.test(fraction)) return undefined;
    const isOne = (value: string) => /(?:^|[^1])1$/.test(value);
    const top = String(Number(fraction));
    return speller.join(
      speller.cardinal(whole, "f"),
      isOne(whole) ? (speller.isGenitive ? "цілої" : "ціла") : "цілих",
      speller.cardinal(top, "f"),
      speller.isGenitive && isOne(top)
        ? own.replace(/а\|.*/, "ої")
        : own.split("|")[isOne(top) ? 0 : 1],
    );
  },
  ...readNouns("uk"),
  centsLink: "",
  currencySymbols: { грн: "UAH", "грн.": "UAH", дол: "USD", "дол.": "USD" },
  unitGenders: { hour: "f", minute: "f", second: "f", mile: "f", ounce: "f", millisecond: "f" },
  fraction(speller, top, bottom) {
    if (top >= bottom) return undefined;
    if (bottom === 4 && top < 4)
      return top === 1 ? "одна чверть" : `${speller.cardinal(top, "f")} чверті`;
    if (bottom === 3) return top === 1 ? "одна третина" : "дві третини";
    return `${speller.cardinal(top, "f")} ${writeOrdinal(bottom, top === 1 ? "f" : "plural-genitive")}`;
  },
  half: () => "пів",
  mixed: "і",
  genitive: {
    // After "з", other nouns are in the instrumental.
    isBefore: (before, after) =>
      genitiveBefore.test(before) ||
      (/^(?:з|зі)$/.test(before) && !/(?:ми|ом|ем|єм|ою|ею|єю)$/.test(after)),
    cardinal: (_speller, value, gender) => writeDeclined(Number(value), gender, genitiveWords),
    year: (_speller, value, before) =>
      /^(?:до|від|з|після)$/.test(before) ? writeOrdinal(Number(value), "genitive") : undefined,
    hasDecimals: true,
    to: "до",
  },
  declined(_speller, { value, before, noun }) {
    if (/(?:[ая]м|ьм)и$/.test(noun)) return writeDeclined(Number(value), "m", instrumentalWords);
    const isAt = /^(?:в|у|на|о|об|по|при)$/.test(before) && /[ая]х$/.test(noun);
    // The forms are those of the genitive.
    return isAt ? writeDeclined(Number(value), "m", genitiveWords) : undefined;
  },
  date(speller, { year, month, day, before, isLast, isAlone }) {
    const spokenYear =
      year === undefined
        ? undefined
        : `${writeOrdinal(year, "genitive") ?? speller.cardinal(year)} року`;
    if (day === undefined) return speller.join(speller.monthAlone(month), spokenYear);
    const isToday = isLast && /^(?:сьогодні|завтра|післязавтра|вчора|це)$/.test(before);
    const agreement =
      isAlone || isToday || /^(?:на|по)$/.test(before)
        ? "n"
        : /^(?:перед|між)$/.test(before)
          ? "instrumental"
          : "genitive";
    return speller.join(writeOrdinal(day, agreement), speller.month(month), spokenYear);
  },
  time(speller, { hour, minute, second, period, before }) {
    const hours =
      period === "pm" && hour < 12 ? hour + 12 : period === "am" && hour === 12 ? 0 : hour;
    const part = (value: number, forms: string) =>
      `${speller.cardinal(value, "f")} ${speller.inflect(String(value), forms)}`;
    if (/^об?$/.test(before) && second === undefined && hours > 0)
      return speller.join(
        writeOrdinal(hours, "f-locative"),
        minute > 0 ? speller.cardinal(minute) : "годині",
      );
    return speller.join(
      part(hours, "година|години|годин"),
      minute > 0 ? part(minute, "хвилина|хвилини|хвилин") : undefined,
      second === undefined || second === 0 ? undefined : part(second, "секунда|секунди|секунд"),
    );
  },
  ordinalSuffixes: {
    й: "m",
    ий: "m",
    ій: "m",
    а: "f",
    я: "f",
    е: "n",
    є: "n",
    ге: "n",
    ше: "n",
    те: "n",
    тє: "n",
    ме: "n",
    га: "f",
    ша: "f",
    та: "f",
    тя: "f",
    ма: "f",
    го: "genitive",
    ого: "genitive",
    му: "locative",
    ому: "locative",
    х: "plural-genitive",
    их: "plural-genitive",
    ї: "f-genitive",
  },
  genderBefore(noun, value) {
    if (!/^\p{Ll}{3,}/u.test(noun) || /^(?:або|для|раз|років|при|під|над|без|як)$/.test(noun))
      return undefined;
    if (/(?:^|[^1])2$/.test(value)) return feminine.test(noun) ? "f" : undefined;
    return /(?:^|[^1])1$/.test(value)
      ? /[ая]$/.test(noun)
        ? "f"
        : /[ое]$/.test(noun)
          ? "n"
          : "m"
      : undefined;
  },
  yearSuffix: / ?(?:р\.|року|рік|році)(?!\p{L})/uy,
  yearPhrase(_speller, { year, rest, before }) {
    const [all, word] = /^ ?(р\.|року|році|рік)(?!\p{L})/u.exec(rest) ?? [];
    if (all === undefined || year.length < 4) return undefined;
    const isIn = /^(?:в|у|о)$/.test(before);
    const form =
      word === "році" || (word === "р." && isIn) ? "locative" : word === "рік" ? "m" : "genitive";
    const noun = form === "locative" ? "році" : form === "m" ? "рік" : "року";
    return { spoken: `${writeOrdinal(Number(year), form)} ${noun}`, length: all.length };
  },
  range(speller, { from, to }) {
    return speller.join(from, "—", to);
  },
  titles: {
    "м.": "місто",
    "вул.": "вулиця",
    "д-р": "доктор",
    "проф.": "професор",
    "св.": "святий",
    "ім.": "імені",
  },
  labels: {
    "стор.": "сторінка",
    "с.": "сторінка",
    "гл.": "глава",
    "рис.": "рисунок",
    "ст.": "стаття",
    "п.": "пункт",
    "буд.": "будинок",
    "кв.": "квартира",
    "тел.": "телефон",
    "Тел.": "Телефон",
    "т.": "том",
    "бл.": "близько",
  },
  oblique: {
    "вул.": "вулиці",
    "м.": "місті",
  },
  abbreviations: {
    "т. д.": "так далі",
    "т.д.": "так далі",
    "т. п.": "тому подібне",
    "т.п.": "тому подібне",
    тощо: "тощо",
    "напр.": "наприклад",
    "т. зв.": "так званий",
    "ін.": "інші",
    "вул.": "вулиця",
    "тел.": "телефон",
    "Тел.": "Телефон",
    "н. е.": "нашої ери",
    "н.е.": "нашої ери",
    "тис.": "тисяч",
    "див.": "дивись",
    "Див.": "Дивись",
    "рр.": "роки",
  },
  roman(_speller, { value, text, before, after }) {
    if (/^століття$/i.test(after) || /^ст$/.test(after)) return writeOrdinal(value, "n");
    if (/^столітті$/i.test(after)) return writeOrdinal(value, "locative");
    if (/^(?:глава|частина)$/i.test(before)) return writeOrdinal(value, "f");
    if (/^(?:розділ|том)$/i.test(before)) return writeOrdinal(value, "m");
    if (/^(?:війна|світова)$/i.test(after)) return writeOrdinal(value, "f");
    const isName =
      /^\p{Lu}\p{Ll}+$/u.test(before) &&
      value < 40 &&
      (text.length > 1 ||
        /^(?:Карл|Павло|Петро|Данило|Володимир|Ярослав|Іван|Микола|Олександр)$/.test(before));
    return isName ? writeOrdinal(value, /[ая]$/.test(before) ? "f" : "m") : undefined;
  },
  magnitudes: {
    тис: f("тисяча|тисячі|тисяч|тисячі"),
    "тис.": f("тисяча|тисячі|тисяч|тисячі"),
    млн: m("мільйон|мільйони|мільйонів|мільйона"),
    мільйон: m("мільйон|мільйони|мільйонів|мільйона"),
    мільйони: m("мільйон|мільйони|мільйонів|мільйона"),
    мільйонів: m("мільйон|мільйони|мільйонів|мільйона"),
    млрд: m("мільярд|мільярди|мільярдів|мільярда"),
    мільярдів: m("мільярд|мільярди|мільярдів|мільярда"),
    мільярди: m("мільярд|мільярди|мільярдів|мільярда"),
  },
  hourMarks: [],
  phoneWords: ["телефон", "тел", "дзвоніть", "телефонуйте", "номер", "факс", "мобільний"],
};
