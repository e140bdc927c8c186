import type { Weight } from "hub/drawing";
import { pdfNumber as n } from "hub/pdf-text";
import type { Ink } from "./ink.ts";
import type { SetLine } from "./set.ts";
import type { Tag } from "./tags.ts";

/** Red, green and blue, from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number];

export interface TextStyle {
  size: number;
  weight?: Weight;
  color?: Color;
  /** Alignment in the box. In right-to-left documents the start is on the right. */
  align?: "start" | "center" | "end";
  /** Line height relative to the font size. */
  leading?: number;
  /** The element that has the text. Without one, the text only repeats other text, and screen readers skip it. */
  tag?: Tag;
  /** The page that the text links to. */
  link?: string | undefined;
}

/** A rectangle in points, measured from the upper corner on the side where lines start. */
export interface PageBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

const black: Color = [0, 0, 0];

/** Distance from the baseline to the middle of a line in ems: half a capital letter. */
const halfCapital = 0.36;

/** A page drawn from top to bottom. Its height may be set at the end. */
export class Page {
  readonly #ops: string[] = [];
  readonly #ink: Ink;
  readonly width: number;
  height: number;
  #marks = 0;

  constructor(ink: Ink, { width, height }: { width: number; height: number }) {
    this.#ink = ink;
    this.width = width;
    this.height = height;
  }

  /** The content stream of the page. */
  get content(): string {
    return `1 0 0 1 0 ${n(this.height)} cm\n${this.#ops.join("\n")}`;
  }

  /** Draws a text in a box. Returns its height. */
  text(text: string, { x, y, width }: Omit<PageBox, "height">, style: TextStyle): number {
    const { lines } = this.#ink.set(text, { ...style, width });
    if (style.tag) style.tag.text = text;
    if (style.link !== undefined && style.tag)
      return this.#link(style.link, { text, lines, box: { x, y, width }, style });
    return this.lines(lines, { x, y, width }, style);
  }

  /** Draws lines that have been set. Returns their height. */
  lines(lines: readonly SetLine[], box: Omit<PageBox, "height">, style: TextStyle): number {
    const { size, color = black, leading = 1.35 } = style;
    this.#ops.push(`${this.#mark(style.tag)}BT ${rgb(color)} rg`);
    for (const [index, line] of lines.entries()) {
      const baseline = box.y + size * (leading * (index + 0.5) + halfCapital);
      this.#line(line, { left: this.#computeLeft(line.width * size, box, style), baseline, size });
    }
    this.#ops.push("ET EMC");
    return lines.length * size * leading;
  }

