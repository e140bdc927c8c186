import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];
const f = (forms: string): Noun => ["f", forms];
const fractionOnes: Readonly<Record<number, string>> = {
  1: "десятая|десятых",
  2: "сотая|сотых",
  3: "тысячная|тысячных",
};

const genitiveBefore =
  /^(?:до|от|из|без|для|у|около|ок\.|после|кроме|вместо|среди|против|свыше|более|менее|больше|меньше|порядка|старше|младше|моложе|выше|ниже|дороже|дешевле|ближе|дальше|течение)$/;

/** Russian. */
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
    prepositional: "spellout-ordinal-masculine-prepositional",
    dative: "spellout-ordinal-masculine-dative",
    instrumental: "spellout-ordinal-masculine-instrumental",
    "f-genitive": "spellout-ordinal-feminine-genitive",
    "f-accusative": "spellout-ordinal-feminine-accusative",
    plural: "spellout-ordinal-plural",
    count: "spellout-cardinal-masculine-genitive",
    "plural-genitive": "spellout-ordinal-plural-genitive",
  },
  repairs: [
    [/^одна тысяча/g, "тысяча"],
    [/^одной тысячи/g, "тысячи"],
    [/четверт(?=ый|ая|ое|ого|ой|ому|ом|ую|ые|ых)/g, "четвёрт"],
    [/(^| )двести$/g, "$1двести"],
    [/восемьдесят(?=ое|ая|ый|ого|ой|ому|ом|ую|ые|ых)/g, "восьмидесят"],
    [/^одной тысячей/g, "тысячей"],
    [/трех/g, "трёх"],
    [/трем(?!я)/g, "трём"],
    [/четырем/g, "четырём"],
    [/четырех/g, "четырёх"],
  ],
  decimals: "number",
  decimal(speller, whole, fraction) {
    const names = fractionOnes[fraction.length];
    if (names === undefined || /^0+$/.test(fraction)) return undefined;
    const isOne = (value: string) => /(?:^|[^1])1$/.test(value);
    const top = String(Number(fraction));
    return speller.join(
      speller.cardinal(whole, "f"),
      isOne(whole) ? (speller.isGenitive ? "целой" : "целая") : "целых",
      speller.cardinal(top, "f"),
      speller.isGenitive && isOne(top)
        ? names.replace(/ая.*/, "ой")
        : names.split("|")[isOne(top) ? 0 : 1],
    );
  },
  ...readNouns("ru"),
  centsLink: "",
  currencySymbols: {
    руб: "RUB",
    "руб.": "RUB",
    р: "RUB",
    "р.": "RUB",
    долл: "USD",
    "долл.": "USD",
    грн: "UAH",
  },
  unitGenders: { minute: "f", second: "f", mile: "f", ounce: "f", millisecond: "f" },
  fraction(speller, top, bottom, isMixed = false) {
    if (top >= bottom) return undefined;
    if (bottom === 2) return isMixed ? "одна вторая" : "одна вторая";
    if (bottom === 4 && top < 4)
      return `${speller.cardinal(top, "f")} ${top === 1 ? "четверть" : "четверти"}`;
    if (bottom === 3) return `${speller.cardinal(top, "f")} ${top === 1 ? "треть" : "трети"}`;
    return `${speller.cardinal(top, "f")} ${speller.ordinal(bottom, top === 1 ? "f" : "plural-genitive")}`;
  },
  half: () => "половина",
  mixed: "и",
  genitive: {
    // After "с", other nouns are in the instrumental.
    isBefore: (before, after) =>
      genitiveBefore.test(before) ||
      (/^со?$/.test(before) && !/(?:ми|ом|ем|ой|ою|ью)$/.test(after)),
    cardinal: (speller, value, gender) =>
      speller.withRules(
        value,
        `spellout-cardinal-${gender === "f" ? "feminine" : "masculine"}-genitive`,
      ),
    year: (speller, value, before) =>
      /^(?:до|от|со?|после)$/.test(before) ? speller.ordinal(value, "genitive") : undefined,
    hasDecimals: true,
    to: "до",
  },
  declined(speller, { value, before, noun }) {
    const isAt = /^(?:в|во|на|о|об|при)$/.test(before) && /[ая]х$/.test(noun);
    const isTo = /^(?:к|ко|по|благодаря)$/.test(before) && /[ая]м$/.test(noun);
    const grammaticalCase = /(?:[ая]м|ьм)и$/.test(noun)
      ? "instrumental"
      : isAt
        ? "prepositional"
        : isTo
          ? "dative"
          : undefined;
    return (
      grammaticalCase && speller.withRules(value, `spellout-cardinal-masculine-${grammaticalCase}`)
    );
  },
  date(speller, { year, month, day, before, isLast, isAlone }) {
    const spokenYear = year === undefined ? undefined : `${speller.ordinal(year, "genitive")} года`;
    if (day === undefined) return speller.join(speller.monthAlone(month), spokenYear);
    const isToday = isLast && /^(?:сегодня|завтра|послезавтра|вчера|это)$/.test(before);
    const agreement =
      isAlone || isToday || /^(?:на|по)$/.test(before)
        ? "n"
        : /^ко?$/.test(before)
          ? "dative"
          : /^(?:перед|между)$/.test(before)
            ? "instrumental"
            : "genitive";
    return speller.join(speller.ordinal(day, agreement), speller.month(month), spokenYear);
  },
  time(speller, { hour, minute, second, period }) {
    const hours =
      period === "pm" && hour < 12 ? hour + 12 : period === "am" && hour === 12 ? 0 : hour;
    const part = (value: number, gender: "m" | "f", forms: string) =>
      `${speller.cardinal(value, gender)} ${speller.inflect(String(value), forms)}`;
    return speller.join(
      part(hours, "m", "час|часа|часов"),
      minute > 0 ? part(minute, "f", "минута|минуты|минут") : undefined,
      second === undefined || second === 0
        ? undefined
        : part(second, "f", "секунда|секунды|секунд"),
    );
  },
  ordinalSuffixes: {
    й: "",
    ый: "",
    ой: "",
    ий: "",
    я: "f",
    ая: "f",
    е: "n",
    ое: "n",
    го: "genitive",
    ого: "genitive",
    му: "dative",
    м: "prepositional",
    ом: "prepositional",
    ти: "count",
    ю: "f-accusative",
    ую: "f-accusative",
    х: "count",
    ых: "plural-genitive",
    ые: "plural",
  },
  genderBefore(noun, value) {
    if (!/^\p{Ll}{3,}/u.test(noun) || /^(?:или|для|раз|лет|при|под|над|без|как)$/.test(noun))
      return undefined;
    if (/(?:^|[^1])1$/.test(value))
      return /[ая]$/.test(noun) ? "f" : /[оеё]$/.test(noun) ? "n" : "m";
    return /(?:^|[^1])2$/.test(value) && /[ыи]$/.test(noun) ? "f" : undefined;
  },
  yearSuffix: / ?(?:г\.|год[ау]?(?!\p{L}))/uy,
  yearPhrase(speller, { year, rest, before }) {
    const [decade, ending] = /^-(е|х|м)(?= год)/u.exec(rest) ?? [];
    if (decade !== undefined && year.length > 1)
      return {
        spoken: speller.ordinal(year, ending === "е" ? "plural" : "plural-genitive") ?? year,
        length: decade.length,
      };
    const [all, word] = /^ ?(г\.|году?|года)(?!\p{L})/u.exec(rest) ?? [];
    if (all === undefined || year.length < 4) return undefined;
    const isIn = /^(?:в|во|о)$/.test(before);
    const form =
      word === "году" || (word === "г." && isIn)
        ? "prepositional"
        : word === "год"
          ? ""
          : "genitive";
    const noun = form === "prepositional" ? "году" : form === "" ? "год" : "года";
    return { spoken: `${speller.ordinal(year, form)} ${noun}`, length: all.length };
  },
  range(speller, { from, to, values }) {
    const genitive = (value: string) =>
      speller.withRules(value, "spellout-cardinal-masculine-genitive");
    const isKnown = values?.hasNoun && genitive(values.from) && genitive(values.to);
    return isKnown
      ? `от ${genitive(values.from)} до ${genitive(values.to)}`
      : speller.join(from, "—", to);
  },
  titles: {
    "г.": "город",
    "ул.": "улица",
    "пр.": "проспект",
    "д-р": "доктор",
    "проф.": "профессор",
    "св.": "святой",
    "им.": "имени",
    "г-н": "господин",
    "г-жа": "госпожа",
  },
  labels: {
    "стр.": "страница",
    "с.": "страница",
    "гл.": "глава",
    "рис.": "рисунок",
    "ст.": "статья",
    "п.": "пункт",
    "д.": "дом",
    "кв.": "квартира",
    "тел.": "телефон",
    "Тел.": "Телефон",
    "т.": "том",
    "ок.": "около",
  },
  oblique: {
    "ул.": "улице",
    "г.": "городе",
    "пр.": "проспекте",
  },
  abbreviations: {
    "т. д.": "так далее",
    "т.д.": "так далее",
    "т. п.": "тому подобное",
    "т.п.": "тому подобное",
    "т. е.": "то есть",
    "т.е.": "то есть",
    "т. к.": "так как",
    "т.к.": "так как",
    "др.": "другие",
    "напр.": "например",
    "ул.": "улица",
    "тел.": "телефон",
    "Тел.": "Телефон",
    "н. э.": "нашей эры",
    "н.э.": "нашей эры",
    "до н. э.": "до нашей эры",
    "тыс.": "тысяч",
    млн: "миллионов",
    млрд: "миллиардов",
    "и. о.": "исполняющий обязанности",
    "гг.": "годы",
    "см.": "смотри",
    "См.": "Смотри",
    "мин.": "минут",
  },
  roman(speller, { value, text, before, after }) {
    if (/^век$/i.test(after)) return speller.ordinal(value);
    if (/^века$/i.test(after)) return speller.ordinal(value, "genitive");
    if (/^веке$/i.test(after)) return speller.ordinal(value, "prepositional");
    if (/^(?:глава|часть)$/i.test(before)) return speller.ordinal(value, "f");
    if (/^том$/i.test(before)) return speller.ordinal(value);
    if (/^(?:война|мировая)$/i.test(after)) return speller.ordinal(value, "f");
    const isName =
      /^\p{Lu}\p{Ll}+$/u.test(before) &&
      value < 40 &&
      (text.length > 1 || /^(?:Пётр|Павел|Николай|Александр|Карл|Иван)$/.test(before));
    return isName ? speller.ordinal(value, /[ая]$/.test(before) ? "f" : "") : undefined;
  },
  magnitudes: {
    тыс: f("тысяча|тысячи|тысяч|тысячи"),
    "тыс.": f("тысяча|тысячи|тысяч|тысячи"),
    млн: m("миллион|миллиона|миллионов|миллиона"),
    "млн.": m("миллион|миллиона|миллионов|миллиона"),
    миллион: m("миллион|миллиона|миллионов|миллиона"),
    миллиона: m("миллион|миллиона|миллионов|миллиона"),
    миллионов: m("миллион|миллиона|миллионов|миллиона"),
    млрд: m("миллиард|миллиарда|миллиардов|миллиарда"),
    миллиардов: m("миллиард|миллиарда|миллиардов|миллиарда"),
    миллиарда: m("миллиард|миллиарда|миллиардов|миллиарда"),
    трлн: m("триллион|триллиона|триллионов|триллиона"),
  },
  hourMarks: [],
  phoneWords: ["телефон", "тел", "звоните", "позвоните", "номер", "факс", "мобильный"],
};
