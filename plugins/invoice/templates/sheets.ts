import type { PrintedContent } from "../document/content.ts";
import { fillGaps } from "../locales/labels.ts";
import { darken, inkOn, parseColor } from "../pdf/color.ts";
import type { Ink } from "../pdf/ink.ts";
import type { Page, TextStyle } from "../pdf/page.ts";
import { addList, type Tag } from "../pdf/tags.ts";
import { classic } from "./classic.ts";
import { compact } from "./compact.ts";
import type { Design, Palette } from "./design.ts";
import { Flow, type papers } from "./flow.ts";
import { minimal } from "./minimal.ts";
import { modern } from "./modern.ts";
import { drawSums } from "./sums.ts";
import { drawSwissBill, swissBillHeight } from "./swiss-bill.ts";
import { drawTable } from "./table.ts";

const designs = { classic, modern, minimal, compact } as const;

export interface SheetOptions {
  template: keyof typeof designs;
  paper: keyof typeof papers;
  accent_color?: string | undefined;
  checkPageCount: (pages: number) => void;
}

/** Draws a document on sheets of paper. */
export function drawSheets(
  content: PrintedContent,
  ink: Ink,
  { template, paper, accent_color, checkPageCount }: SheetOptions,
): Page[] {
  const design = designs[template];
  const palette = buildPalette(accent_color ?? design.accent);
  const flow = new Flow({ content, ink, design, palette, paper, checkPageCount });
  drawTable(flow);
  drawSums(flow);
  drawBlocks(flow);
  // Nothing but the bill may be printed in its part of the page.
  const billPage = content.swissBill ? startSwissBill(flow) : undefined;
  if (billPage && content.swissBill)
    drawSwissBill(
      { page: billPage, tag: ink.tags },
      content.swissBill.bill,
      content.swissBill.locale,
    );
  for (const [index, page] of flow.pages.entries())
    if (page !== billPage)
      drawFooter(page, { content, design, palette, index, count: flow.pages.length });
  if (content.stamp && flow.stampAt) {
    const { page, ...area } = flow.stampAt;
    page.stamp(content.stamp.text, { ...area, color: content.stamp.color });
  }
  return flow.pages;
}

/** Returns the page for a Swiss QR-bill: the last one, or a new one if there is no space. */
function startSwissBill(flow: Flow): Page {
  const { page } = flow.canvas;
  if (flow.y > page.height - swissBillHeight - 24) flow.turn();
  return flow.canvas.page;
}

/** Returns the colours of a document with an accent colour. */
function buildPalette(accent: string): Palette {
  const color = parseColor(accent);
  return {
    ink: [0.11, 0.12, 0.14],
    muted: [0.4, 0.42, 0.46],
    hairline: [0.82, 0.83, 0.85],
    accent: color,
    accentInk: darken(color),
    onAccent: inkOn(color),
  };
}

function drawFooter(
  page: Page,
  {
    content,
    design: { margin },
    palette,
    index,
    count,
  }: { content: PrintedContent; design: Design; palette: Palette; index: number; count: number },
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

/** Draws notes and terms, which may span pages, and signature lines. */
function drawBlocks(flow: Flow): void {
  const { content, design } = flow.canvas;
  const { size } = design;
  for (const { title, text } of content.blocks) {
    flow.need(size * 4.5);
    drawParagraphs(flow, text, startSection(flow, title));
    flow.y += size * 1.4;
  }
  drawAcceptance(flow);
}

/** Draws the heading of a section. Returns its element. */
function startSection(flow: Flow, title: string): Tag {
  const { page, tag, design, palette, frame } = flow.canvas;
  const section = tag.add("Sect");
  const heading = {
    size: design.size * 1.05,
    weight: 700,
    color: palette.accentInk,
    tag: section.add("H2"),
  } as const;
  const box = { x: frame.left, width: frame.width, y: flow.y };
  flow.y += page.text(title, box, heading) + 3;
  return section;
}

/** Draws a text that may span pages. Lines that start with a bullet or a number are the items of a list. */
function drawParagraphs(flow: Flow, text: string, section: Tag): void {
  const { design, palette, frame } = flow.canvas;
  const { size } = design;
  let list: { numbering: string; tag: Tag } | undefined;
  for (const paragraph of text.split("\n")) {
    const numbering = findNumbering(paragraph);
    if (!numbering) list = undefined;
    else if (list?.numbering !== numbering) list = { numbering, tag: addList(section, numbering) };
    const tag = list ? list.tag.add("LI").add("LBody") : section.add("P");
    tag.text = paragraph;
    const style: TextStyle = { size, color: palette.ink, leading: 1.45, tag };
    for (const line of flow.canvas.ink.set(paragraph, { ...style, width: frame.width }).lines) {
      flow.need(size * 1.5);
      const box = { x: frame.left, width: frame.width, y: flow.y };
      flow.y += flow.canvas.page.lines([line], box, style);
    }
  }
}

function findNumbering(paragraph: string): "Disc" | "Decimal" | undefined {
  if (/^\s{0,9}[-–•*·] /.test(paragraph)) return "Disc";
  return /^\s{0,9}\d{1,3}[.)] /.test(paragraph) ? "Decimal" : undefined;
}

function drawAcceptance(flow: Flow): void {
  const { content, design, palette, frame } = flow.canvas;
  if (!content.acceptance) return;
  const { title, text, fields } = content.acceptance;
  const { size } = design;
  flow.need(size * 9.5);
  flow.y += size * 0.5;
  const { page } = flow.canvas;
  const area = { x: frame.left, width: frame.width };
  const section = startSection(flow, title);
  const style = { size, color: palette.ink, tag: section.add("P") };
  flow.y += page.text(text, { ...area, y: flow.y }, style);
  flow.y += size * 3.2;
  const gap = 18;
  const width = (frame.width - gap * (fields.length - 1)) / fields.length;
  for (const [index, field] of fields.entries()) {
    const x = frame.left + index * (width + gap);
    page.rule({ x, y: flow.y, width }, { color: palette.muted, thickness: 0.6 });
    const label = { size: size * 0.84, color: palette.muted, tag: section.add("P") };
    page.text(field, { x, y: flow.y + 3, width }, label);
  }
  flow.y += size * 2;
}
