/**
 * Wraps a line at whitespace to at most `width` columns. East Asian letters and emoji take two. Longer words are
 * broken, too.
 */
export function wrap(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  let used = 0;
  let whitespace = "";
  for (const piece of line.match(/[ \t]+|[^ \t]+/g) ?? []) {
    if (piece[0] === " " || piece[0] === "\t") {
      whitespace = piece;
      continue;
    }
    const columns = countColumns(piece);
    if (used + whitespace.length + columns <= width) {
      current += whitespace + piece;
      used += whitespace.length + columns;
    } else {
      if (current !== "") lines.push(current);
      current = columns > width ? breakWord(lines, piece, width) : piece;
      used = countColumns(current);
    }
    whitespace = "";
  }
  lines.push(current);
  return lines;
}

/** Breaks a word into lines of full width. Returns the rest. */
function breakWord(lines: string[], word: string, width: number): string {
  let part = "";
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    const columns = countColumns(segment);
    if (part !== "" && used + columns > width) {
      lines.push(part);
      part = "";
      used = 0;
    }
    part += segment;
    used += columns;
  }
  return part;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function countColumns(text: string): number {
  return Bun.stringWidth(text);
}
