import type { PrintedRow } from "../document/content.ts";
import { inkOn, tint } from "../pdf/color.ts";
import type { TextStyle } from "../pdf/page.ts";
import type { Tag } from "../pdf/tags.ts";
import type { Canvas } from "./design.ts";
import type { Flow } from "./flow.ts";
import { getInset } from "./parts.ts";
import { measureSums } from "./sums.ts";

/** Font size of the table head relative to the rows. */
const headSize = 0.88;

/** Draws the lines of a document on as many pages as needed. */
export function drawTable(flow: Flow): void {
  const { content, design } = flow.canvas;
  const columns = computeColumns(flow.canvas);
  // The totals follow at least the end of the last row, so that they are never alone on a page.
  const tail = measureSums(flow.canvas);
  const last = content.rows.length - 1;
  const [only] = last === 0 ? content.rows : [];
  if (only && measureRow(flow.canvas, only, columns).whole + tail + design.size * 4 > flow.left)
    flow.turn();
  const table = flow.canvas.tag.add("Table");
  drawTableHead(flow, columns, table.add("THead").add("TR"));
  const body = table.add("TBody");
  for (const [index, row] of content.rows.entries())
    drawRow(flow, row, { index, columns, tail: index === last ? tail : 0, tag: body.add("TR") });
  closeTable(flow.canvas, flow.y);
}

/** Draws the table head. It has an element on the first page only. */
function drawTableHead(flow: Flow, { description, figures }: Columns, tag?: Tag): void {
  const { ink, palette, frame, design } = flow.canvas;
  const { head, padding } = design.table;
  const size = design.size * headSize;
  const columns = [description, ...figures];
  const heights = columns.map(({ label, width }) =>
    ink.measureHeight(label, { size, weight: 700, width }),
  );
  const height = Math.max(...heights) + 2 * Math.max(padding - 1, 3);
  flow.need(height + 3 * design.size);
  const { y } = flow;
  const box = { x: frame.left, y, width: frame.width, height };
  if (head === "filled") flow.canvas.page.rectangle(box, palette.accent);
  if (head === "tinted") flow.canvas.page.rectangle(box, tint(palette.accent, 0.16));
  const color =
    head === "filled"
      ? inkOn(palette.accent)
      : head === "plain"
        ? palette.muted
        : palette.accentInk;
  for (const column of columns)
    flow.canvas.page.text(
      column.label,
      { x: column.x, width: column.width, y: y + Math.max(padding - 1, 3) },
      {
        size,
        weight: 700,
        color,
        align: column === description ? "start" : "end",
        ...(tag && { tag: tag.add("TH", { scope: "Column" }) }),
      },
    );
  if (head === "ruled" || head === "plain") {
    const color = head === "ruled" ? palette.accentInk : palette.hairline;
    flow.canvas.page.rule(
      { ...box, y: y + height },
      { color, thickness: head === "ruled" ? 0.9 : 0.5 },
    );
  }
  flow.y = y + height;
}

