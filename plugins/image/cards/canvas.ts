import { type Attributes, type SvgElement, svg, svgDocument } from "hub/drawing";

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
  draw(x: number, y: number): void;
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

  constructor({ width, height, mirrored, prefix = "c" }: CanvasOptions) {
    this.width = width;
    this.height = height;
    this.mirrored = mirrored;
    this.#prefix = prefix;
  }

  /** The left edge of what is `width` wide and `x` from the edge that reading begins at. */
  left(x: number, width: number): number {
    return this.mirrored ? this.width - x - width : x;
  }

  add(...elements: SvgElement[]): void {
    this.#elements.push(...elements);
  }

  rect({ x, y, width, height }: Box, attributes: Attributes): void {
    this.add(svg("rect", { x: this.left(x, width), y, width, height, ...attributes }));
  }

  circle(x: number, y: number, { r, ...attributes }: Attributes & { r: number }): void {
    this.add(svg("circle", { cx: this.left(x, 0), cy: y, r, ...attributes }));
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
    return this.define("linearGradient", ends, ...stops);
  }

  /** A colour that fades from the middle outwards. */
  glow(color: string, opacity: number): string {
    const stops = stopsOf([color, color, color], [opacity, opacity * 0.36, 0]);
    return this.define("radialGradient", {}, ...stops);
  }

  /** Puts something where it can be named, and answers its name. */
  define(tag: string, attributes: Attributes, ...children: SvgElement[]): string {
    const id = `${this.#prefix}${this.#definitions.length}`;
    this.#definitions.push(svg(tag, { id, ...attributes }, ...children));
    return `url(#${id})`;
  }

  /** Everything drawn, with what it names. */
  group(attributes: Attributes = {}): SvgElement {
    return svg("g", attributes, svg("defs", {}, ...this.#definitions), ...this.#elements);
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
  return {
    width: Math.max(0, ...all.map(({ width }) => width)),
    height: height + gap * Math.max(0, all.length - 1),
    draw(x, y) {
      let top = y;
      for (const piece of all) {
        piece.draw(x, top);
        top += piece.height + gap;
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
    draw(x, y) {
      let at = x;
      for (const piece of all) {
        piece.draw(at, y + (height - piece.height) / 2);
        at += piece.width + gap;
      }
    },
  };
}

/** A piece with room around it. */
export function spaced(piece: Piece, { before = 0, after = 0 }): Piece {
  return {
    width: piece.width,
    height: before + piece.height + after,
    draw: (x, y) => piece.draw(x, y + before),
  };
}
