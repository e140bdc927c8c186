import type { Content } from "../document/content.ts";
import type { Ink } from "../pdf/ink.ts";
import type { Color, Page } from "../pdf/page.ts";

/** Where on a page things are drawn, in points. */
interface Frame {
  left: number;
  top: number;
  width: number;
  /** The lowest line that is drawn on, above the foot. */
  bottom: number;
}

/** The colours of a document. */
export interface Palette {
  ink: Color;
  muted: Color;
  hairline: Color;
  /** As it was asked for: for areas. */
  accent: Color;
  /** The same, dark enough for letters on white. */
  accentInk: Color;
  /** What can be read on the accent. */
  onAccent: Color;
}

/** What a template draws with. */
export interface Canvas {
  page: Page;
  ink: Ink;
  frame: Frame;
  palette: Palette;
  design: Design;
  content: Content;
}

/** How a template differs from the others. */
export interface Design {
  margin: number;
  /** Size of the text. */
  size: number;
  accent: string;
  table: {
    /** What the head of the table stands on. */
    head: "filled" | "ruled" | "plain" | "tinted";
    rows: "ruled" | "striped" | "plain";
    padding: number;
  };
  sums: "ruled" | "filled" | "plain";
  /** The sum to pay is so many times as large as the text. */
  emphasis: number;
  /** Draws the first page's head; answers where it ends. */
  drawHead(canvas: Canvas): number;
}
