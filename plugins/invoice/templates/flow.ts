import type { PrintedContent } from "../document/content.ts";
import type { Ink } from "../pdf/ink.ts";
import { Page } from "../pdf/page.ts";
import type { Tag } from "../pdf/tags.ts";
import type { Canvas, Design, Palette } from "./design.ts";

/** Paper sizes in points. */
export const papers = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
} as const;

/** Height of the page footer. */
const footerHeight = 34;

/** Lays out content from top to bottom, and adds pages as needed. */
export class Flow {
  readonly pages: Page[] = [];
  canvas: Canvas;
  y: number;
  /** Position, size and element of the stamp. */
  stampAt: { page: Page; x: number; y: number; size: number; tag: Tag } | undefined;
  readonly #start: Omit<Canvas, "page">;
  readonly #size: { width: number; height: number };
  readonly #checkPageCount: (pages: number) => void;

  constructor({ content, ink, design, palette, paper, checkPageCount }: FlowOptions) {
    const size = papers[paper];
    const { margin } = design;
    this.#size = size;
    this.#checkPageCount = checkPageCount;
    this.#start = {
      content,
      ink,
      tag: ink.tags,
      design,
      palette,
      frame: {
        left: margin,
        top: margin,
        width: size.width - 2 * margin,
        bottom: size.height - Math.min(margin, 48) - footerHeight,
      },
    };
    this.canvas = this.#begin();
    this.y = design.drawHead(this.canvas);
  }

  /** The remaining height of the current page. */
  get left(): number {
    return this.canvas.frame.bottom - this.y;
  }

  /** Starts a new page with the document's title in its head. */
  turn(): void {
    this.canvas = this.#begin();
    const { page, palette, content, frame } = this.canvas;
    const { left, top, width } = frame;
    const y = Math.min(top, 40);
    const style = { size: 8.5, color: palette.muted };
    const half = { x: left, y, width: width / 2 };
    page.text(content.seller.name, half, { ...style, weight: 700 });
    const title = `${content.title} ${content.number} · ${content.labels.continued}`;
    const right = { ...half, x: left + width / 2 };
    const height = Math.max(
      page.text(title, right, { ...style, align: "end" }),
      this.canvas.ink.measureHeight(content.seller.name, {
        size: 8.5,
        weight: 700,
        width: width / 2,
      }),
    );
    page.rule({ x: left, y: y + height + 5, width }, { color: palette.hairline });
    this.y = y + height + 16;
  }

  /** Starts a new page if the height doesn't fit on the current one. */
  need(height: number): void {
    if (height > this.left) this.turn();
  }

  #begin(): Canvas {
    const page = new Page(this.#start.ink, this.#size);
    this.pages.push(page);
    this.#checkPageCount(this.pages.length);
    return { ...this.#start, page };
  }
}

interface FlowOptions {
  content: PrintedContent;
  ink: Ink;
  design: Design;
  palette: Palette;
  paper: keyof typeof papers;
  /** Throws if there are too many pages. */
  checkPageCount: (pages: number) => void;
}
