import { asTable } from "hub";
import { openTable, openTexts } from "hub/data-file";

/** The sounds in the notations of the synthesizers: eSpeak NG's mnemonics, and Flite's phonemes of American English. */
const readSounds = openTable(new URL("./sounds.tsv", import.meta.url), {
  ipa: "text",
  espeak: "text",
  flite: "optional",
});
type Sound = ReturnType<typeof readSounds>[number];

const sounds = asTable<Sound>(Object.fromEntries(readSounds().map((sound) => [sound.ipa, sound])));
const { symbols: xSampa } = openTexts(new URL("./x-sampa.txt", import.meta.url), ["symbols"])();
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
    const size = [symbolsMax, 2, 1].find((length) => text.slice(at, at + length) in sounds);
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
    for (const [index, name] of (sound.flite ?? "").split(" ").entries()) {
      if (name === "") continue;
      const isVowel = /^[aeiou]/.test(name);
      const mark = index > 0 || pending === "none" || name === "ax" ? "0" : "1";
      written.push(isVowel ? `${name}${mark}` : name);
      if (isVowel) pending = "none";
    }
  }
  return written;
}

/** Converts X-SAMPA to IPA. */
export function fromXSampa(text: string): string {
  let ipa = "";
  for (let at = 0; at < text.length; ) {
    const pair = text.slice(at, at + 2);
    const size = pair in xSampa ? 2 : 1;
    const symbol = text.slice(at, at + size);
    ipa += xSampa[symbol] ?? symbol;
    at += size;
  }
  return ipa;
}
