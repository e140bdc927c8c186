import type { PrintedContent } from "../document/content.ts";
import type { Ink } from "../pdf/ink.ts";
import type { Color, Page } from "../pdf/page.ts";
import type { Tag } from "../pdf/tags.ts";

/** The drawing area of a page, in points. */
interface Frame {
  left: number;
  top: number;
  width: number;
  /** Lower limit of the content, above the footer. */
  bottom: number;
}

/** The colours of a document. */
export interface Palette {
  ink: Color;
  muted: Color;
  hairline: Color;
  /** The requested accent colour, for areas. */
  accent: Color;
  /** The accent colour, darkened for text on white. */
  accentInk: Color;
  /** Text colour on the accent colour. */
  onAccent: Color;
}

/** The drawing context of a template. */
export interface Canvas {
  page: Page;
  ink: Ink;
  /** The element that the content belongs to. */
  tag: Tag;
  frame: Frame;
  palette: Palette;
  design: Design;
  content: PrintedContent;
}

/** The design parameters of a template. */
export interface Design {
  margin: number;
  /** Font size of the text. */
  size: number;
  accent: string;
  table: {
    /** Background of the table head. */
    head: "filled" | "ruled" | "plain" | "tinted";
    rows: "ruled" | "striped" | "plain";
    padding: number;
  };
  sums: "ruled" | "filled" | "plain";
  /** Font size of the amount due relative to the text. */
  emphasis: number;
  /** Draws the head of the first page. Returns its lower end. */
  drawHead(canvas: Canvas): number;
}
