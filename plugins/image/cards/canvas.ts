import {
  type Attributes,
  type Layout,
  outlines,
  type SvgElement,
  svg,
  svgDocument,
} from "hub/drawing";
import {
  contrast,
  cssOf,
  leastContrast,
  legible,
  over,
  plateFor,
  type Rgba,
  readableContrast,
  readColor,
  roomyContrast,
  white,
} from "../color/color.ts";
import { Backdrop, between } from "./backdrop.ts";

/** A rectangle of a card, from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Something that has a size and can be put anywhere. */
export interface Piece {
  width: number;
  height: number;
  /** How far its letters stand out above and below: tails, and marks of scripts that pile them up. */
  above?: number;
  below?: number;
  draw(x: number, y: number): void;
}

/** A text where it stands. */
export interface PlacedText {
  box: Box;
  size: number;
  /** Where the lines of letters stand, from the top of the card. */
  baselines: readonly number[];
  /** The least that it stands out anywhere from what it is on, after WCAG 2.2. */
  contrast: number;
}

interface Written {
  x: number;
  y: number;
  fill: string;
  /** Whether the colour is the caller's, and stays as it is. */
  isGiven?: boolean | undefined;
}

export interface CanvasOptions {
  width: number;
  height: number;
  /** Whether it is read from the right: everything is then put as far from the right as told. */
  mirrored: boolean;
  /** What its ids begin with, so that two drawings may be in one document. */
  prefix?: string;
}

