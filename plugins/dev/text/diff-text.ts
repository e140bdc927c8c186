import dev from "../plugin.ts";
import { type Edit, editsBetween } from "./edits.ts";
import { type ComparedPart, type Granularity, type PieceOptions, splitPieces } from "./pieces.ts";

interface DiffOptions extends PieceOptions {
  granularity: Granularity;
  /** Number of equal lines around a change in the unified diff. */
  context: number;
}

/** Compares two texts by line, word or character. */
export function diff(a: string, b: string, options: DiffOptions) {
  const lines = compare(a, b, { ...options, granularity: "line" });
  const { granularity } = options;
  const pieces = granularity === "line" ? lines : compare(a, b, options);
  const count = (type: Edit["type"]) =>
    pieces.edits.reduce(
      (sum, edit) => (edit.type === type ? sum + Math.max(edit.a, edit.b) : sum),
      0,
    );
  const [added, removed, equal] = [count("added"), count("removed"), count("equal")];
  const total = 2 * equal + added + removed;
  return {
    unified: writeUnified(
      { a: getTexts(lines.a), b: getTexts(lines.b), edits: lines.edits },
      { context: options.context },
    ),
    changes: listChanges(pieces),
    added,
    removed,
    similarity: total === 0 ? 1 : (2 * equal) / total,
    distance: added + removed,
  };
}

interface Comparison {
  a: ComparedPart[];
  b: ComparedPart[];
  edits: Edit[];
}

function compare(a: string, b: string, options: DiffOptions): Comparison {
  const pieces = { a: splitOrRefuse("a", a, options), b: splitOrRefuse("b", b, options) };
  const edits = editsBetween(getKeys(pieces.a), getKeys(pieces.b), { editsMax, timeoutMs });
  if (edits) return { ...pieces, edits };
  throw dev.error(
    "too_much_work",
    `Cannot compare the texts by ${options.granularity}: more than ${editsMax} differences, or more than ${timeoutMs} ms`,
    { at: "body.granularity" },
  );
}

function splitOrRefuse(name: string, text: string, options: DiffOptions): ComparedPart[] {
  const pieces = splitPieces(text, options.granularity, options);
  if (options.granularity === "line" && pieces.length > linesMax)
    throw dev.error(
      "invalid_input",
      `body.${name} must have at most ${linesMax} lines: it has ${pieces.length}`,
      { at: `body.${name}` },
    );
  return pieces;
}

function listChanges({ a, b, edits }: Comparison) {
  let [atA, atB] = [0, 0];
  return edits.map((edit) => {
    const from = edit.type === "removed" ? a.slice(atA, atA + edit.a) : b.slice(atB, atB + edit.b);
    atA += edit.a;
    atB += edit.b;
    return { type: edit.type, value: getTexts(from).join(""), count: from.length };
  });
}

function getTexts(pieces: readonly ComparedPart[]): string[] {
  return pieces.map(({ text }) => text);
}

function getKeys(pieces: readonly ComparedPart[]): string[] {
  return pieces.map(({ key }) => key);
}

const linesMax = 5000;
/** Time and memory grow with its square. */
const editsMax = 10_000;
const timeoutMs = 5000;

interface UnifiedOptions {
  /** Number of equal lines around a change. */
  context: number;
}

interface DiffLine {
  sign: " " | "-" | "+";
  text: string;
  /** Number of lines of each text before this one. */
  a: number;
  b: number;
}

/** Formats edits between two lists of lines like `diff -u`. Returns an empty text if there are none. */
function writeUnified(
  { a, b, edits }: { a: readonly string[]; b: readonly string[]; edits: readonly Edit[] },
  { context }: UnifiedOptions,
): string {
  const lines = signLines({ a, b, edits });
  const changed = lines.flatMap(({ sign }, index) => (sign === " " ? [] : [index]));
  if (changed.length === 0) return "";
  const hunks: { from: number; to: number }[] = [];
  for (const index of changed) {
    const last = hunks.at(-1);
    if (last && index - last.to <= 2 * context + 1) last.to = index;
    else hunks.push({ from: index, to: index });
  }
  const hunkTexts = hunks.map(({ from, to }) =>
    writeHunk(lines.slice(Math.max(0, from - context), to + context + 1)),
  );
  return `--- a\n+++ b\n${hunkTexts.join("")}`;
}

function signLines({
  a,
  b,
  edits,
}: {
  a: readonly string[];
  b: readonly string[];
  edits: readonly Edit[];
}) {
  const lines: DiffLine[] = [];
  let [atA, atB] = [0, 0];
  // The edits cover exactly the lines of both texts.
  for (const edit of edits)
    for (let rest = Math.max(edit.a, edit.b); rest > 0; rest--)
      if (edit.type === "removed") lines.push({ sign: "-", text: a[atA]!, a: atA++, b: atB });
      else if (edit.type === "added") lines.push({ sign: "+", text: b[atB]!, a: atA, b: atB++ });
      else lines.push({ sign: " ", text: b[atB]!, a: atA++, b: atB++ });
  return lines;
}

function writeHunk(lines: readonly DiffLine[]): string {
  const [first] = lines;
  if (!first) return "";
  const removed = lines.filter(({ sign }) => sign !== "+").length;
  const added = lines.filter(({ sign }) => sign !== "-").length;
  let text = `@@ -${formatRange(first.a, removed)} +${formatRange(first.b, added)} @@\n`;
  for (const line of lines)
    text += line.text.endsWith("\n")
      ? line.sign + line.text
      : `${line.sign}${line.text}\n\\ No newline at end of file\n`;
  return text;
}

/** Formats a hunk range like GNU diff: a count of 1 is omitted, and an empty range names the line before it. */
function formatRange(before: number, count: number): string {
  if (count === 1) return `${before + 1}`;
  return count === 0 ? `${before},0` : `${before + 1},${count}`;
}
