import type { TextEntity } from "./found.ts";

/** What was found in a text, in its order, as `what stands there = what it stands for`. */
export function showFound(text: string, all: Iterable<TextEntity>): string[] {
  return [...all]
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, normalized }) => `${text.slice(start, end)} = ${normalized}`);
}