function drawRow(
  flow: Flow,
  row: PrintedRow,
  { index, columns, tail, tag }: { index: number; columns: Columns; tail: number; tag: Tag },
): void {
  const { design, frame } = flow.canvas;
  const { size, table } = design;
  const { lines, cellHeights, height, whole } = measureRow(flow.canvas, row, columns);
  const carry = size * 2.2;
  const pageHeight = frame.bottom - frame.top;
  // A last row that isn't split moves to the page of the totals.
  const isLastWhole = tail > 0 && height === whole && whole + tail < pageHeight * 0.8;
  if (
    whole + Math.max(carry, isLastWhole ? tail : 0) > flow.left &&
    pageHeight > whole &&
    index > 0
  )
    turnTable(flow, { index, columns });
  const cell = tag.add("TD");
  const texts = [row.title, ...row.details];
  const paragraphs = texts.map((text) => {
    const tag = texts.length === 1 ? cell : cell.add("P");
    tag.text = text;
    return tag;
  });
  let at = 0;
  for (let first = true; first || at < lines.length; first = false) {
    // The amount is on the previous page, and therefore in the carried sum.
    if (!first) turnTable(flow, { index: index + 1, columns });
    const room = flow.left - carry - 2 * table.padding;
    let filled = 0;
    let end = at;
    for (const { height } of lines.slice(at)) {
      if (end > at && filled + height > room) break;
      filled += height;
      end++;
    }
    // The last two lines of a long row stay with the totals.
    if (end === lines.length && end > at + 2 && tail > 0 && flow.left - filled < tail)
      for (const { height } of lines.slice(-2)) {
        filled -= height;
        end--;
      }
    const own = first ? Math.max(filled, ...cellHeights) : filled;
    drawPart(flow, lines.slice(at, end), {
      index,
      columns,
      paragraphs,
      tag,
      optional: row.optional,
      cells: first ? row.cells : [],
      height: own + 2 * table.padding,
    });
    at = end;
  }
}

/** Measures a row: its lines, and the height that must fit on a page. */
function measureRow(canvas: Canvas, row: PrintedRow, columns: Columns) {
  const { ink, design } = canvas;
  const { size, table } = design;
  const lines = buildLines(canvas, row, columns.description.width);
  const cellHeights = columns.figures.map(({ width, scale }, column) =>
    ink.measureHeight(row.cells[column] ?? "", { size: size * scale, width }),
  );
  const text = lines.reduce((sum, { height }) => sum + height, 0);
  const height = Math.max(text, ...cellHeights) + 2 * table.padding;
  // A row of a few lines isn't split. A long one starts if its first part fits.
  const whole = Math.min(height, Math.max(wholeMax, ...cellHeights.map((cell) => cell + 30)));
  return { lines, cellHeights, height, whole };
}

/** Maximum height of a row that isn't split, in points. */
const wholeMax = 90;

interface RowLine {
  lines: Parameters<Canvas["page"]["lines"]>[0];
  style: TextStyle;
  height: number;
  /** Index of the paragraph: 0 is the title. */
  paragraph: number;
}

/** Returns the description as single lines, so that a page may end within it. */
function buildLines(
  { ink, palette, design: { size } }: Canvas,
  row: PrintedRow,
  width: number,
): RowLine[] {
  const plain = { size, color: palette.ink } as const;
  const detail = { size: size * 0.88, color: palette.muted } as const;
  const texts = [
    [row.title, plain] as const,
    ...row.details.map((text) => [text, detail] as const),
  ];
  return texts.flatMap(([text, style], paragraph) =>
    ink
      .set(text, { ...style, width })
      .lines.map((line) => ({ lines: [line], style, height: style.size * 1.35, paragraph })),
  );
}

function drawPart(
  flow: Flow,
  lines: readonly RowLine[],
  {
    index,
    columns,
    paragraphs,
    tag,
    optional,
    cells,
    height,
  }: {
    index: number;
    columns: Columns;
    paragraphs: readonly Tag[];
    /** The row, which gets the cells of the figures. */
    tag: Tag;
    optional: boolean;
    cells: readonly string[];
    height: number;
  },
): void {
  const { page, palette, frame, design } = flow.canvas;
  const { rows, padding } = design.table;
  const box = { x: frame.left, y: flow.y, width: frame.width, height };
  if (rows === "striped" && index % 2 === 1) page.rectangle(box, tint(palette.accent, 0.05));
  let y = flow.y + padding;
  for (const { lines: set, style, paragraph } of lines) {
    const { x, width } = columns.description;
    const own = paragraphs[paragraph];
    y += page.lines(set, { x, width, y }, own ? { ...style, tag: own } : style);
  }
  for (const [column, { x, width, scale }] of columns.figures.entries()) {
    const cell = cells[column];
    if (cell === undefined) break;
    const color = optional ? palette.muted : palette.ink;
    const style = { size: design.size * scale, color, align: "end", tag: tag.add("TD") } as const;
    page.text(cell, { x, width, y: flow.y + padding }, style);
  }
  flow.y += height;
  if (rows === "ruled")
    page.rule({ ...box, y: flow.y }, { color: palette.hairline, thickness: 0.4 });
}

