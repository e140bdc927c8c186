/**
 * Transforms a text as a list of lines. The result uses the text's first line end. It ends with one if the text did.
 */
export function onLines(text: string, change: (lines: string[]) => string[]): string {
  const lineEnd = LINE_END.exec(text)?.[0] ?? "\n";
  const lines = text.split(LINE_END);
  const hasFinalLineEnd = lines.length > 1 && lines.at(-1) === "";
  if (hasFinalLineEnd) lines.pop();
  const changed = change(lines).join(lineEnd);
  return hasFinalLineEnd && changed !== "" ? changed + lineEnd : changed;
}

/** Transforms each line of a text. */
export function eachLine(text: string, change: (line: string) => string): string {
  return onLines(text, (lines) => lines.map(change));
}

/** Removes duplicate lines, keeping the first of each. */
export function dedupeLines(lines: string[]): string[] {
  return [...new Set(lines)];
}

/** Sorts lines in the dictionary order of a locale: `a`, `B`, `ä`, `z`. */
export function sortLines(lines: string[], locale: string): string[] {
  return lines.sort(new Intl.Collator(locale).compare);
}

/** Shuffles lines so that all orders are equally likely (Fisher-Yates). */
export function shuffleLines(
  lines: string[],
  random: { integer(below: number): number },
): string[] {
  for (let last = lines.length - 1; last > 0; last--) {
    const index = random.integer(last + 1);
    // Both indexes are in range: `index` is at most `last`.
    [lines[last], lines[index]] = [lines[index]!, lines[last]!];
  }
  return lines;
}

/** Prefixes each line with its number, starting at 1. */
export function numberLines(lines: string[]): string[] {
  return lines.map((line, index) => `${index + 1}. ${line}`);
}

/** Removes lines that only have whitespace. */
export function removeEmptyLines(lines: string[]): string[] {
  return lines.filter((line) => line.trim() !== "");
}

const LINE_END = /\r\n|\n|\r/;
