import { openTexts } from "hub/data-file";

const texts = openTexts(new URL("./mandarin-words.txt", import.meta.url), ["homophones"])();

/** Words that eSpeak NG's Mandarin misreads, and characters that sound as the words should. */
const homophones = texts.homophones;
const word = new RegExp(Object.keys(homophones).join("|"), "g");

/** Replaces misread words of Mandarin. Positions don't change. */
export function respellMandarin(text: string): string {
  return text.replaceAll(word, (written) => homophones[written] ?? written);
}
