import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];

/** Hindi. */
export const language: Language = {
  rules: { counting: "spellout-numbering" },
  ordinals: {
    "": "spellout-ordinal-masculine",
    f: "spellout-ordinal-feminine",
    oblique: "spellout-ordinal-masculine-oblique",
  },
  repairs: [
    [/वाँ/g, "वाँ"],
    [/वी$/g, "वीं"],
  ],
  decimals: "digits",
  ...readNouns("hi"),
  centsLink: "",
  currencySymbols: { रु: "INR", "रु.": "INR", Rs: "INR", "Rs.": "INR" },
  fraction(speller, top, bottom, isMixed = false) {
    if (top >= bottom) return undefined;
    if (bottom === 2) return "आधा";
    if (bottom === 4)
      return top === 1
        ? "एक चौथाई"
        : top === 3 && !isMixed
          ? "तीन चौथाई"
          : `${speller.cardinal(top)} बटा चार`;
    if (bottom === 3) return top === 1 ? "एक तिहाई" : "दो तिहाई";
    return `${speller.cardinal(top)} बटा ${speller.cardinal(bottom)}`;
  },
  mixed: "और",
  date(speller, { year, month, day }) {
    return speller.join(
      day === undefined ? undefined : speller.cardinal(day),
      speller.month(month),
      year === undefined ? undefined : speller.year(year),
    );
  },
  // Years are counted in hundreds: 1947 is nineteen hundred forty-seven.
  year(speller, value) {
    if (value < 1100 || value > 1999) return undefined;
    const rest = value % 100;
    return speller.join(
      speller.cardinal(Math.floor(value / 100)),
      "सौ",
      rest === 0 ? undefined : speller.cardinal(rest),
    );
  },
  isYear: (before, after) =>
    /^(?:सन्|सन|वर्ष|साल|ईस्वी)$/.test(before) || /^(?:|में|से|तक|ई|ईस्वी|के|की|का)$/.test(after),
  half: () => "आधा",
  roman: (speller, { value, before }) =>
    /^(?:अध्याय|भाग|खंड|खण्ड|पाठ)$/.test(before) ? speller.cardinal(value) : undefined,
  time(speller, { hour, minute, second, period }) {
    const before =
      period === "am"
        ? "सुबह"
        : period === "pm"
          ? hour === 12 || hour < 4
            ? "दोपहर"
            : hour < 8
              ? "शाम"
              : "रात"
          : undefined;
    const seconds =
      second === undefined || second === 0 ? undefined : `${speller.cardinal(second)} सेकंड`;
    return speller.join(
      before,
      speller.cardinal(hour),
      minute === 0 ? "बजे" : `बजकर ${speller.cardinal(minute)} मिनट`,
      seconds,
    );
  },
  ordinalSuffixes: {
    ला: "",
    रा: "",
    वां: "",
    वाँ: "",
    ली: "f",
    री: "f",
    वीं: "f",
    वें: "oblique",
    th: "",
    st: "",
    nd: "",
    rd: "",
  },
  titles: { "डॉ.": "डॉक्टर", "श्री.": "श्री", "प्रो.": "प्रोफ़ेसर", "डा.": "डॉक्टर", "पं.": "पंडित" },
  labels: { "सं.": "संख्या", "नं.": "नंबर", "पृ.": "पृष्ठ", फ़ोन: "फ़ोन" },
  abbreviations: {
    "डॉ.": "डॉक्टर",
    "श्री.": "श्री",
    "प्रो.": "प्रोफ़ेसर",
    "उदा.": "उदाहरण",
    "ई.पू.": "ईसा पूर्व",
    "कि.मी.": "किलोमीटर",
    किमी: "किलोमीटर",
  },
  magnitudes: {
    लाख: m("लाख"),
    करोड़: m("करोड़"),
    अरब: m("अरब"),
    हज़ार: m("हज़ार"),
    हजार: m("हज़ार"),
    मिलियन: m("मिलियन"),
    बिलियन: m("बिलियन"),
  },
  hourMarks: ["बजे"],
  phoneWords: ["फ़ोन", "फोन", "मोबाइल", "कॉल", "नंबर", "संपर्क"],
};
