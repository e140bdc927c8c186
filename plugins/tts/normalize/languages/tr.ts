import { asTable } from "hub";
import { readNouns } from "./nouns.ts";
import type { Language, Noun } from "./speller.ts";

const m = (forms: string): Noun => ["m", forms];

/** The ending of "in" after a number. */
const locatives: Readonly<Record<string, string>> = asTable({
  ...{ iki: "de", üç: "te", dört: "te", beş: "te", altı: "da", yedi: "de", sekiz: "de" },
  ...{ dokuz: "da", on: "da", yirmi: "de", otuz: "da", kırk: "ta", elli: "de", altmış: "ta" },
  ...{ yetmiş: "te", seksen: "de", doksan: "da", yüz: "de", bir: "de" },
});

/** Turkish. */
export const language: Language = {
  rules: { counting: "spellout-numbering" },
  ordinals: { "": "spellout-ordinal" },
  decimals: "number",
  ...readNouns("tr"),
  centsLink: "",
  currencySymbols: { TL: "TRY", "TL.": "TRY" },
  fraction(speller, top, bottom, isMixed = false) {
    if (top >= bottom) return undefined;
    if (bottom === 2) return isMixed ? "buçuk" : "bir bölü iki";
    if (bottom === 4 && top === 1 && !isMixed) return "çeyrek";
    // "Three in four".
    const own = speller.cardinal(bottom);
    const last = own.slice(own.lastIndexOf(" ") + 1);
    const ending = Object.hasOwn(locatives, last) ? locatives[last] : undefined;
    return ending === undefined
      ? `${speller.cardinal(top)} bölü ${own}`
      : `${own}${ending} ${speller.cardinal(top)}`;
  },
  half: () => "yarım",
  mixed: "",
  date(speller, { year, month, day }) {
    return speller.join(
      day === undefined ? undefined : speller.cardinal(day),
      speller.month(month),
      year === undefined ? undefined : speller.cardinal(year),
    );
  },
  time(speller, { hour, minute, second, period }) {
    const hours =
      period === "pm" && hour < 12 ? hour + 12 : period === "am" && hour === 12 ? 0 : hour;
    const minutes =
      minute === 0
        ? "sıfır sıfır"
        : minute < 10
          ? `sıfır ${speller.cardinal(minute)}`
          : speller.cardinal(minute);
    const seconds =
      second === undefined || second === 0 ? undefined : `${speller.cardinal(second)} saniye`;
    return speller.join(speller.cardinal(hours), minutes, seconds);
  },
  ordinalSuffixes: { nci: "", ncı: "", ncu: "", ncü: "", inci: "", ıncı: "", uncu: "", üncü: "" },
  dottedOrdinal: (_before, after) =>
    /^\p{L}{2,}/u.test(after) &&
    (/^\p{Ll}/u.test(after) || /^(?:Dünya|Yüzyıl|Cadde|Sokak|Bölüm)$/.test(after))
      ? ""
      : undefined,
  titles: {
    "Dr.": "Doktor",
    "Prof.": "Profesör",
    "Doç.": "Doçent",
    "Av.": "Avukat",
    "Sn.": "Sayın",
    "Hz.": "Hazreti",
  },
  labels: {
    "No.": "Numara",
    "no.": "numara",
    "No:": "Numara",
    "s.": "sayfa",
    "md.": "madde",
    "Böl.": "Bölüm",
    "tel.": "telefon",
    "Tel.": "Telefon",
    "yak.": "yaklaşık",
  },
  abbreviations: {
    "vb.": "ve benzeri",
    "vs.": "vesaire",
    "örn.": "örneğin",
    "Örn.": "Örneğin",
    "bkz.": "bakınız",
    "yy.": "yüzyıl",
    "Cad.": "Caddesi",
    "Sok.": "Sokak",
    "Mah.": "Mahallesi",
    "M.Ö.": "milattan önce",
    "M.S.": "milattan sonra",
    MÖ: "milattan önce",
    "tel.": "telefon",
    "Tel.": "Telefon",
    "T.C.": "Türkiye Cumhuriyeti",
    "dk.": "dakika",
    "Dr.": "Doktor",
    "Prof.": "Profesör",
  },
  roman(speller, { value, text, before, after }) {
    const isDotted = text.endsWith(".");
    if (
      /^(?:yüzyıl|bölüm|dünya|cilt|murad|mehmed|mehmet|abdülhamid|selim|ahmed|mahmud|wilhelm|elizabeth)/iu.test(
        after,
      )
    )
      return speller.ordinal(value);
    if (/^(?:bölüm|cilt|kısım)$/iu.test(before)) return speller.cardinal(value);
    return isDotted && /^\p{Lu}\p{Ll}/u.test(after) && value < 40 && text.length > 2
      ? speller.ordinal(value)
      : undefined;
  },
  magnitudes: {
    bin: m("bin"),
    milyon: m("milyon"),
    mn: m("milyon"),
    milyar: m("milyar"),
    trilyon: m("trilyon"),
    M: m("milyon"),
  },
  hourMarks: [],
  phoneWords: ["telefon", "tel", "arayın", "cep", "faks", "numara", "numarası"],
};
