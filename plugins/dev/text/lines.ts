/**
 * Changes a text as a list of lines. They are joined by the line end that the text uses first, and
 * the text ends with one if it did before.
 */
export function onLines(text: string, change: (lines: string[]) => string[]): string {
  const lineEnd = LINE_END.exec(text)?.[0] ?? "\n";
  const lines = text.split(LINE_END);
  const ended = lines.length > 1 && lines.at(-1) === "";
  if (ended) lines.pop();
  const changed = change(lines).join(lineEnd);
  return ended && changed !== "" ? changed + lineEnd : changed;
}

/** Changes each line of a text by itself. */
export function eachLine(text: string, change: (line: string) => string): string {
  return onLines(text, (lines) => lines.map(change));
}

/** The first of each set of equal lines. */
export function dedupeLines(lines: string[]): string[] {
  return [...new Set(lines)];
}

/** The lines as a dictionary of the locale has them: `a`, `B`, `ä`, `z`. */
export function sortLines(lines: string[], locale: string): string[] {
  return lines.sort(new Intl.Collator(locale).compare);
}

/** The lines in an order of which each is equally likely, by Fisher and Yates. */
export function shuffleLines(
  lines: string[],
  random: { integer(below: number): number },
): string[] {
  for (let last = lines.length - 1; last > 0; last--) {
    const chosen = random.integer(last + 1);
    // Both are lines: what is chosen is not behind the last.
    [lines[last], lines[chosen]] = [lines[chosen]!, lines[last]!];
  }
  return lines;
}

/** The lines, each behind its number from 1. */
export function numberLines(lines: string[]): string[] {
  return lines.map((line, index) => `${index + 1}. ${line}`);
}

/** The lines that have more than blanks. */
export function removeEmptyLines(lines: string[]): string[] {
  return lines.filter((line) => line.trim() !== "");
}

const LINE_END = /\r\n|\n|\r/;
