import type { PDFContext, PDFRef } from "pdf-lib";
import type { HubFont } from "../drawing/text/font.ts";
import type { Cluster } from "./clusters.ts";
import { pdfNumber } from "./number.ts";
import { hex, PdfFont } from "./pdf-font.ts";
import type { Stretch } from "./stretches.ts";

/** The fonts of a document, each with what is shown of it and no more. */
export class FontBook {
  readonly #fonts: PdfFont[] = [];
  readonly #open = new Map<HubFont, PdfFont>();
  readonly #refs = new Map<PdfFont, PDFRef>();

  /** The operators that show a stretch from a point of its baseline on, within a text object. */
  show(
    { font, clusters, turned }: Omit<Stretch, "x">,
    { size, x, y }: { size: number; x: number; y: number },
  ): string {
    const own = this.#fontOf(font, clusters.length);
    const at = `1 0 0 1 ${pdfNumber(x)} ${pdfNumber(y)} Tm`;
    const operators = `/${own.name} ${pdfNumber(size)} Tf ${at} ${showText(clusters, own)}`;
    // Poppler and pdf.js tell a bracket as its font says, and pdfium turned round once more, but by
    // another text if it is given one; which Poppler takes from what is called a Span alone.
    return turned ? `/Bracket <</ActualText ${utf16(turned)}>> BDC ${operators} EMC` : operators;
  }

  /** The fonts by the names that the operators call them by. They may be written later. */
  resources(context: PDFContext): Record<string, PDFRef> {
    return Object.fromEntries(this.#fonts.map((font) => [font.name, this.#refOf(font, context)]));
  }

  /** Writes the fonts, once everything is shown; answers the same. */
  async embed(context: PDFContext): Promise<Record<string, PDFRef>> {
    for (const font of this.#fonts) await font.embed(context, this.#refOf(font, context));
    return this.resources(context);
  }

  /** A font that is full is followed by another one of the same letters. */
  #fontOf(font: HubFont, more: number): PdfFont {
    let own = this.#open.get(font);
    if (!own?.hasRoom(more)) {
      own = new PdfFont(font, `F${this.#fonts.length + 1}`);
      this.#open.set(font, own);
      this.#fonts.push(own);
    }
    return own;
  }

  #refOf(font: PdfFont, context: PDFContext): PDFRef {
    let ref = this.#refs.get(font);
    if (!ref) {
      ref = context.nextRef();
      this.#refs.set(font, ref);
    }
    return ref;
  }
}

function utf16(text: string): string {
  return `<FEFF${Array.from(text, (character) => hex(character.charCodeAt(0))).join("")}>`;
}

/** Codes, with what each stands away from where the one before it ends, in thousandths of an em. */
function showText(clusters: readonly Cluster[], font: PdfFont): string {
  let [pen, text] = [0, "[<"];
  for (const cluster of clusters) {
    const code = font.codeOf(cluster);
    const off = Math.round(pen - cluster.x * 1000);
    if (off !== 0) text += `> ${off} <`;
    text += hex(code);
    pen += font.widthOf(code) - off;
  }
  return `${text}>] TJ`;
}
