import { withPdfium } from "../engines/pdfium.ts";
import { renderGray } from "../engines/render.ts";
import type { Source } from "../input/open.ts";
import { rawText, withTextPage } from "../text/text-page.ts";

const widthPixels = 150;
/** What is darker than this of 255 is ink. */
const inkMax = 200;
/** A scan of nothing has dust on it. */
const dustShare = 0.001;

/** The pages that have neither text nor more than dust on them. */
export function blankPages({ bytes }: Source, numbers: readonly number[]): Promise<Set<number>> {
  return withPdfium(bytes, (opened) => {
    const isBlank = (number: number) => {
      if (withTextPage(opened, number, (page) => rawText(page).trim() !== "")) return false;
      const { pixels } = renderGray(opened, number, { widthPixels });
      let ink = 0;
      for (const gray of pixels) if (gray < inkMax) ink++;
      return ink <= pixels.length * dustShare;
    };
    return new Set(numbers.filter(isBlank));
  });
}