/** The elements of a drawing, the lowest first. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly mirrored: boolean;
  readonly #prefix: string;
  readonly #definitions: SvgElement[] = [];
  readonly #elements: SvgElement[] = [];
  readonly #backdrop = new Backdrop();
  readonly #texts: PlacedText[] = [];
  /** Where nothing may be behind, if what is behind asks. */
  readonly #cleared: { box: Box; size: number }[] = [];
  #isClearing = false;

  constructor({ width, height, mirrored, prefix = "c" }: CanvasOptions) {
    this.width = width;
    this.height = height;
    this.mirrored = mirrored;
    this.#prefix = prefix;
  }

  /** The texts that were written, in that order. */
  get texts(): readonly PlacedText[] {
    return this.#texts;
  }

  /** How far the text stands out that does so least. */
  get contrast(): number {
    return Math.min(21, ...this.#texts.map((text) => text.contrast));
  }

  /** The left edge of what is `width` wide and `x` from the edge that reading begins at. */
  left(x: number, width: number): number {
    return this.mirrored ? this.width - x - width : x;
  }

  add(...elements: SvgElement[]): void {
    this.#elements.push(...elements);
  }

  rect({ x, y, width, height }: Box, attributes: Attributes): void {
    const box = { x: this.left(x, width), y, width, height };
    const { fill, "fill-opacity": opacity } = attributes;
    if (typeof fill === "string")
      this.#backdrop.rect(box, fill, opacity === undefined ? 1 : Number(opacity));
    this.add(svg("rect", { ...box, ...attributes }));
  }

  circle(x: number, y: number, { r, ...attributes }: Attributes & { r: number }): void {
    const cx = this.left(x, 0);
    if (typeof attributes.fill === "string")
      this.#backdrop.circle({ x: cx, y, r }, attributes.fill);
    this.add(svg("circle", { cx, cy: y, r, ...attributes }));
  }

  /**
   * Writes a text, in its colour or one that can be read on what is there. Where no colour can be,
   * as on black beside white, a plate is laid below it.
   */
  write(layout: Layout, { x, y, fill, isGiven = false }: Written): void {
    const color = readColor(fill);
    const draw = (fill: string) => this.add(outlines(layout, { x, y, fill }));
    const lines = linesOf(layout, x, y);
    if (lines.length === 0) return;
    const box = around(lines);
    this.#cleared.push({ box, size: layout.size });
    // What is filled by a gradient is a picture made of letters.
    if (!color) {
      draw(fill);
      return;
    }
    let grounds = this.#backdrop.below(lines);
    // Where glows lie one on another, a pixel is a little off what was worked out for it.
    const least = grounds.length > 1 ? roomyContrast : readableContrast;
    const ink = isGiven ? color : legible(color, grounds, least);
    if (!isGiven && leastContrast(ink, grounds) < readableContrast) {
      const { color, opacity } = plateFor(ink, grounds);
      this.#plate(box, { size: layout.size, fill: cssOf(color), opacity });
      grounds = this.#backdrop.below(lines);
    }
    const baselines = layout.lines.map(({ baseline }) => y + baseline);
    const stands = grounds.map((ground) => contrast(over(ink, ground), ground));
    this.#texts.push({ box, size: layout.size, baselines, contrast: Math.min(...stands) });
    draw(cssOf(ink));
  }

  #plate(box: Box, { size, fill, opacity }: { size: number; fill: string; opacity: number }): void {
    const plate = grown(box, size * 0.3);
    this.#backdrop.rect(plate, fill, opacity);
    this.add(svg("rect", { ...plate, rx: size * 0.3, fill, "fill-opacity": opacity }));
  }

  /** What a `mask` may be, for what is to fade away behind texts: also those still to be written. */
  clearing(): string {
    this.#isClearing = true;
    return `url(#${this.#prefix}t)`;
  }

  /** Everything but what is behind a text and close to it. */
  #clearings(): SvgElement {
    const whole = { x: 0, y: 0, width: this.width, height: this.height };
    const fading = this.#cleared.flatMap(({ box, size }) =>
      fades.map(([out, opacity]) =>
        svg("rect", {
          ...grown(box, out * size),
          rx: out * size,
          fill: "#000",
          "fill-opacity": opacity,
        }),
      ),
    );
    return svg(
      "mask",
      { id: `${this.#prefix}t`, maskUnits: "userSpaceOnUse", ...whole },
      svg("rect", { ...whole, fill: "#fff" }),
      ...fading,
    );
  }

  /** An image in a box, whole and with its corners cut off round. */
  image(href: string, { x, y, width, height }: Box, { radius = 0, fit = "meet" } = {}): void {
    const place = { x: this.left(x, width), y, width, height };
    const clip = this.define("clipPath", {}, svg("rect", { ...place, rx: radius }));
    const preserveAspectRatio = `xMidYMid ${fit}`;
    const image = svg("image", { ...place, href, preserveAspectRatio });
    this.add(radius > 0 ? svg("g", { "clip-path": clip }, image) : image);
  }

  /** A gradient along an angle, 0 being upwards as in CSS. Answers what a `fill` may be. */
  gradient(colors: readonly string[], angle = 135, opacities: readonly number[] = []): string {
    const turn = ((angle - 90) * Math.PI) / 180;
    const [dx, dy] = [Math.cos(turn) / 2, Math.sin(turn) / 2];
    const stops = stopsOf(colors, opacities);
    const ends = { x1: 0.5 - dx, y1: 0.5 - dy, x2: 0.5 + dx, y2: 0.5 + dy };
    const fill = this.define("linearGradient", ends, ...stops);
    const parsed = parsedStops(colors, opacities);
    this.#backdrop.name(fill, (across, down) =>
      // From end to end it is as long as 1, whatever its angle.
      between(parsed, ((across - ends.x1) * dx + (down - ends.y1) * dy) * 2),
    );
    return fill;
  }

  /** A colour that fades from the middle outwards. */
  glow(color: string, opacity: number): string {
    const opacities = [opacity, opacity * 0.36, 0];
    const colors = [color, color, color];
    const fill = this.define("radialGradient", {}, ...stopsOf(colors, opacities));
    const parsed = parsedStops(colors, opacities);
    this.#backdrop.name(fill, (across, down) =>
      between(parsed, Math.hypot(across - 0.5, down - 0.5) * 2),
    );
    return fill;
  }

  /** Puts something where it can be named, and answers its name. */
  define(tag: string, attributes: Attributes, ...children: SvgElement[]): string {
    const id = `${this.#prefix}${this.#definitions.length}`;
    this.#definitions.push(svg(tag, { id, ...attributes }, ...children));
    return `url(#${id})`;
  }

  /** Everything drawn, with what it names. */
  group(attributes: Attributes = {}): SvgElement {
    const clearings = this.#isClearing ? [this.#clearings()] : [];
    const defined = svg("defs", {}, ...this.#definitions, ...clearings);
    return svg("g", attributes, defined, ...this.#elements);
  }
}

function stopsOf(colors: readonly string[], opacities: readonly number[]): SvgElement[] {
  return colors.map((color, at) =>
    svg("stop", {
      offset: colors.length > 1 ? at / (colors.length - 1) : 0,
      "stop-color": color,
      "stop-opacity": opacities[at],
    }),
  );
}

function parsedStops(colors: readonly string[], opacities: readonly number[]): Rgba[] {
  return colors.map((color, at) => {
    const [red, green, blue, own] = readColor(color) ?? white;
    return [red, green, blue, own * (opacities[at] ?? 1)];
  });
}

/** How far around a text something fades away, in ems, and how much of it at each step. */
const fades: readonly (readonly [out: number, opacity: number])[] = [
  ...Array.from({ length: 10 }, (_, step) => [1.1 - step * 0.06, 0.2] as const),
  [0.45, 1],
];

/** The lines of a text where they are: as high as most letters are. */
function linesOf({ lines, size }: Layout, x: number, y: number): Box[] {
  return lines
    .filter(({ runs }) => runs.length > 0)
    .map(({ runs, baseline, width }) => ({
      x: x + Math.min(...runs.map((run) => run.x)),
      y: y + baseline - size * 0.85,
      width,
      height: size * 1.1,
    }));
}

/** The least box that has all others in it. */
function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** A document of one drawing, or of one for each theme that a viewer may prefer. */
export function documentOf(
  { width, height, title }: { width: number; height: number; title: string },
  { light, dark }: { light: Canvas; dark?: Canvas | undefined },
): string {
  if (!dark) return svgDocument({ width, height, title }, light.group());
  const style =
    ".d{display:none}@media(prefers-color-scheme:dark){.l{display:none}.d{display:inline}}";
  return svgDocument(
    { width, height, title },
    svg("style", {}, style),
    light.group({ class: "l" }),
    dark.group({ class: "d" }),
  );
}

/** Pieces one below the other. */
export function stack(pieces: readonly (Piece | undefined)[], gap: number): Piece {
  const all = pieces.filter((piece) => piece !== undefined);
  const height = all.reduce((sum, piece) => sum + piece.height, 0);
  // Where letters hang down or stand up far, a half of the gap stays free.
  const gaps = all
    .slice(1)
    .map(({ above = 0 }, index) => Math.max(gap, gap / 2 + above + (all[index]?.below ?? 0)));
  return {
    width: Math.max(0, ...all.map(({ width }) => width)),
    height: height + gaps.reduce((sum, gap) => sum + gap, 0),
    above: all[0]?.above ?? 0,
    below: all.at(-1)?.below ?? 0,
    draw(x, y) {
      let top = y;
      for (const [index, piece] of all.entries()) {
        piece.draw(x, top);
        top += piece.height + (gaps[index] ?? 0);
      }
    },
  };
}

/** Pieces one beside the other, their middles on one line. */
export function row(pieces: readonly (Piece | undefined)[], gap: number): Piece | undefined {
  const all = pieces.filter((piece) => piece !== undefined);
  if (all.length === 0) return undefined;
  const width = all.reduce((sum, piece) => sum + piece.width, 0) + gap * (all.length - 1);
  const height = Math.max(...all.map((piece) => piece.height));
  return {
    width,
    height,
    ...outreach(all, height),
    draw(x, y) {
      let at = x;
      for (const piece of all) {
        piece.draw(at, y + (height - piece.height) / 2);
        at += piece.width + gap;
      }
    },
  };
}

/** How far the letters stand out of pieces in the middle of a height. */
export function outreach(pieces: readonly (Piece | undefined)[], height: number) {
  const most = (side: "above" | "below") =>
    Math.max(
      0,
      ...pieces.map((piece) => (piece ? (piece[side] ?? 0) - (height - piece.height) / 2 : 0)),
    );
  return { above: most("above"), below: most("below") };
}

/** A piece as high as its letters reach. */
export function whole(piece: Piece): Piece {
  const { width, height, above = 0, below = 0 } = piece;
  return { width, height: above + height + below, draw: (x, y) => piece.draw(x, y + above) };
}

/** A piece with room around it. */
export function spaced(piece: Piece, { before = 0, after = 0 }): Piece {
  return {
    width: piece.width,
    height: before + piece.height + after,
    above: Math.max(0, (piece.above ?? 0) - before),
    below: Math.max(0, (piece.below ?? 0) - after),
    draw: (x, y) => piece.draw(x, y + before),
  };
}
