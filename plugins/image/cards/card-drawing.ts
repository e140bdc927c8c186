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
  formatCss,
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

/** A rectangle of a card, from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A text where it stands. */
interface PlacedText {
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

interface CardDrawingOptions {
  width: number;
  height: number;
  /** Whether it is read from the right: everything is then put as far from the right as told. */
  mirrored: boolean;
  /** What its ids begin with, so that two drawings may be in one document. */
  prefix?: string;
}

/** The elements of a drawing, the lowest first. */
export class CardDrawing {
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

  constructor({ width, height, mirrored, prefix = "c" }: CardDrawingOptions) {
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
  toLeft(x: number, width: number): number {
    return this.mirrored ? this.width - x - width : x;
  }

  add(...elements: SvgElement[]): void {
    this.#elements.push(...elements);
  }

  rect({ x, y, width, height }: Box, attributes: Attributes): void {
    const box = { x: this.toLeft(x, width), y, width, height };
    const { fill, "fill-opacity": opacity } = attributes;
    if (typeof fill === "string")
      this.#backdrop.rect(box, fill, opacity === undefined ? 1 : Number(opacity));
    this.add(svg("rect", { ...box, ...attributes }));
  }

  circle(x: number, y: number, { r, ...attributes }: Attributes & { r: number }): void {
    const cx = this.toLeft(x, 0);
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
    const lines = computeLineBoxes(layout, x, y);
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
      this.#plate(box, { size: layout.size, fill: formatCss(color), opacity });
      grounds = this.#backdrop.below(lines);
    }
    const baselines = layout.lines.map(({ baseline }) => y + baseline);
    const stands = grounds.map((ground) => contrast(over(ink, ground), ground));
    this.#texts.push({ box, size: layout.size, baselines, contrast: Math.min(...stands) });
    draw(formatCss(ink));
  }

  #plate(box: Box, { size, fill, opacity }: { size: number; fill: string; opacity: number }): void {
    const plate = growBox(box, size * 0.3);
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
          ...growBox(box, out * size),
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
    const place = { x: this.toLeft(x, width), y, width, height };
    const clip = this.define("clipPath", {}, svg("rect", { ...place, rx: radius }));
    const preserveAspectRatio = `xMidYMid ${fit}`;
    const image = svg("image", { ...place, href, preserveAspectRatio });
    this.add(radius > 0 ? svg("g", { "clip-path": clip }, image) : image);
  }

  /** A gradient along an angle, 0 being upwards as in CSS. Answers what a `fill` may be. */
  gradient(colors: readonly string[], angle = 135, opacities: readonly number[] = []): string {
    const turn = ((angle - 90) * Math.PI) / 180;
    const [dx, dy] = [Math.cos(turn) / 2, Math.sin(turn) / 2];
    const stops = drawStops(colors, opacities);
    const ends = { x1: 0.5 - dx, y1: 0.5 - dy, x2: 0.5 + dx, y2: 0.5 + dy };
    const fill = this.define("linearGradient", ends, ...stops);
    const parsed = parseStops(colors, opacities);
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
    const fill = this.define("radialGradient", {}, ...drawStops(colors, opacities));
    const parsed = parseStops(colors, opacities);
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

function drawStops(colors: readonly string[], opacities: readonly number[]): SvgElement[] {
  return colors.map((color, at) =>
    svg("stop", {
      offset: colors.length > 1 ? at / (colors.length - 1) : 0,
      "stop-color": color,
      "stop-opacity": opacities[at],
    }),
  );
}

function parseStops(colors: readonly string[], opacities: readonly number[]): Rgba[] {
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
function computeLineBoxes({ lines, size }: Layout, x: number, y: number): Box[] {
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

function growBox({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** A document of one drawing, or of one for each theme that a viewer may prefer. */
export function renderDocument(
  { width, height, title }: { width: number; height: number; title: string },
  { light, dark }: { light: CardDrawing; dark?: CardDrawing | undefined },
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

/** The colour of a fill at a place within what is filled, from 0 to 1 each way. */
type Paint = (across: number, down: number) => Rgba;

/** What was painted at a point, or nothing where it does not reach. */
type Layer = (x: number, y: number) => Rgba | undefined;

/** Remembers what was painted, so that a text can be told which colours it would stand on. */
class Backdrop {
  readonly #layers: Layer[] = [];
  readonly #paints = new Map<string, Paint>();

  /** Tells what a `fill` that names something stands for. */
  name(fill: string, paint: Paint): void {
    this.#paints.set(fill, paint);
  }

  rect(box: Box, fill: string, opacity = 1): void {
    this.#add(box, fill, { opacity, isRound: false });
  }

  circle({ x, y, r }: { x: number; y: number; r: number }, fill: string): void {
    const box = { x: x - r, y: y - r, width: 2 * r, height: 2 * r };
    this.#add(box, fill, { opacity: 1, isRound: true });
  }

  #add(box: Box, fill: string, { opacity, isRound }: { opacity: number; isRound: boolean }): void {
    const paint = this.#paints.get(fill) ?? flat(fill);
    if (!paint) return;
    this.#layers.push((x, y) => {
      const [across, down] = [(x - box.x) / box.width, (y - box.y) / box.height];
      const isWithin = isRound
        ? Math.hypot(across - 0.5, down - 0.5) <= 0.5
        : across >= 0 && across <= 1 && down >= 0 && down <= 1;
      if (!isWithin) return undefined;
      const [red, green, blue, own] = paint(across, down);
      return [red, green, blue, own * opacity];
    });
  }

  /** The different colours below some boxes: where they are many, as on a gradient, those of a grid. */
  below(boxes: readonly Box[]): Rgba[] {
    const found = new Map<string, Rgba>();
    for (const { x, y, width, height } of boxes)
      for (let column = 0; column <= columns; column++)
        for (let row = 0; row <= rows; row++) {
          const color = this.#at(x + (width * column) / columns, y + (height * row) / rows);
          found.set(formatCss(color), color);
        }
    return [...found.values()];
  }

  #at(x: number, y: number): Rgba {
    let [red, green, blue] = white;
    for (const layer of this.#layers) {
      const top = layer(x, y);
      if (!top) continue;
      // Not rounded in between: a shadow is made of many layers that are hardly there.
      const share = top[3] / 255;
      red += (top[0] - red) * share;
      green += (top[1] - green) * share;
      blue += (top[2] - blue) * share;
    }
    return [Math.round(red), Math.round(green), Math.round(blue), 255];
  }
}

/** How many points of a box are looked at. */
const [columns, rows] = [12, 4];

function flat(fill: string): Paint | undefined {
  const color = readColor(fill);
  return color && (() => color);
}

/** The colour of a gradient's stops at a place from 0 to 1, mixed as SVG does. */
function between(stops: readonly Rgba[], place: number): Rgba {
  const at = Math.min(Math.max(place, 0), 1) * (stops.length - 1);
  const index = Math.min(Math.floor(at), stops.length - 2);
  const [from, to] = [stops[index], stops[index + 1]];
  if (!from || !to) return stops[0] ?? white;
  const mix = (channel: 0 | 1 | 2 | 3) =>
    from[channel] + (to[channel] - from[channel]) * (at - index);
  return [mix(0), mix(1), mix(2), mix(3)];
}
