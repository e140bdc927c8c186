import type { Fact, PrintedContent } from "../document/content.ts";
import type { Ink } from "../pdf/ink.ts";
import { type Color, Page, type TextStyle } from "../pdf/page.ts";
import { addList, type Tag } from "../pdf/tags.ts";

const mm = 72 / 25.4;
const widths = { thermal80: 80 * mm, thermal58: 58 * mm } as const;

/** Thermal printers only print black. */
const ink: Color = [0, 0, 0];

/** Draws a document on a paper roll: one page of variable length. */
export function drawRoll(content: PrintedContent, pen: Ink, format: keyof typeof widths): Page {
  const page = new Page(pen, { width: widths[format], height: 0 });
  const margin = 4 * mm;
  const roll = new Roll(page, pen, {
    x: margin,
    width: page.width - 2 * margin,
    size: format === "thermal58" ? 7 : 8,
  });
  drawHead(roll, content);
  drawLines(roll, content);
  drawSums(roll, content);
  drawEnd(roll, content);
  page.height = roll.y + margin * 2;
  return page;
}

/** Lays out content from top to bottom on a roll. */
class Roll {
  y = 5 * mm;
  constructor(
    readonly page: Page,
    readonly pen: Ink,
    readonly area: { x: number; width: number; size: number },
  ) {}

  text(text: string, style: Partial<TextStyle> = {}): void {
    const { size } = this.area;
    const tag = style.tag ?? this.pen.tags.add("P");
    const box = { ...this.area, y: this.y };
    this.y += this.page.text(text, box, { size, color: ink, ...style, tag });
  }

  /** Draws a label, and its value on the other side or below. */
  pair(
    [label, value]: Fact,
    { tags, ...style }: Partial<TextStyle> & { tags: readonly [label: Tag, value: Tag] },
  ): void {
    const fullStyle = { size: this.area.size, color: ink, ...style };
    const own = this.pen.measureWidth(label, fullStyle) + this.pen.measureWidth(value, fullStyle);
    const fitsOnLine = own + 6 <= this.area.width;
    const box = { ...this.area, y: this.y };
    // An amount is printed smaller rather than broken.
    const widest = this.pen.measureWidth(value, fullStyle);
    const size = Math.min(fullStyle.size, (fullStyle.size * this.area.width) / widest);
    const [labelTag, tag] = tags;
    const height = this.page.text(label, box, { ...fullStyle, tag: labelTag });
    if (!fitsOnLine) this.y += height;
    const valueStyle = { ...fullStyle, size, align: "end", tag } as const;
    this.y += this.page.text(value, { ...box, y: this.y }, valueStyle);
  }

  dashes(): void {
    this.y += 5;
    this.page.rule({ ...this.area, y: this.y }, { color: ink, thickness: 0.6, dash: "2 2" });
    this.y += 5;
  }
}

function drawHead(roll: Roll, { seller, title, number, buyer, facts, logo }: PrintedContent): void {
  const { size, x, width } = roll.area;
  const centred = { align: "center" } as const;
  if (logo) {
    const scale = Math.min((width * 0.7) / logo.width, 48 / logo.height);
    const own = { width: logo.width * scale, height: logo.height * scale };
    const figure = roll.pen.tags.add("Figure", { alt: seller.name });
    roll.page.image("Logo", { x: x + (width - own.width) / 2, y: roll.y, ...own }, figure);
    roll.y += own.height + 8;
  }
  roll.text(seller.name, { ...centred, size: size * 1.45, weight: 700 });
  for (const line of seller.lines) roll.text(line, centred);
  roll.dashes();
  const heading = roll.pen.tags.add("H1");
  roll.text(title, { ...centred, size: size * 1.25, weight: 700, tag: heading });
  roll.text(number, centred);
  roll.y += 5;
  const list = addList(roll.pen.tags);
  for (const fact of [...facts, [buyer.label, buyer.name] as const]) {
    const item = list.add("LI");
    roll.pair(fact, { tags: [item.add("Lbl"), item.add("LBody")] });
  }
}

function drawLines(roll: Roll, { columns, rows }: PrintedContent): void {
  const last = columns.length - 2;
  const table = roll.pen.tags.add("Table");
  roll.dashes();
  for (const { title, details, cells } of rows) {
    const row = table.add("TR");
    const header = row.add("TH", { scope: "Row" });
    roll.text(title, { weight: 700, tag: header.add("P") });
    for (const detail of details)
      roll.text(detail, { size: roll.area.size * 0.9, tag: header.add("P") });
    const [quantity = "", price = ""] = cells;
    const rest = cells.slice(2, last).filter((cell) => cell !== "");
    const formula = [`${quantity} × ${price}`, ...rest].join("  ");
    roll.pair([formula, cells[last] ?? ""], { tags: [row.add("TD"), row.add("TD")] });
    roll.y += 3;
  }
  roll.y -= 3;
}

function drawSums(roll: Roll, content: PrintedContent): void {
  const { size } = roll.area;
  const table = roll.pen.tags.add("Table");
  roll.dashes();
  for (const { label, value, kind } of content.sums) {
    const row = table.add("TR");
    const strong = kind === "due" || kind === "total";
    if (kind === "due") roll.y += 3;
    const style = strong
      ? ({ weight: 700, size: kind === "due" ? size * 1.5 : size } as const)
      : {};
    const tags = [row.add("TH", { scope: "Row" }), row.add("TD")] as const;
    roll.pair([label, value], { ...style, tags });
  }
}

function drawEnd(roll: Roll, { blocks, stamp }: PrintedContent): void {
  const { size } = roll.area;
  if (stamp) {
    roll.dashes();
    roll.text(`* ${stamp.text} *`, { align: "center", weight: 700, size: size * 1.6 });
  }
  for (const { text } of blocks) {
    roll.dashes();
    roll.text(text, { align: "center" });
  }
}
