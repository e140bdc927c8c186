import { openSource, saveDocument } from "../engines/pdf-lib.ts";
import type { Source } from "../input/open.ts";
import type { Word } from "../text/words.ts";
import { invisibleFontName } from "./invisible-font.ts";
import type { ReadPage } from "./recognise.ts";
import { addTextLayer } from "./text-layer.ts";

/**
 * Returns a document in which recognised pages have their recognised text, instead of everything
 * else with `replaces`.
 */
export async function addRecognisedText(
  source: Pick<Source, "bytes" | "pages">,
  pages: readonly ReadPage[],
  { replaces }: { replaces: boolean },
): Promise<Pick<Source, "bytes" | "pages">> {
  const document = await openSource(source);
  addTextLayer(document, pages, { boxes: source.pages, replaces });
  return { bytes: await saveDocument(document), pages: source.pages };
}

type WordBox = Pick<Word, "x" | "y" | "width" | "height">;

/**
 * Adds the confidence of words by their position: that of the recognised word which shares most of
 * their area.
 */
export function rateWords(words: readonly Word[], { lines }: ReadPage): Word[] {
  const recognised = lines.flatMap((line) => line.words);
  return words.map((word) => {
    // Other words are those that the page has as text.
    if (word.font !== invisibleFontName) return word;
    let most = 0;
    let confidence = 0;
    for (const one of recognised) {
      const shared = computeOverlap(one.box, word);
      if (shared > most) [most, confidence] = [shared, one.confidence];
    }
    // The font is that of the text layer.
    return { ...word, font: "", confidence };
  });
}

/** Returns the area that two boxes share. */
export function computeOverlap(one: WordBox, other: WordBox): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}
