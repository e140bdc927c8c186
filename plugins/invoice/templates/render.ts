import type { Content } from "../document/content.ts";
import { fillGaps } from "../locales/labels.ts";
import { colorOf, darken, inkOn } from "../pdf/color.ts";
import type { Ink } from "../pdf/ink.ts";
import type { Page } from "../pdf/page.ts";
import { drawBlocks } from "./blocks.ts";
import { classic } from "./classic.ts";
import { compact } from "./compact.ts";
import type { Design, Palette } from "./design.ts";
import { Flow, type papers } from "./flow.ts";
import { minimal } from "./minimal.ts";
import { modern } from "./modern.ts";
import { drawSums } from "./sums.ts";
import { drawTable } from "./table.ts";

const designs = { classic, modern, minimal, compact } as const;

export interface Look {
  template: keyof typeof designs;
  paper: keyof typeof papers;
  accent_color?: string | undefined;
  tooMany: (pages: number) => void;
}

/** Draws a document on sheets of paper. */
export function drawSheets(
  content: Content,
  ink: Ink,
  { template, paper, accent_color, tooMany }: Look,
): Page[] {
  const design = designs[template];
  const palette = paletteOf(accent_color ?? design.accent);
  const flow = new Flow({ content, ink, design, palette, paper, tooMany });
  drawTable(flow);
  drawSums(flow);
  drawBlocks(flow);
  for (const [index, page] of flow.pages.entries())
    drawFoot(page, { content, design, palette, index, count: flow.pages.length });
  if (content.stamp && flow.stampAt) {
    const { page, ...place } = flow.stampAt;
    page.stamp(content.stamp.text, { ...place, color: content.stamp.color });
  }
  return flow.pages;
}

/** The colours of a document with an accent. */
export function paletteOf(accent: string): Palette {
  const color = colorOf(accent);
  return {
    ink: [0.11, 0.12, 0.14],
    muted: [0.4, 0.42, 0.46],
    hairline: [0.82, 0.83, 0.85],
    accent: color,
    accentInk: darken(color),
    onAccent: inkOn(color),
  };
}

function drawFoot(
  page: Page,
  {
    content,
    design: { margin },
    palette,
    index,
    count,
  }: { content: Content; design: Design; palette: Palette; index: number; count: number },
): void {
  const { labels, number, title } = content;
  const y = page.height - Math.min(margin, 48) - 14;
  const box = { x: margin, y, width: page.width - 2 * margin };
  page.rule({ ...box, y: y - 5 }, { color: palette.hairline, thickness: 0.4 });
  const style = { size: 7.5, color: palette.muted } as const;
  page.text(`${title} ${number}`, { ...box, width: box.width * 0.6 }, style);
  const text = fillGaps(labels.page, { page: String(index + 1), pages: String(count) });
  page.text(text, box, { ...style, align: "end" });
}
