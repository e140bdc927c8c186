import { isInsideWord } from "../text/inside-word.ts";

const placesMax = 1000;

/** Where a phrase stands in a text as whole words, in any case. */
export function placesOf(phrase: string, text: string): { start: number; end: number }[] {
  const [sought, lower] = [phrase.trim().toLowerCase(), text.toLowerCase()];
  // Some capitals are longer in lower case (İ), after which no place is the same.
  const isSafe = lower.length === text.length;
  const [needle, hay] = isSafe ? [sought, lower] : [phrase.trim(), text];
  const places: { start: number; end: number }[] = [];
  if (needle === "") return places;
  for (let start = hay.indexOf(needle); start >= 0; start = hay.indexOf(needle, start + 1)) {
    const end = start + needle.length;
    if (isInsideWord(text, start) || isInsideWord(text, end)) continue;
    places.push({ start, end });
    if (places.length >= placesMax) break;
  }
  return places;
}
