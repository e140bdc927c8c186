import type { DataDoor } from "hub";
import { asTable } from "hub";
import { withPdfium } from "../engines/pdfium.ts";
import { withTesseract } from "../engines/tesseract.ts";
import { findLanguages } from "../ocr/languages.ts";
import { recogniseEverything } from "../ocr/recognise.ts";
import pdf from "../plugin.ts";
import { foldCase, plain } from "../text/normalise.ts";
import { type Pattern, searchable, type Term } from "./patterns.ts";
import type { Unread } from "./unread.ts";

interface RenderedWork {
  /** The number of pages of the document. */
  pages: number;
  languages: readonly string[];
  data: DataDoor;
}

/**
 * Prepares the search of rendered pages, and returns the function that does it. Throws if a
 * language is missing, or if there are too many pages.
 */
export async function prepareRenderedSearch({ pages, languages, data }: RenderedWork) {
  const { ocrPagesMax } = pdf.limits;
  if (pages > ocrPagesMax)
    throw pdf.error(
      "pdf_limit_exceeded",
      `body.verify can be "render" for at most ${ocrPagesMax} pages: the document has ${pages}`,
      { at: "body.verify", members: { limit: "ocr_pages", max: ocrPagesMax } },
    );
  const load = await findLanguages(languages, { data, at: "body.languages" });
  return async (bytes: Uint8Array, patterns: readonly Pattern[]): Promise<Unread[]> => {
    if (patterns.length === 0) return [];
    const languageData = await load();
    return withPdfium(bytes, (opened) =>
      withTesseract(languageData, (engine) =>
        Array.from({ length: opened.pages }, (_, index) => index + 1)
          .filter((number) =>
            recogniseEverything(opened, number, { engine }).some((lines) =>
              isReadable(lines, patterns),
            ),
          )
          .map((page) => ({ page, reason: "rendered" as const })),
      ),
    );
  };
}

/** Returns whether recognised lines have a match, or letters that look like one. */
export function isReadable(lines: readonly string[], patterns: readonly Pattern[]): boolean {
  const words = new Words(lines);
  return patterns.some(
    ({ find, form, term }) =>
      words.texts[form].some((text) => find(text).length > 0) ||
      (term !== undefined && words.looksLike(term)),
  );
}

/** The forms of a recognised text in which matches are searched. */
class Words {
  /** With hyphens at the ends of lines, and without. */
  readonly texts: Readonly<Record<Pattern["form"], readonly string[]>>;
  readonly #folded: string;

  constructor(lines: readonly string[]) {
    const pieces = lines.flatMap((line) => [
      ...Array.from(line, (text, index) => ({
        text,
        isLineHyphen: text === "-" && index === line.length - 1,
      })),
      { text: "\n" },
    ]);
    const join = (form: Pattern["form"]) =>
      [true, false].map((keepsHyphens) => searchable(pieces, { form, keepsHyphens }).text);
    this.texts = { NFKC: join("NFKC"), NFKD: join("NFKD") };
    this.#folded = ` ${foldLookAlikes(this.texts.NFKD[0] ?? "")} `;
  }

  /** Returns whether the text has letters that recognition confuses with those of a term. */
  looksLike({ letters, breaks, caseSensitive, wholeWord }: Term): boolean {
    if (caseSensitive || letters.length < foldedMin) return false;
    const spaced = Array.from({ length: letters.length }, (_, index) =>
      breaks.has(index) ? ` ${letters.charAt(index)}` : letters.charAt(index),
    );
    const needle = foldLookAlikes(spaced.join(""));
    return needle.length >= foldedMin && this.#folded.includes(wholeWord ? ` ${needle} ` : needle);
  }
}

/** Shorter terms look like parts of many words. */
const foldedMin = 4;

const lookAlikes: Readonly<Record<string, string>> = asTable({
  ...{ 0: "o", 1: "l", i: "l", "|": "l", "!": "l", 5: "s", $: "s", 8: "b", 2: "z" },
});

/** Folds letters that recognition confuses, and removes accents and punctuation. */
function foldLookAlikes(text: string): string {
  return Array.from(
    foldCase(plain(text, "NFKD")),
    (character) => lookAlikes[character] ?? character,
  )
    .join("")
    .replace(/[^\p{L}\p{N} ]/gu, "");
}