  rectangle({ x, y, width, height }: PageBox, color: Color): void {
    const left = this.#mirror(x, width);
    this.#ops.push(
      `${decoration}${rgb(color)} rg ${n(left)} ${n(-y - height)} ${n(width)} ${n(height)} re f EMC`,
    );
  }

  /** Draws a horizontal line. */
  rule(
    { x, y, width }: Omit<PageBox, "height">,
    { color, thickness = 0.5, dash }: { color: Color; thickness?: number; dash?: string },
  ): void {
    const left = this.#mirror(x, width);
    const dashes = dash ? `[${dash}] 0 d ` : "";
    this.#ops.push(
      `${decoration}q ${rgb(color)} RG ${n(thickness)} w ${dashes}${n(left)} ${n(-y)} m ${n(left + width)} ${n(-y)} l S Q EMC`,
    );
  }

  /** Draws an image as a figure. */
  image(name: string, { x, y, width, height }: PageBox, figure: Tag): void {
    const left = this.#mirror(x, width);
    figure.area = { page: this, box: { x: left, y, width, height } };
    this.#ops.push(
      `${this.#mark(figure)}q ${n(width)} 0 0 ${n(height)} ${n(left)} ${n(-y - height)} cm /${name} Do Q EMC`,
    );
  }

  /** Draws the dark squares of a QR code as a figure, row by row. */
  modules(
    { size, dark }: { size: number; dark: (row: number, column: number) => boolean },
    { x, y, width }: Omit<PageBox, "height">,
    figure: Tag,
  ): void {
    const [left, side] = [this.#mirror(x, width), width / size];
    figure.area = { page: this, box: { x: left, y, width, height: width } };
    this.#ops.push(`${this.#mark(figure)}0 0 0 rg`);
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) {
        if (!dark(row, column)) continue;
        const from = column;
        while (column + 1 < size && dark(row, column + 1)) column++;
        const length = (column + 1 - from) * side;
        this.#ops.push(
          `${n(left + from * side)} ${n(-y - (row + 1) * side)} ${n(length)} ${n(side)} re`,
        );
      }
    this.#ops.push("f EMC");
  }

  /** Returns the size of a stamp, including its rotation. */
  stampBox(text: string, size: number): { width: number; height: number } {
    const [line] = this.#ink.set(text, { size, weight: 700 }).lines;
    const width = ((line?.width ?? 0) + 0.8 + 1 / 12) * size;
    const height = (1.5 + 1 / 12) * size;
    const [cos, sin] = [Math.cos(stampAngle), Math.sin(stampAngle)];
    return { width: width * cos + height * sin, height: width * sin + height * cos };
  }

  /** Draws a word in a frame around a point, rotated and translucent. */
  stamp(
    text: string,
    { x, y, size, color, tag }: { x: number; y: number; size: number; color: Color; tag: Tag },
  ): void {
    const [line] = this.#ink.set(text, { size, weight: 700 }).lines;
    if (!line) return;
    const width = line.width * size;
    const [cos, sin] = [Math.cos(stampAngle), Math.sin(stampAngle)].map(n);
    this.#ops.push(
      `${this.#mark(tag)}q /Faint gs ${cos} ${sin} ${n(-Number(sin))} ${cos} ${n(this.#mirror(x, 0))} ${n(-y)} cm`,
      `${rgb(color)} RG ${n(size / 12)} w ${n(-width / 2 - size * 0.4)} ${n(-size * 0.75)} ${n(width + size * 0.8)} ${n(size * 1.5)} re S`,
      `BT ${rgb(color)} rg`,
    );
    this.#line(line, { left: -width / 2, baseline: size * halfCapital, size });
    this.#ops.push("ET Q EMC");
  }

  /** Draws a text as a link. Returns its height. */
  #link(
    url: string,
    {
      text,
      lines,
      box,
      style: { tag, ...style },
    }: { text: string; lines: readonly SetLine[]; box: Omit<PageBox, "height">; style: TextStyle },
  ): number {
    const link = tag?.add("Link");
    const height = this.lines(lines, box, link ? { ...style, tag: link } : style);
    link?.kids.push({
      url,
      text,
      lines: lines.map(({ width }, index) => ({
        x: this.#computeLeft(width * style.size, box, style),
        y: box.y + (height / lines.length) * index,
        width: width * style.size,
        height: height / lines.length,
      })),
    });
    return height;
  }

  /** Returns the operator that starts the content of an element, or of repeated text. */
  #mark(tag: Tag | undefined): string {
    if (!tag) return "/Artifact <</Type /Pagination>> BDC ";
    const id = this.#marks++;
    tag.kids.push({ page: this, id });
    return `/${tag.role} <</MCID ${id}>> BDC `;
  }

  #line(
    line: SetLine,
    { left, baseline, size }: { left: number; baseline: number; size: number },
  ): void {
    for (const run of line.runs)
      this.#ops.push(this.#ink.book.show(run, { size, x: left + run.x * size, y: -baseline }));
  }

  #computeLeft(
    textWidth: number,
    { x, width }: Omit<PageBox, "height">,
    { align = "start" }: TextStyle,
  ): number {
    const left = this.#mirror(x, width);
    if (align === "center") return left + (width - textWidth) / 2;
    return (align === "end") === this.#ink.rtl ? left : left + width - textWidth;
  }

  #mirror(x: number, width: number): number {
    return this.#ink.rtl ? this.width - x - width : x;
  }
}

const stampAngle = Math.PI / 14;

/** Starts content that screen readers skip. */
const decoration = "/Artifact BMC ";

function rgb(color: Color): string {
  return color.map(n).join(" ");
}
