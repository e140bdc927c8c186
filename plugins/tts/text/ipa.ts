import { asTable } from "hub";

/** A sound in the notations of the synthesizers: eSpeak NG's mnemonics, and Flite's of American English. */
interface Sound {
  espeak: string;
  /** Phonemes of Flite, separated by spaces. Sounds that English lacks have the closest ones. */
  flite: string;
  isVowel?: boolean;
}

const c = (espeak: string, flite: string): Sound => ({ espeak, flite });
const v = (espeak: string, flite: string): Sound => ({ espeak, flite, isVowel: true });

/** Sounds by their IPA, https://www.internationalphoneticassociation.org/content/ipa-chart */
const sounds: Readonly<Record<string, Sound>> = asTable({
  ...{ p: c("p", "p"), b: c("b", "b"), t: c("t", "t"), d: c("d", "d"), k: c("k", "k") },
  ...{ g: c("g", "g"), ɡ: c("g", "g"), m: c("m", "m"), n: c("n", "n"), ŋ: c("N", "ng") },
  ...{ ɲ: c("n^", "n y"), f: c("f", "f"), v: c("v", "v"), θ: c("T", "th"), ð: c("D", "dh") },
  ...{ s: c("s", "s"), z: c("z", "z"), ʃ: c("S", "sh"), ʒ: c("Z", "zh"), h: c("h", "hh") },
  ...{ x: c("x", "hh"), ç: c("C", "hh"), ɣ: c("Q", "g"), χ: c("x", "hh"), ʁ: c("r", "r") },
  ...{ tʃ: c("tS", "ch"), ʧ: c("tS", "ch"), dʒ: c("dZ", "jh"), ʤ: c("dZ", "jh") },
  ...{ ts: c("ts", "t s"), dz: c("dz", "d z"), l: c("l", "l"), ɫ: c("l", "l"), ʎ: c("l^", "l y") },
  ...{ r: c("r", "r"), ɹ: c("r", "r"), ɾ: c("t#", "d"), ʀ: c("r", "r"), j: c("j", "y") },
  ...{ w: c("w", "w"), ʍ: c("w", "w"), ɥ: c("j", "y"), β: c("b", "b"), q: c("k", "k") },
  ...{ ʔ: c("?", "") },
  ...{ i: v("i:", "iy"), ɪ: v("I", "ih"), e: v("e", "eh"), ɛ: v("E", "eh"), æ: v("a", "ae") },
  ...{ a: v("a", "aa"), ɑ: v("A:", "aa"), ɒ: v("0", "aa"), ɔ: v("O:", "ao"), o: v("o", "ow") },
  ...{ ʊ: v("U", "uh"), u: v("u:", "uw"), ʌ: v("V", "ah"), ə: v("@", "ax"), ɐ: v("V", "ax") },
  ...{ ɜ: v("3:", "er"), ɝ: v("3:", "er"), ɚ: v("3", "er"), ɨ: v("I", "ih"), ʉ: v("u:", "uw") },
  ...{ y: v("y", "uw"), ø: v("Y", "er"), œ: v("W", "er"), ɯ: v("u:", "uw"), ɤ: v("V", "ah") },
  ...{ eɪ: v("eI", "ey"), aɪ: v("aI", "ay"), ɔɪ: v("OI", "oy"), aʊ: v("aU", "aw") },
  ...{ oʊ: v("oU", "ow"), əʊ: v("oU", "ow"), ɪə: v("i@", "ih ax"), eə: v("e@", "eh ax") },
  ...{ ʊə: v("U@", "uh ax"), ɜː: v("3:", "er"), ɜɹ: v("3:", "er") },
});
/** Lengths, syllables, ties and tones, which the synthesizers choose themselves. */
const ignored = /[ːˑ.‿ʰ˥˦˧˨˩|‖ ]|\p{M}/u;
const symbolsMax = 3;

/** A sound and its stress. */
export interface Phone {
  sound: Sound;
  stress: "none" | "primary" | "secondary";
}

/** Parses IPA. Returns undefined if it has an unknown symbol. */
export function parseIpa(ipa: string): Phone[] | undefined {
  const text = ipa
    .normalize("NFD")
    .replaceAll("c\u0327", "ç")
    .replaceAll(/[\u0361\u035c]/g, "");
  const phones: Phone[] = [];
  let stress: Phone["stress"] = "none";
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    const size = [symbolsMax, 2, 1].find((length) =>
      Object.hasOwn(sounds, text.slice(at, at + length)),
    );
    const sound = size === undefined ? undefined : sounds[text.slice(at, at + size)];
    if (char === "ˈ" || char === "'") stress = "primary";
    else if (char === "ˌ") stress = "secondary";
    else if (sound) {
      phones.push({ sound, stress });
      stress = "none";
    } else if (!ignored.test(char)) return undefined;
    at += sound ? (size ?? 1) : 1;
  }
  return phones.length > 0 ? phones : undefined;
}

/** Writes phones for eSpeak NG, without the brackets. */
export function writeEspeakPhones(phones: readonly Phone[]): string {
  const marks = { none: "", primary: "'", secondary: "," };
  return phones.map(({ sound, stress }) => marks[stress] + sound.espeak).join("");
}

/** Writes phones for Flite, whose stress marks follow the vowel of the syllable. */
export function writeFlitePhones(phones: readonly Phone[]): string[] {
  const written: string[] = [];
  let pending: Phone["stress"] = "none";
  for (const { sound, stress } of phones) {
    if (stress !== "none") pending = stress;
    for (const [index, name] of sound.flite.split(" ").entries()) {
      if (name === "") continue;
      const isVowel = /^[aeiou]/.test(name);
      const mark = index > 0 || pending === "none" || name === "ax" ? "0" : "1";
      written.push(isVowel ? `${name}${mark}` : name);
      if (isVowel) pending = "none";
    }
  }
  return written;
}

/** Differences of X-SAMPA from IPA, https://www.phon.ucl.ac.uk/home/sampa/x-sampa.htm */
const xSampa: Readonly<Record<string, string>> = asTable({
  ...{ "r\\": "ɹ", A: "ɑ", "{": "æ", B: "β", C: "ç", D: "ð", E: "ɛ", "@": "ə", G: "ɣ", I: "ɪ" },
  ...{ J: "ɲ", L: "ʎ", N: "ŋ", O: "ɔ", Q: "ɒ", R: "ʁ", S: "ʃ", T: "θ", U: "ʊ", V: "ʌ", W: "ʍ" },
  ...{ X: "χ", Y: "y", Z: "ʒ", "1": "ɨ", "2": "ø", "3": "ɜ", "4": "ɾ", "6": "ɐ", "9": "œ" },
  ...{ '"': "ˈ", "%": "ˌ", ":": "ː", "?": "ʔ", "}": "ʉ", M: "ɯ", "3`": "ɝ", "@`": "ɚ", _: "" },
});

/** Converts X-SAMPA to IPA. */
export function fromXSampa(text: string): string {
  let ipa = "";
  for (let at = 0; at < text.length; ) {
    const pair = text.slice(at, at + 2);
    const size = Object.hasOwn(xSampa, pair) ? 2 : 1;
    const symbol = text.slice(at, at + size);
    ipa += Object.hasOwn(xSampa, symbol) ? xSampa[symbol] : symbol;
    at += size;
  }
  return ipa;
}
