import type { Edit } from "./edits.ts";

export interface UnifiedOptions {
  /** Equal lines shown around a change. */
  context: number;
}

interface Line {
  sign: " " | "-" | "+";
  text: string;
  /** Lines of either text before this one. */
  a: number;
  b: number;
}

/** Writes the edits between two lists of lines as `diff -u` does, empty where there are none. */
export function unifiedDiff(
  { a, b, edits }: { a: readonly string[]; b: readonly string[]; edits: readonly Edit[] },
  { context }: UnifiedOptions,
): string {
  const lines = signed({ a, b, edits });
  const changed = lines.flatMap(({ sign }, index) => (sign === " " ? [] : [index]));
  if (changed.length === 0) return "";
  let text = "--- a\n+++ b\n";
  for (let first = 0; first < changed.length; ) {
    let last = first;
    while (last + 1 < changed.length && changed[last + 1]! - changed[last]! <= 2 * context + 1)
      last++;
    text += hunk(lines.slice(Math.max(0, changed[first]! - context), changed[last]! + context + 1));
    first = last + 1;
  }
  return text;
}

function signed({
  a,
  b,
  edits,
}: {
  a: readonly string[];
  b: readonly string[];
  edits: readonly Edit[];
}) {
  const lines: Line[] = [];
  let [atA, atB] = [0, 0];
  for (const edit of edits)
    for (let rest = Math.max(edit.a, edit.b); rest > 0; rest--)
      if (edit.type === "removed") lines.push({ sign: "-", text: a[atA]!, a: atA++, b: atB });
      else if (edit.type === "added") lines.push({ sign: "+", text: b[atB]!, a: atA, b: atB++ });
      else lines.push({ sign: " ", text: b[atB]!, a: atA++, b: atB++ });
  return lines;
}

function hunk(lines: readonly Line[]): string {
  const { a, b } = lines[0]!;
  const removed = lines.filter(({ sign }) => sign !== "+").length;
  const added = lines.filter(({ sign }) => sign !== "-").length;
  let text = `@@ -${range(a, removed)} +${range(b, added)} @@\n`;
  for (const line of lines)
    text += line.text.endsWith("\n")
      ? line.sign + line.text
      : `${line.sign}${line.text}\n\\ No newline at end of file\n`;
  return text;
}

/** GNU leaves a count of 1 out, and names the line before where there is none. */
function range(before: number, count: number): string {
  if (count === 1) return `${before + 1}`;
  return count === 0 ? `${before},0` : `${before + 1},${count}`;
}
