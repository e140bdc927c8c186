import type { HubFont, Run } from "hub/drawing";
import type { PDFDocument, PDFRef } from "pdf-lib";
import { PdfFont } from "./pdf-font.ts";

/** The fonts that are embedded in a document, each with the glyphs that were used of it and no others. */
export class FontBook {
  readonly #document: PDFDocument;
  readonly #fonts = new Map<HubFont, PdfFont>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** The operators that draw a run from a point of its baseline on. */
  show(run: Run, { size, x, y }: { size: number; x: number; y: number }): string {
    return this.#of(run.font).show(run, { size, x, y });
  }

  /** The fonts by the names that the operators call them by. */
  get resources(): Record<string, PDFRef> {
    return Object.fromEntries([...this.#fonts.values()].map(({ key, ref }) => [key, ref]));
  }

  /** Writes the fonts into the document, once everything is shown. */
  embed(): void {
    for (const font of this.#fonts.values()) font.embed(this.#document.context);
  }

  #of(font: HubFont): PdfFont {
    let known = this.#fonts.get(font);
    if (!known) {
      const key = `StampFont${this.#fonts.size}`;
      known = new PdfFont(font, { key, ref: this.#document.context.nextRef() });
      this.#fonts.set(font, known);
    }
    return known;
  }
}
