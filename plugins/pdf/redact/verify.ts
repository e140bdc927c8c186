import { withPdfium } from "../engines/pdfium.ts";
import { charactersOf } from "../text/characters.ts";
import { withTextPage } from "../text/text-page.ts";
import { searchFile } from "./file-search.ts";
import { unfoldDrawings } from "./hidden-drawings.ts";
import { byEncoding } from "./other-readings.ts";
import { matchesOn } from "./page-matches.ts";
import type { Pattern } from "./patterns.ts";
import { coreOf, intersects, type Rect, rectsOf } from "./rects.ts";
import { searchFor } from "./search.ts";
import { searchable } from "./searchable.ts";
import { readItems } from "./second-engine.ts";

export interface VerifyWork {
  patterns: readonly Pattern[];
  boxes: ReadonlyMap<number, readonly Rect[]>;
}

/** Something that is left. */
export interface Leftover {
  where: string;
  /** The page that it is on and what it covers, where that is known. */
  page?: number;
  rects?: readonly Rect[];
}

/**
 * Looks in a finished file for what must have been removed from it, by other ways than it was removed: by
 * a second engine, by the first one again and without what fonts say of themselves, and in all bytes of
 * the file as they are. Answers where something is left.
 */
export async function leftovers(bytes: Uint8Array, work: VerifyWork): Promise<Leftover[]> {
  const opened = await unfoldDrawings(bytes);
  const readable = opened?.bytes ?? bytes;
  const left = [
    ...(await bySecondEngine(readable, work)),
    ...(await byFirstEngine(readable, work)),
  ];
  for (const reading of await byEncoding(readable, work.patterns))
    left.push(...(await byFirstEngine(reading.bytes, { ...work, patterns: reading.patterns })));
  const ofPages = left.map((one) =>
    opened && one.page > opened.pages ? { where: "a drawing that pages use" } : one,
  );
  const found = searchFile(bytes, searchFor(work.patterns));
  return [...ofPages, ...[...new Set(found)].map((where) => ({ where }))];
}

type OnPage = Required<Leftover>;

async function bySecondEngine(bytes: Uint8Array, { patterns, boxes }: VerifyWork) {
  const left: OnPage[] = [];
  for (const [index, items] of (await readItems(bytes)).entries()) {
    const page = index + 1;
    const pieces = items.flatMap((item) => Array.from(item.text, (text) => ({ text, item })));
    for (const form of ["NFKC", "NFKD"] as const) {
      const { text, from } = searchable(pieces, { form, keepsHyphens: true });
      for (const { find } of patterns.filter((pattern) => pattern.form === form))
        for (const { start, end } of find(text)) {
          const found = new Set(pieces.slice(from[start], from[end - 1]! + 1));
          const rects = [...new Set([...found].map(({ item }) => item.area))];
          left.push({ where: `page ${page} as pdf.js reads it`, page, rects });
        }
    }
    const areas = boxes.get(page) ?? [];
    const isIn = ({ text, x, y }: (typeof items)[number]) =>
      text.trim() !== "" &&
      areas.some((area) => x > area.left && x < area.right && y > area.bottom && y < area.top);
    if (items.some(isIn))
      left.push({ where: `a box of page ${page} as pdf.js reads it`, page, rects: areas });
  }
  return left;
}

function byFirstEngine(bytes: Uint8Array, { patterns, boxes }: VerifyWork): Promise<OnPage[]> {
  return withPdfium(bytes, (opened) => {
    const left: OnPage[] = [];
    for (let page = 1; page <= opened.pages; page++)
      withTextPage(opened, page, (textPage) => {
        const characters = charactersOf(textPage);
        for (const match of matchesOn(characters, patterns)) {
          const rects = rectsOf(match.characters);
          left.push({ where: `page ${page} as pdfium reads it`, page, rects });
        }
        const areas = boxes.get(page) ?? [];
        const boxed = characters.some(
          (one) =>
            one.text.trim() !== "" &&
            !one.isGenerated &&
            areas.some((area) => intersects(coreOf(one), area)),
        );
        if (boxed)
          left.push({ where: `a box of page ${page} as pdfium reads it`, page, rects: areas });
      });
    return left;
  });
}
