import type { Span } from "../text/sentences.ts";
import { stem } from "../text/stem.ts";
import { type Word, wordsOf } from "../text/words.ts";
import { labelOf } from "./label.ts";
import { score } from "./score.ts";

/** Words at which a sentence turns to something else. */
const turns = new Set([
  "but",
  "however",
  "although",
  "though",
  "while",
  "whereas",
  "yet",
  "except",
]);

/** How a text feels about some things: the mean over the clauses that mention each. */
export function aspectsOf(text: string, sentences: readonly Span[], aspects: readonly string[]) {
  const wanted = aspects.map((aspect) => wordsOf(aspect).map(({ lower }) => stem(lower)));
  const clauses = sentences.flatMap((sentence) => clausesOf(sentence));
  const found = aspects.map((aspect) => ({
    aspect,
    scores: [] as number[],
    positions: [] as { start: number; end: number }[],
  }));
  for (const clause of clauses) {
    const stems = clause.words.map(({ lower }) => stem(lower));
    for (const [index, sought] of wanted.entries()) {
      const places = mentions(stems, sought);
      if (places.length === 0) continue;
      found[index]!.scores.push(score(text.slice(clause.start, clause.end)).compound);
      for (const place of places)
        found[index]!.positions.push({
          start: clause.words[place]!.start,
          end: clause.words[place + sought.length - 1]!.end,
        });
    }
  }
  return found.map(({ aspect, scores, positions }) => {
    const mean = scores.reduce((sum, one) => sum + one, 0) / Math.max(1, scores.length);
    return {
      aspect,
      score: Math.round(mean * 1e4) / 1e4,
      label: labelOf(mean),
      mentions: positions.length,
      positions,
    };
  });
}

interface Clause {
  start: number;
  end: number;
  words: Word[];
}

/** The parts of a sentence between its turns and semicolons; commas part it only where "and" follows. */
function clausesOf({ text, start }: Span): Clause[] {
  const clauses: Clause[] = [];
  const words = wordsOf(text).map((word) => ({
    ...word,
    start: word.start + start,
    end: word.end + start,
  }));
  let open: Clause = { start, end: start + text.length, words: [] };
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    const gap = before ? text.slice(before.end - start, word.start - start) : "";
    const isTurn =
      turns.has(word.lower) || /[;:—–]/.test(gap) || (gap.includes(",") && word.lower === "and");
    if (isTurn && open.words.length > 0) {
      clauses.push({ ...open, end: before!.end });
      open = {
        start: turns.has(word.lower) ? word.end : word.start,
        end: start + text.length,
        words: [],
      };
    }
    open.words.push(word);
  }
  clauses.push(open);
  return clauses;
}

function mentions(stems: readonly string[], sought: readonly string[]): number[] {
  if (sought.length === 0) return [];
  return stems
    .keys()
    .filter((index) => sought.every((one, offset) => stems[index + offset] === one))
    .toArray();
}
