import { LineIndex } from "./line-index.ts";
import { captured, type Matches } from "./rewrite.ts";

/** Describes the first matches: at most `max`, and fewer where their groups captured very much. */
export function listMatches({ text, found, names }: Matches, max: number) {
  const lines = new LineIndex(text);
  const nameOf = new Map(names.flatMap(({ name, numbers }) => numbers.map((n) => [n, name])));
  const listed = [];
  let size = 0;
  for (const spans of found.slice(0, max)) {
    const [index, end] = [spans[0]!, spans[1]!];
    const groups = [];
    for (let n = 1; n < spans.length / 2; n++) {
      const value = captured(text, spans, n);
      const [start, stop] = value === null ? [null, null] : [spans[2 * n]!, spans[2 * n + 1]!];
      groups.push({ n, name: nameOf.get(n) ?? null, value, index: start, end: stop });
      size += groupSize + (value?.length ?? 0);
    }
    size += end - index;
    if (size > sizeMax && listed.length > 0) break;
    listed.push({ match: text.slice(index, end), index, end, ...lines.at(index), groups });
  }
  return listed;
}

/** Characters of the answer: groups in lookarounds can capture the same text again and again. */
const sizeMax = 4_000_000;
/** What a group takes besides its value. */
const groupSize = 60;
