import type { Content } from "../document/content.ts";
import type { Ink } from "../pdf/ink.ts";
import { Page } from "../pdf/page.ts";
import type { Canvas, Design, Palette } from "./design.ts";

/** The sizes of sheets of paper, in points. */
export const papers = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
} as const;

/** Room for the foot of a page. */
const foot = 34;

/** Goes down the pages of a document, and begins a new one where one is full. */
export class Flow {
  readonly pages: Page[] = [];
  canvas: Canvas;
  y: number;
  /** Where nothing else is printed than a stamp, and how large it may be. */
  stampAt: { page: Page; x: number; y: number; size: number } | undefined;
  readonly #start: Omit<Canvas, "page">;
  readonly #size: { width: number; height: number };
  readonly #tooMany: (pages: number) => void;

  constructor({ content, ink, design, palette, paper, tooMany }: FlowOptions) {
    const size = papers[paper];
    const { margin } = design;
    this.#size = size;
    this.#tooMany = tooMany;
    this.#start = {
      content,
      ink,
      design,
      palette,
      frame: {
        left: margin,
        top: margin,
        width: size.width - 2 * margin,
        bottom: size.height - Math.min(margin, 48) - foot,
      },
    };
    this.canvas = this.#begin();
    this.y = design.drawHead(this.canvas);
  }

  /** What is left of this page. */
  get left(): number {
    return this.canvas.frame.bottom - this.y;
  }

  /** Begins a new page, with the document's name in its head. */
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

  /** Begins a new page where so much does not fit on this one. */
  need(height: number): void {
    if (height > this.left) this.turn();
  }

  #begin(): Canvas {
    const page = new Page(this.#start.ink, this.#size);
    this.pages.push(page);
    this.#tooMany(this.pages.length);
    return { ...this.#start, page };
  }
}

interface FlowOptions {
  content: Content;
  ink: Ink;
  design: Design;
  palette: Palette;
  paper: keyof typeof papers;
  /** Throws where there are more pages than may be. */
  tooMany: (pages: number) => void;
}
