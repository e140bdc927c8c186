/** Units by which two texts are compared. */
export const granularities = ["line", "word", "char"] as const;

export type Granularity = (typeof granularities)[number];

export interface PieceOptions {
  ignoreCase: boolean;
  ignoreWhitespace: boolean;
}

/** A part of a text, and the key that it is compared by. */
export interface ComparedPart {
  text: string;
  key: string;
}

/**
 * Splits a text into lines with their ends, into words and the text between them, or into graphemes. If whitespace is
 * ignored, words and characters include the whitespace after them.
 */
export function splitPieces(
  text: string,
  granularity: Granularity,
  { ignoreCase, ignoreWhitespace }: PieceOptions,
): ComparedPart[] {
  let parts = splitText(text, granularity);
  if (ignoreWhitespace && granularity !== "line") parts = joinWhitespace(parts);
  return parts.map((part) => {
    let key = ignoreWhitespace ? part.replace(/\s+/g, "") : part;
    if (ignoreCase) key = key.toLowerCase();
    return { text: part, key };
  });
}

function splitText(text: string, granularity: Granularity): string[] {
  if (granularity === "line") return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
  const segmenter = new Intl.Segmenter("en", {
    granularity: granularity === "char" ? "grapheme" : "word",
  });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function joinWhitespace(parts: string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && (part.trim() === "" || last.trim() === ""))
      joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}
