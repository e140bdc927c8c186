/**
 * Breaks a line at its blanks into lines of which none is wider than `width` columns, where East Asian letters
 * and emoji take two. A word that is wider by itself is broken too.
 */
export function wrap(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  let used = 0;
  let blanks = "";
  for (const piece of line.match(/[ \t]+|[^ \t]+/g) ?? []) {
    if (piece[0] === " " || piece[0] === "\t") {
      blanks = piece;
      continue;
    }
    const columns = countColumns(piece);
    if (used + blanks.length + columns <= width) {
      current += blanks + piece;
      used += blanks.length + columns;
    } else {
      if (current !== "") lines.push(current);
      current = columns > width ? breakInto(lines, piece, width) : piece;
      used = countColumns(current);
    }
    blanks = "";
  }
  lines.push(current);
  return lines;
}

/** Cuts a word into lines of the full width, and answers what is left of it. */
function breakInto(lines: string[], word: string, width: number): string {
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
