import type { Language, Noun, Speller } from "../speller.ts";

const m = (forms: string): Noun => ["m", forms];

/** Reads digits one by one, as in years: 二零二四. */
function readYear(speller: Speller, year: number): string {
  return speller.digits(String(year));
}

/** Chinese. Numbers before a counter have 两 for two. */
export const language: Language = {
  rules: { counting: "spellout-cardinal", f: "spellout-cardinal-alternate2" },
  ordinals: { "": "spellout-ordinal" },
  repairs: [
    [/〇/g, "零"],
    [/^一十/g, "十"],
  ],
  decimals: "digits",
  space: "",
  words: {
    point: "点",
    minus: "负",
    plus: "加",
    to: "到",
    and: "和",
    dot: "点",
    slash: "斜杠",
    dash: "横杠",
    underscore: "下划线",
    at: "艾特",
    colon: "冒号",
    equals: "等于",
    times: "乘",
    number: "第",
    section: "第",
    percent: "百分之{0}",
    degrees: "度",
    question: "问号",
    ratio: "比",
    about: "大约",
  },
  centsLink: "",
  currencySymbols: {
    "¥": "CNY",
    "￥": "CNY",
    元: "CNY",
    块: "CNY",
    美元: "USD",
    欧元: "EUR",
    日元: "JPY",
    英镑: "GBP",
  },
  currencies: {
    CNY: [m("元")],
    USD: [m("美元")],
    EUR: [m("欧元")],
    GBP: [m("英镑")],
    JPY: [m("日元")],
    RUB: [m("卢布")],
    KRW: [m("韩元")],
    HKD: [m("港元")],
    TWD: [m("新台币")],
    INR: [m("卢比")],
    BTC: [m("比特币")],
  },
  units: {
    "m²": m("平方米"),
    "km²": m("平方公里"),
    "m³": m("立方米"),
    km: m("公里"),
    m: m("米"),
    cm: m("厘米"),
    mm: m("毫米"),
    kg: m("公斤"),
    g: m("克"),
    mg: m("毫克"),
    t: m("吨"),
    l: m("升"),
    L: m("升"),
    ml: m("毫升"),
    mL: m("毫升"),
    "km/h": m("每小时{0}公里"),
    "m/s": m("每秒{0}米"),
    "°C": m("摄氏度"),
    "℃": m("摄氏度"),
    "°F": m("华氏度"),
    "°": m("度"),
    W: m("瓦"),
    kW: m("千瓦"),
    kWh: m("千瓦时"),
    V: m("伏"),
    Hz: m("赫兹"),
    MHz: m("兆赫"),
    GHz: m("吉赫"),
    dB: m("分贝"),
    kcal: m("千卡"),
    px: m("像素"),
    h: m("小时"),
    min: m("分钟"),
    s: m("秒"),
    "‰": m("千分之{0}"),
  },
  fraction: (speller, top, bottom) =>
    top >= bottom ? undefined : `${speller.cardinal(bottom)}分之${speller.cardinal(top)}`,
  mixed: "又",
  date(speller, { year, month, day }) {
    return speller.join(
      year === undefined ? undefined : `${readYear(speller, year)}年`,
      `${speller.cardinal(month)}月`,
      day === undefined ? undefined : `${speller.cardinal(day)}日`,
    );
  },
  time(speller, { hour, minute, second, period }) {
    const before = period === "am" ? "上午" : period === "pm" ? "下午" : undefined;
    const minutes =
      minute === 0 ? undefined : `${minute < 10 ? "零" : ""}${speller.cardinal(minute)}分`;
    const seconds =
      second === undefined || second === 0 ? undefined : `${speller.cardinal(second)}秒`;
    return speller.join(
      before,
      hour === 2 ? "两点" : `${speller.cardinal(hour)}点`,
      minutes,
      seconds,
    );
  },
  ordinalSuffixes: {},
  genderBefore: (noun, value) =>
    value === "2" && /^[个只条张位本次年天小件种块台辆名份杯瓶]/.test(noun) ? "f" : undefined,
  yearPhrase: (speller, { year, rest }) =>
    year.length === 4 && rest.startsWith("年")
      ? { spoken: readYear(speller, Number(year)), length: 0 }
      : undefined,
  titles: {},
  labels: { "No.": "第" },
  abbreviations: {},
  magnitudes: {
    万: ["f", "万"],
    亿: ["f", "亿"],
    千: ["f", "千"],
    百万: ["f", "百万"],
    万亿: ["f", "万亿"],
  },
  hourMarks: ["点", "时"],
  phoneWords: ["电话", "手机", "拨打", "致电", "热线"],
};
