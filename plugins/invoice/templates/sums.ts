import type { SumLine } from "../document/content.ts";
import { inkOn } from "../pdf/color.ts";
import { Page } from "../pdf/page.ts";
import { Tag } from "../pdf/tags.ts";
import type { Canvas } from "./design.ts";
import type { Flow } from "./flow.ts";
import { drawFacts, getInset } from "./parts.ts";

/**
 * Draws the totals and, next to them, the payment details. A stamp is placed below the totals, or next to them if
 * there are no payment details.
 */
export function drawSums(flow: Flow): void {
  const { frame, content } = flow.canvas;
  flow.need(measureSums(flow.canvas));
  const { width, sideWidth, stamp } = measureParts(flow.canvas);
  flow.y += 12;
  const { y } = flow;
  let at = y;
  const table = flow.canvas.tag.add("Table");
  for (const line of content.sums) {
    const box = { x: frame.left + frame.width - width, y: at, width };
    at += drawSum({ ...flow.canvas, tag: table.add("TR") }, line, box);
  }
  const paid = drawPayment(flow.canvas, { x: frame.left, y, width: sideWidth });
  const x = frame.left + (content.payment ? frame.width - width / 2 : sideWidth / 2);
  const top = content.payment ? at : Math.max(y, (y + at - stamp.height) / 2);
  flow.y = Math.max(at, y + paid, top + stamp.height) + 16;
  flow.stampAt = {
    page: flow.canvas.page,
    x,
    y: top + stamp.height / 2,
    size: stamp.size,
    tag: flow.canvas.tag.add("P"),
  };
}

/** Returns the height of the totals, including the space around them. */
export function measureSums(canvas: Canvas): number {
  const { content } = canvas;
  const { width, sideWidth, stamp } = measureParts(canvas);
  const own = content.sums.reduce((sum, line) => sum + measureSum(canvas, line, width), 0);
  const height = content.payment
    ? Math.max(own + stamp.height, measurePayment(canvas, sideWidth))
    : Math.max(own, stamp.height);
  return height + 18;
}

function measureParts(canvas: Canvas) {
  const { frame, content } = canvas;
  const width = Math.min(frame.width * 0.48, 260);
  const sideWidth = frame.width - width - 30;
  return { width, sideWidth, stamp: fitStamp(canvas, content.payment ? width : sideWidth) };
}

/** Returns the size of a stamp that fits into a column, and its height including space around it. */
function fitStamp({ page, content }: Canvas, width: number): { size: number; height: number } {
  if (!content.stamp) return { size: 0, height: 0 };
  const box = page.stampBox(content.stamp.text, stampSize);
  const scale = Math.min(1, width / box.width);
  return { size: stampSize * scale, height: box.height * scale + 12 };
}

const stampSize = 34;

type BlockPosition = { x: number; y: number; width: number };

/** Returns the font size of a line: the usual one, or a smaller one if its amount would wrap. */
function getFontSize(canvas: Canvas, { kind, value }: SumLine, width: number): number {
  const { design, ink } = canvas;
  const factors = { due: design.emphasis, total: 1.08, note: 0.88, plain: 1 };
  const size = design.size * factors[kind];
  const inner = width - 2 * getInset(design.table);
  return Math.min(size, (size * inner) / ink.measureWidth(value, { size, weight: 700 }));
}

function getPadding({ design }: Canvas, { kind }: SumLine): number {
  if (kind === "due") return design.sums === "filled" ? 8 : 6;
  return kind === "note" ? 1 : design.size * 0.3;
}

/** Returns whether label and amount fit on one line. */
function isBeside(canvas: Canvas, line: SumLine, width: number): boolean {
  const size = getFontSize(canvas, line, width);
  const measureText = (text: string) => canvas.ink.measureWidth(text, { size, weight: 700 });
  return (
    measureText(line.label) + measureText(line.value) + 12 <=
    width - 2 * getInset(canvas.design.table)
  );
}

