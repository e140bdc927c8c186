import { isBlank, type YamlCursor } from "./yaml-cursor.ts";

/** Reads a literal or folded scalar. `parent` is the indentation of what holds it. */
export function readBlockScalar(cursor: YamlCursor, parent: number): string {
  const isFolded = cursor.text[cursor.at++] === ">";
  const { chomping, indentation } = readHeader(cursor);
  const lines = readLines(cursor, { parent, indentation });
  let last = lines.length;
  while (last > 0 && lines[last - 1] === "") last--;
  const kept = lines.slice(0, last);
  const text = isFolded ? fold(kept) : kept.join("\n");
  if (chomping === "-") return text;
  if (chomping === "+") return text + "\n".repeat(lines.length - last + (last > 0 ? 1 : 0));
  return last > 0 ? `${text}\n` : "";
}

function readHeader(cursor: YamlCursor): { chomping: string; indentation: number } {
  let [chomping, indentation] = ["", 0];
  for (;;) {
    const char = cursor.text[cursor.at] ?? "";
    if ((char === "+" || char === "-") && chomping === "") chomping = char;
    else if (char >= "1" && char <= "9" && indentation === 0) indentation = Number(char);
    else break;
    cursor.at++;
  }
  const end = cursor.at;
  cursor.skipBlanks();
  const isComment = cursor.code === 0x23 && cursor.at > end;
  if (!isComment && cursor.code !== 0x0a && !cursor.isEnd)
    cursor.fail("Expected the end of the line");
  const next = cursor.text.indexOf("\n", cursor.at);
  cursor.at = next < 0 ? cursor.text.length : next + 1;
  return { chomping, indentation };
}

/** The lines of the scalar without their indentation; the first that has any sets it for all. */
function readLines(
  cursor: YamlCursor,
  { parent, indentation }: { parent: number; indentation: number },
): string[] {
  const { text } = cursor;
  const lines: string[] = [];
  // At the top, where the specification counts from -1, every reader counts from 0.
  let indent = indentation > 0 ? Math.max(parent, 0) + indentation : -1;
  let widest = 0;
  while (!cursor.isEnd && !cursor.isMarker) {
    let at = cursor.at;
    while (text.charCodeAt(at) === 0x20 && (indent < 0 || at - cursor.at < indent)) at++;
    const spaces = at - cursor.at;
    const isBlankLine = at >= text.length || text.charCodeAt(at) === 0x0a;
    if (indent < 0 && !isBlankLine) {
      if (spaces <= parent) break;
      if (widest > spaces) cursor.fail("An empty line is indented further than the text");
      indent = spaces;
    }
    if (!isBlankLine && spaces < indent) break;
    widest = Math.max(widest, spaces);
    const end = text.indexOf("\n", at);
    lines.push(isBlankLine ? "" : text.slice(at, end < 0 ? text.length : end));
    cursor.at = end < 0 ? text.length : end + 1;
  }
  // The end of the last line is left, as every other scalar leaves it.
  if (lines.length > 0 && text.charCodeAt(cursor.at - 1) === 0x0a) cursor.at--;
  return lines;
}

/** Joins lines by a space, but keeps the ends of those that are indented further, and around them. */
function fold(lines: readonly string[]): string {
  let text = "";
  let breaks = 0;
  let before: string | undefined;
  for (const line of lines) {
    if (line === "") {
      breaks++;
      continue;
    }
    if (before === undefined) text += "\n".repeat(breaks);
    else if (isIndented(before) || isIndented(line)) text += "\n".repeat(breaks + 1);
    else text += breaks === 0 ? " " : "\n".repeat(breaks);
    text += line;
    before = line;
    breaks = 0;
  }
  return text;
}

function isIndented(line: string): boolean {
  return isBlank(line.charCodeAt(0));
}
