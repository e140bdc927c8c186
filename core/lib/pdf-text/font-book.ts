import type { PDFContext, PDFRef } from "pdf-lib";
import type { HubFont } from "../drawing/text/font.ts";
import type { Cluster } from "./clusters.ts";
import { pdfNumber } from "./number.ts";
import { hex, PdfFont } from "./pdf-font.ts";
import type { Stretch } from "./stretches.ts";

/** The fonts of a document, each reduced to the glyphs in use. */
export class FontBook {
  readonly #fonts: PdfFont[] = [];
  readonly #open = new Map<HubFont, PdfFont>();
  readonly #refs = new Map<PdfFont, PDFRef>();

  /** Returns the operators that draw a stretch at a point of its baseline, inside a text object. */
  show(
    { font, clusters, turned }: Omit<Stretch, "x">,
    { size, x, y }: { size: number; x: number; y: number },
  ): string {
    const pdfFont = this.#getFont(font, clusters.length);
    const at = `1 0 0 1 ${pdfNumber(x)} ${pdfNumber(y)} Tm`;
    const operators = `/${pdfFont.name} ${pdfNumber(size)} Tf ${at} ${showText(clusters, pdfFont)}`;
    // Poppler and pdf.js extract a bracket as the font encodes it. pdfium mirrors it once more, unless it
    // has an ActualText. Poppler uses ActualText only from a tag named Span.
    return turned ? `/Bracket <</ActualText ${toUtf16(turned)}>> BDC ${operators} EMC` : operators;
  }

  /** Returns the fonts by their resource names. They may be embedded later. */
  resources(context: PDFContext): Record<string, PDFRef> {
    return Object.fromEntries(this.#fonts.map((font) => [font.name, this.#getRef(font, context)]));
  }

  /** Embeds the fonts once everything is drawn. Returns them by their resource names. */
  async embed(context: PDFContext): Promise<Record<string, PDFRef>> {
    for (const font of this.#fonts) await font.embed(context, this.#getRef(font, context));
    return this.resources(context);
  }

  /** Returns the current subset of a font. A full one is followed by another. */
  #getFont(font: HubFont, more: number): PdfFont {
    let own = this.#open.get(font);
    if (!own?.hasRoom(more)) {
      own = new PdfFont(font, `F${this.#fonts.length + 1}`);
      this.#open.set(font, own);
      this.#fonts.push(own);
    }
    return own;
  }

  #getRef(font: PdfFont, context: PDFContext): PDFRef {
    let ref = this.#refs.get(font);
    if (!ref) {
      ref = context.nextRef();
      this.#refs.set(font, ref);
    }
    return ref;
  }
}

function toUtf16(text: string): string {
  return `<FEFF${Array.from(text, (character) => hex(character.charCodeAt(0))).join("")}>`;
}

/**
 * Returns the array for the TJ operator: codes, with corrections of their position in thousandths of an em.
 */
function showText(clusters: readonly Cluster[], font: PdfFont): string {
  let [pen, text] = [0, "[<"];
  for (const cluster of clusters) {
    const code = font.encodeCluster(cluster);
    const shift = Math.round(pen - cluster.x * 1000);
    if (shift !== 0) text += `> ${shift} <`;
    text += hex(code);
    pen += font.getWidth(code) - shift;
  }
  return `${text}>] TJ`;
}