/** Ends the page with the sum so far, and starts the next one with it. */
function turnTable(flow: Flow, { index, columns }: { index: number; columns: Columns }): void {
  if (index > 0) drawCarried(flow, flow.canvas.content.labels.carried_forward, index);
  flow.turn();
  drawTableHead(flow, columns);
  if (index > 0) drawCarried(flow, flow.canvas.content.labels.brought_forward, index);
}

function drawCarried(flow: Flow, label: string, index: number): void {
  const { page, palette, content, frame, design } = flow.canvas;
  const inset = getInset(design.table);
  const box = { x: frame.left + inset, y: flow.y + 4, width: frame.width - 2 * inset };
  const style = { size: design.size, color: palette.muted } as const;
  const value = content.sumUpTo(index - 1);
  const width =
    box.width - flow.canvas.ink.measureWidth(value, { size: design.size, weight: 700 }) - 14;
  page.text(label, { ...box, width }, { ...style, align: "end" });
  flow.y += page.text(value, box, { ...style, weight: 700, align: "end" }) + 8;
  if (design.table.rows === "ruled")
    page.rule(
      { x: frame.left, y: flow.y, width: frame.width },
      { color: palette.hairline, thickness: 0.4 },
    );
}

function closeTable({ page, palette, frame, design }: Canvas, y: number): void {
  const { rows } = design.table;
  if (rows === "ruled") return;
  const thickness = rows === "striped" ? 0.9 : 0.5;
  const color = rows === "striped" ? palette.accentInk : palette.hairline;
  page.rule({ x: frame.left, y, width: frame.width }, { color, thickness });
}

/** A column with its position. */
interface PlacedColumn {
  label: string;
  x: number;
  width: number;
  /** Font size relative to that of the text: smaller if the figures wouldn't fit. */
  scale: number;
}

interface Columns {
  description: PlacedColumn;
  figures: readonly PlacedColumn[];
}

/** Minimum width of the description as a share of the table. */
const descriptionShare = 0.18;

/** Computes the column widths: figures get what they need, the description gets the rest. */
function computeColumns({ content, ink, frame, design: { size, table } }: Canvas): Columns {
  const inset = getInset(table);
  const gap = size * 1.3;
  const tableWidth = frame.width - 2 * inset;
  const [description, ...others] = content.columns;
  const measured = others.map(({ label, maxShare }, column) => {
    const cells = content.rows.map(({ cells }) => cells[column] ?? "");
    const measure = (texts: readonly string[]) =>
      Math.max(0, ...texts.map((text) => ink.measureWidth(text, { size })));
    const own = Math.max(
      ink.measureWidth(label, { size: size * headSize, weight: 700 }),
      measure(cells),
    );
    // Words may wrap, a number may not.
    const widest = measure(cells.flatMap((cell) => cell.split(/[ \n]/)));
    return { label, width: Math.max(Math.min(own, tableWidth * maxShare), widest) + 0.5 };
  });
  const widths = measured.reduce((sum, { width }) => sum + width, 0);
  const available = tableWidth * (1 - descriptionShare) - gap * measured.length;
  const scale = Math.min(1, available / widths);
  const figures = measured.map(({ label, width }) => ({ label, width: width * scale }));
  const figuresWidth = figures.reduce((sum, { width }) => sum + width + gap, 0);
  let x = frame.left + inset;
  const positionColumn = ({ label, width }: { label: string; width: number }): PlacedColumn => {
    const column = { label, x, width, scale };
    x += width + gap;
    return column;
  };
  return {
    description: positionColumn({ label: description.label, width: tableWidth - figuresWidth }),
    figures: figures.map(positionColumn),
  };
}
