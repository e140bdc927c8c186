import { reach, type Span } from "./find.ts";

const isScheme = (character: string) => /[a-z0-9+.-]/i.test(character);
const isUrl = (character: string) => !/[\s<>"“”«»]/u.test(character);
const lengthMax = 2048;

/** Finds web addresses: with a scheme and `://`, or beginning with `www.`. */
export function findUrls(text: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const scheme = reach(text, at - 1, { step: -1, max: 20, is: isScheme });
    if (scheme > 1) found.push(addressFrom(text, at - scheme));
  }
  const lower = text.toLowerCase();
  for (let at = lower.indexOf("www."); at >= 0; at = lower.indexOf("www.", at + 4))
    if (!found.some(({ start, end }) => start <= at && at < end)) found.push(addressFrom(text, at));
  return found;
}

/** Up to the next space, without the punctuation of the sentence that it stands in. */
function addressFrom(text: string, start: number): Span {
  let end = start + reach(text, start, { step: 1, max: lengthMax, is: isUrl });
  while (end > start && /[.,;:!?)\]}'’]/u.test(text[end - 1]!)) end--;
  return { start, end };
}