function measureSum(canvas: Canvas, line: SumLine, width: number): number {
  const size = getFontSize(canvas, line, width);
  const inner = width - 2 * getInset(canvas.design.table);
  const height = (text: string) =>
    canvas.ink.measureHeight(text, { size, weight: 700, width: inner });
  const label = isBeside(canvas, line, width) ? 0 : height(line.label);
  const text = label + height(line.value);
  return text + 2 * getPadding(canvas, line) + (line.kind === "due" ? 6 : 0);
}

function drawSum(canvas: Canvas, line: SumLine, { x, y, width }: BlockPosition): number {
  const { page, palette, design, tag } = canvas;
  const [size, padding, inset] = [
    getFontSize(canvas, line, width),
    getPadding(canvas, line),
    getInset(canvas.design.table),
  ];
  const height = measureSum(canvas, line, width);
  const isDue = line.kind === "due";
  const filled = isDue && design.sums === "filled";
  const top = y + (isDue ? 6 : 0);
  if (filled) page.rectangle({ x, y: top, width, height: height - 6 }, palette.accent);
  if (isDue && design.sums === "ruled") {
    page.rule({ x, y: top, width }, { color: palette.accentInk, thickness: 0.9 });
    page.rule({ x, y: y + height, width }, { color: palette.accentInk, thickness: 0.9 });
  }
  if (isDue && design.sums === "plain")
    page.rule({ x, y: top, width }, { color: palette.hairline });
  const strong = line.kind === "due" || line.kind === "total";
  const color = filled ? inkOn(palette.accent) : strong ? palette.ink : palette.muted;
  const dueColor = isDue && !filled ? palette.accentInk : color;
  const inner = { x: x + inset, y: top + padding, width: width - 2 * inset };
  const sideWidth = isBeside(canvas, line, width);
  const weight = strong ? 700 : 400;
  const header = tag.add("TH", { scope: "Row" });
  const own = page.text(line.label, inner, { size, color: dueColor, weight, tag: header });
  const value = { ...inner, y: inner.y + (sideWidth ? 0 : own) };
  const valueColor = filled || isDue ? dueColor : palette.ink;
  const style = { size, color: valueColor, weight, align: "end", tag: tag.add("TD") } as const;
  page.text(line.value, value, style);
  return height;
}

const codeSide = 82;

/** Measures the payment details by drawing them on a discarded page. A separate calculation would go out of date. */
function measurePayment(canvas: Canvas, width: number): number {
  const page = new Page(canvas.ink, canvas.page);
  return drawPayment({ ...canvas, page, tag: new Tag("Sect") }, { x: 0, y: 0, width });
}

/** Draws the payment details. Returns the height. */
function drawPayment(canvas: Canvas, { x, y, width }: BlockPosition): number {
  const { page, palette, content, design } = canvas;
  const { payment } = content;
  if (!payment) return 0;
  const { size } = design;
  let at = y;
  const tag = canvas.tag.add("Sect");
  const heading = {
    size: size * 1.05,
    weight: 700,
    color: palette.accentInk,
    tag: tag.add("H2"),
  } as const;
  at += page.text(payment.title, { x, y: at, width }, heading) + 4;
  if (payment.facts.length > 0)
    at += drawFacts({ ...canvas, tag }, payment.facts, { x, y: at, width }) + 4;
  const { text, link } = payment;
  const style = { size, color: palette.ink, leading: 1.45 };
  if (text) at += page.text(text, { x, y: at, width }, { ...style, tag: tag.add("P") });
  if (link) at += page.text(link, { x, y: at, width }, { ...style, tag: tag.add("P"), link });
  if (text || link) at += 6;
  if (payment.qr) {
    const figure = tag.add("Figure", { alt: payment.qr.caption });
    page.modules(payment.qr.modules, { x, y: at + 2, width: codeSide }, figure);
    const caption = { x: x + codeSide + 10, y: at, width: width - codeSide - 10 };
    const style = { size: size * 0.9, color: palette.muted, tag: tag.add("P") };
    page.text(payment.qr.caption, caption, style);
    at += codeSide + 6;
  }
  return at - y;
}
