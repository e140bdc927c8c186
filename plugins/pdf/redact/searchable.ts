/** A text to search in, and for each of its units the character of the page that it comes from. */
export interface Searchable {
  text: string;
  /** Places among the page's characters; one longer than the text. */
  from: readonly number[];
}

/** What pdfium puts in the place of a hyphen at the end of a line, after which a word goes on. */
export interface Piece {
  text: string;
  /** Whether the line ends here, after a hyphen. */
  isLineHyphen?: boolean;
}

interface Reading {
  /** As they are compared: "NFKC" for patterns, "NFKD" for terms, whose letters may be in two pieces. */
  form: "NFKC" | "NFKD";
  /** Whether a hyphen at the end of a line is part of its word. */
  keepsHyphens: boolean;
}

/** Reads characters as a text without line breaks: white space of any kind and length is one space. */
export function searchable(pieces: readonly Piece[], { form, keepsHyphens }: Reading): Searchable {
  let text = "";
  const from: number[] = [];
  const add = (addition: string, index: number) => {
    for (let unit = 0; unit < addition.length; unit++) from.push(index);
    text += addition;
  };
  for (const [index, { text: character, isLineHyphen = false }] of pieces.entries()) {
    if (character === "\u00AD" || (isLineHyphen && !keepsHyphens)) continue;
    if (character.trim() === "") {
      const follows = isLineHyphen || pieces[index - 1]?.isLineHyphen;
      if (!text.endsWith(" ") && !follows) add(" ", index);
    } else add(plain(character, form), index);
  }
  from.push(pieces.length);
  return { text, from };
}

/** Compatible forms are alike: "ﬁ" is "fi", and a dash of any width a hyphen. */
export function plain(text: string, form: Reading["form"]): string {
  // Most of most pages: each letter is asked for by itself, which adds up.
  if (text.length === 1 && text < "\u0080") return text;
  return text
    .normalize(form)
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u2018\u2019]/g, "'");
}

/** A text as it is compared with terms in any case. */
export function folded(text: string): string {
  // One unit stays one unit, so that places stay what they are.
  return Array.from({ length: text.length }, (_, index) => {
    const lower = text[index]!.toLowerCase();
    return lower.length === 1 ? lower : text[index]!;
  }).join("");
}
