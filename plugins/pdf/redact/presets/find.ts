/** A stretch of a text, from `start` up to and without `end`. */
export interface Span {
  start: number;
  end: number;
}

/** Finds all stretches of one kind in a text. */
export type Finder = (text: string) => Span[];

/** The matches of a pattern that `accept` takes. The pattern has no unbounded repetition. */
export function matches(
  text: string,
  pattern: RegExp,
  accept: (match: string) => boolean = () => true,
): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(pattern))
    if (accept(match[0])) found.push({ start: match.index, end: match.index + match[0].length });
  return found;
}

/** How far a stretch of characters of one kind goes from `at`, in steps of 1 or -1. */
export function reach(
  text: string,
  at: number,
  { step, max, is }: { step: 1 | -1; max: number; is: (character: string) => boolean },
): number {
  let length = 0;
  while (length < max) {
    const character = text[at + step * length];
    if (character === undefined || !is(character)) break;
    length++;
  }
  return length;
}
