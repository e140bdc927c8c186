import { readNouns } from "./nouns.ts";
import type { Language, Speller } from "./speller.ts";

/** A noun before which two is 两. */
/** Measure words before which two is 两. Others, such as 楼, follow a number of an order. */
const measure =
  /^(?:[万亿千百个只条张位本次天小件种块台辆名份杯瓶倍岁国斤秒人公家所座栋套双对把支枝根颗粒片节堂门首部篇封间轮场周厘毫米吨升]|年(?!级)|分(?!之)|星期)/;

/** Reads digits one by one, as in years: 二零二四. */
function readYear(speller: Speller, year: number): string {
  return speller.digits(String(year));
}

/** Chinese. Numbers before a counter have 两 for two. */
export const language: Language = {
  year: readYear,
  rules: { counting: "spellout-cardinal", f: "spellout-cardinal-alternate2" },
  ordinals: { "": "spellout-ordinal" },
  repairs: [
    [/〇/g, "零"],
    [/^一十/g, "十"],
    [/(?<![十零])二(?=[千万亿])/g, "两"],
    [/(?<=[千万亿零])两(?=百)/g, "二"],
  ],
  decimals: "digits",
  space: "",
  ...readNouns("zh"),
  centsLink: "",
  currencySymbols: {
    "¥": "CNY",
    "￥": "CNY",
    元: "CNY",
    美元: "USD",
    欧元: "EUR",
    日元: "JPY",
    英镑: "GBP",
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
  genderBefore: (noun) => (measure.test(noun) ? "f" : undefined),
  yearPhrase: (speller, { year, rest }) =>
    year.length === 4 && /^[年届级]/.test(rest)
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
  roman: (speller, { value, before, after }) =>
    before.endsWith("第") || /^[章节卷部世届期册幕]/.test(after)
      ? speller.cardinal(value)
      : undefined,
  phoneWords: ["拨", "电话", "手机", "拨打", "致电", "热线"],
  codeWords: [
    ...["房间", "房号", "邮编", "邮政编码", "密码", "验证码", "编号", "账号", "卡号", "工号"],
    ...["学号", "QQ号", "QQ", "代码", "号码", "航班", "车次"],
  ],
  codeSuffix: /^(?:号?房间|号房|火警|报警|急救|热线|客服)/,
  codeDigits: { 一: "幺" },
};
