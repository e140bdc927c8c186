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
    if (isUnseen(character) || (isLineHyphen && !keepsHyphens)) continue;
    if (character.trim() === "") {
      const follows = isLineHyphen || pieces[index - 1]?.isLineHyphen;
      if (!text.endsWith(" ") && !follows) add(" ", index);
    } else add(plain(character, form), index);
  }
  from.push(pieces.length);
  return { text, from };
}

/**
 * Compatible forms are alike: "ﬁ" is "fi", and a dash of any width a hyphen. In "NFKD", letters of other
 * scripts that are drawn as Latin ones are these.
 */
export function plain(text: string, form: Reading["form"]): string {
  // Most of most pages: each letter is asked for by itself, which adds up.
  if (text.length === 1 && text < "\u0080") return text;
  const same = text
    .normalize(form)
    .replace(unseen, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u2018\u2019]/g, "'");
  return form === "NFKC" ? same : same.replace(lookAlikes, (letter) => latinOf.get(letter)!);
}

/** What is not seen between letters: soft hyphens, joiners, marks of direction, selectors of forms. */
const unseen =
  /\u034F|\u17B4|\u17B5|[\u00AD\u061C\u115F\u1160\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u180B-\u180E]|[\uFE00-\uFE0F]/g;

function isUnseen(character: string): boolean {
  return character > "\u00AC" && character.replace(unseen, "") === "";
}

/** Letters that nobody can tell from these in print, small and capital alike, so that case stays case. */
const confusable = "АA аa СC сc ЕE еe ОO оo РP рp ХX хx УY уy ЅS ѕs ІI іi ЈJ јj ԁd ԛq ԝw ΟO οo";
const latinOf = new Map(confusable.split(" ").map((pair) => [pair[0]!, pair[1]!] as const));
const lookAlikes = new RegExp(`[${[...latinOf.keys()].join("")}]`, "g");

/** A text as it is compared with terms in any case. */
export function foldCase(text: string): string {
  // One unit stays one unit, so that places stay what they are.
  return Array.from({ length: text.length }, (_, index) => {
    const lower = text[index]!.toLowerCase();
    return lower.length === 1 ? lower : text[index]!;
  }).join("");
}
