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
} from "../../color/color.ts";

/** A rectangle of a card, relative to its upper left corner. */
export interface CardBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A positioned text. */
interface PlacedText {
  box: CardBox;
  size: number;
  /** The baselines, from the top of the card. */
  baselines: readonly number[];
  /** The lowest contrast with its background (WCAG 2.2). */
  contrast: number;
}

interface TextPlacement {
  x: number;
  y: number;
  fill: string;
  /** Whether the colour was set by the caller, and must not change. */
  isCustom?: boolean | undefined;
}

interface CardDrawingOptions {
  width: number;
  height: number;
  /** Whether the card is read from right to left: then all positions are mirrored. */
  mirrored: boolean;
  /** The prefix of its ids, so that two drawings can share a document. */
  prefix?: string;
}

/** The elements of a drawing, from the bottom up. */
export class CardDrawing {
  readonly width: number;
  readonly height: number;
  readonly mirrored: boolean;
  readonly #prefix: string;
  readonly #definitions: SvgElement[] = [];
  readonly #elements: SvgElement[] = [];
  readonly #backdrop = new Backdrop();
  readonly #texts: PlacedText[] = [];
  /** The areas behind texts that patterns must leave clear, if any does. */
  readonly #cleared: { box: CardBox; size: number }[] = [];
  #isClearing = false;
  readonly #wholeTexts = new Set<string>();

  constructor({ width, height, mirrored, prefix = "c" }: CardDrawingOptions) {
    this.width = width;
    this.height = height;
    this.mirrored = mirrored;
    this.#prefix = prefix;
  }

  /** Records a text that is shown in full. */
  markWhole(text: string): void {
    this.#wholeTexts.add(text.toUpperCase());
  }

  /** Returns whether a text is shown in full, in its own letters or in capitals. */
  showsWhole(text: string): boolean {
    return this.#wholeTexts.has(text.toUpperCase());
  }

  /** The texts, in drawing order. */
  get texts(): readonly PlacedText[] {
    return this.#texts;
  }

  /** The lowest contrast of the texts. */
  get contrast(): number {
    return Math.min(21, ...this.#texts.map((text) => text.contrast));
  }

  /** Returns the left edge of a box of this width, `x` away from the edge where reading starts. */
  toLeft(x: number, width: number): number {
    return this.mirrored ? this.width - x - width : x;
  }

  add(...elements: SvgElement[]): void {
    this.#elements.push(...elements);
  }

  rect({ x, y, width, height }: CardBox, attributes: Attributes): void {
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
   * Draws a text, in its colour or in one that is readable on its background. If no colour is
   * readable, such as on black next to white, draws a plate behind it.
   */
  write(layout: Layout, { x, y, fill, isCustom = false }: TextPlacement): void {
    const color = readColor(fill);
    const draw = (fill: string) => this.add(outlines(layout, { x, y, fill }));
    const lines = computeLineBoxes(layout, x, y);
    if (lines.length === 0) return;
    const box = enclose(lines);
    this.#cleared.push({ box, size: layout.size });
    // Letters filled with a gradient count as a picture.
    if (!color) {
      draw(fill);
      return;
    }
    let backgrounds = this.#backdrop.below(lines);
    // Where glows overlap, rendered pixels differ slightly from the computed colours.
    const least = backgrounds.length > 1 ? roomyContrast : readableContrast;
    const ink = isCustom ? color : legible(color, backgrounds, least);
    if (!isCustom && leastContrast(ink, backgrounds) < readableContrast) {
      const { color, opacity } = plateFor(ink, backgrounds);
      this.#plate(box, { size: layout.size, fill: formatCss(color), opacity });
      backgrounds = this.#backdrop.below(lines);
    }
    const baselines = layout.lines.map(({ baseline }) => y + baseline);
    const contrasts = backgrounds.map((ground) => contrast(over(ink, ground), ground));
    this.#texts.push({ box, size: layout.size, baselines, contrast: Math.min(...contrasts) });
    draw(formatCss(ink));
  }

  #plate(
    box: CardBox,
    { size, fill, opacity }: { size: number; fill: string; opacity: number },
  ): void {
    const plate = growBox(box, size * 0.3);
    this.#backdrop.rect(plate, fill, opacity);
    this.add(svg("rect", { ...plate, rx: size * 0.3, fill, "fill-opacity": opacity }));
  }

  /**
   * Returns the `mask` value for patterns that fade out behind texts, including texts drawn later.
   */
  useClearingMask(): string {
    this.#isClearing = true;
    return `url(#${this.#prefix}t)`;
  }

  /** Builds a mask of everything except the surroundings of texts. */
  #buildClearingMask(): SvgElement {
    const whole = { x: 0, y: 0, width: this.width, height: this.height };
    const fadingBoxes = this.#cleared.flatMap(({ box, size }) =>
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
      ...fadingBoxes,
    );
  }

  /** Draws an image that fits in a box, with rounded corners. */
  image(href: string, { x, y, width, height }: CardBox, { radius = 0, fit = "meet" } = {}): void {
    const place = { x: this.toLeft(x, width), y, width, height };
    const clip = this.define("clipPath", {}, svg("rect", { ...place, rx: radius }));
    const preserveAspectRatio = `xMidYMid ${fit}`;
    const image = svg("image", { ...place, href, preserveAspectRatio });
    this.add(radius > 0 ? svg("g", { "clip-path": clip }, image) : image);
  }

  /** Defines a linear gradient. 0 degrees is up, as in CSS. Returns the `fill` value. */
  gradient(colors: readonly string[], angle = 135, opacities: readonly number[] = []): string {
    const radians = ((angle - 90) * Math.PI) / 180;
    const [dx, dy] = [Math.cos(radians) / 2, Math.sin(radians) / 2];
    const stops = drawStops(colors, opacities);
    const ends = { x1: 0.5 - dx, y1: 0.5 - dy, x2: 0.5 + dx, y2: 0.5 + dy };
    const fill = this.define("linearGradient", ends, ...stops);
    const parsed = parseStops(colors, opacities);
    this.#backdrop.name(fill, (across, down) =>
      // The gradient line has a length of 1 at any angle.
      mixStops(parsed, ((across - ends.x1) * dx + (down - ends.y1) * dy) * 2),
    );
    return fill;
  }

  /** Defines a colour that fades outwards from the centre. Returns the `fill` value. */
  glow(color: string, opacity: number): string {
    const opacities = [opacity, opacity * 0.36, 0];
    const colors = [color, color, color];
    const fill = this.define("radialGradient", {}, ...drawStops(colors, opacities));
    const parsed = parseStops(colors, opacities);
    this.#backdrop.name(fill, (across, down) =>
      mixStops(parsed, Math.hypot(across - 0.5, down - 0.5) * 2),
    );
    return fill;
  }

  /** Adds a definition. Returns the reference to it. */
  define(tag: string, attributes: Attributes, ...children: SvgElement[]): string {
    const id = `${this.#prefix}${this.#definitions.length}`;
    this.#definitions.push(svg(tag, { id, ...attributes }, ...children));
    return `url(#${id})`;
  }

  /** Returns all elements with their definitions. */
  group(attributes: Attributes = {}): SvgElement {
    const clearings = this.#isClearing ? [this.#buildClearingMask()] : [];
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

/** The steps of the fading around a text: the distance in ems, and the opacity of the mask. */
const fades: readonly (readonly [out: number, opacity: number])[] = [
  ...Array.from({ length: 10 }, (_, step) => [1.1 - step * 0.06, 0.2] as const),
  [0.45, 1],
];

/** Returns the boxes of a text's lines, as high as most letters. */
function computeLineBoxes({ lines, size }: Layout, x: number, y: number): CardBox[] {
  return lines
    .filter(({ runs }) => runs.length > 0)
    .map(({ runs, baseline, width }) => ({
      x: x + Math.min(...runs.map((run) => run.x)),
      y: y + baseline - size * 0.85,
      width,
      height: size * 1.1,
    }));
}

/** Returns the smallest box that contains all boxes. */
function enclose(boxes: readonly CardBox[]): CardBox {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

function growBox({ x, y, width, height }: CardBox, margin: number): CardBox {
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** Renders a document with one drawing, or one for each theme that a viewer may prefer. */
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

/** Returns the colour of a fill at a position within its shape, from 0 to 1 in both directions. */
type FillColor = (across: number, down: number) => Rgba;

/** Returns the colour of a layer at a point, or undefined outside of it. */
type Layer = (x: number, y: number) => Rgba | undefined;

/** Records what was painted, to compute the colours behind a text. */
class Backdrop {
  readonly #layers: Layer[] = [];
  readonly #paints = new Map<string, FillColor>();

  /** Registers the paint that a `fill` refers to. */
  name(fill: string, paint: FillColor): void {
    this.#paints.set(fill, paint);
  }

  rect(box: CardBox, fill: string, opacity = 1): void {
    this.#add(box, fill, { opacity, isRound: false });
  }

  circle({ x, y, r }: { x: number; y: number; r: number }, fill: string): void {
    const box = { x: x - r, y: y - r, width: 2 * r, height: 2 * r };
    this.#add(box, fill, { opacity: 1, isRound: true });
  }

  #add(
    box: CardBox,
    fill: string,
    { opacity, isRound }: { opacity: number; isRound: boolean },
  ): void {
    const paint = this.#paints.get(fill) ?? createFlatPaint(fill);
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

  /** Returns the different colours behind boxes. On a gradient, these are samples of a grid. */
  below(boxes: readonly CardBox[]): Rgba[] {
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
      // Not rounded in between: a shadow consists of many almost transparent layers.
      const share = top[3] / 255;
      red += (top[0] - red) * share;
      green += (top[1] - green) * share;
      blue += (top[2] - blue) * share;
    }
    return [Math.round(red), Math.round(green), Math.round(blue), 255];
  }
}

/** The numbers of samples across and down a box. */
const [columns, rows] = [12, 4];

function createFlatPaint(fill: string): FillColor | undefined {
  const color = readColor(fill);
  return color && (() => color);
}

/** Returns the colour of a gradient at a position from 0 to 1, mixed as in SVG. */
function mixStops(stops: readonly Rgba[], place: number): Rgba {
  const at = Math.min(Math.max(place, 0), 1) * (stops.length - 1);
  const index = Math.min(Math.floor(at), stops.length - 2);
  const [from, to] = [stops[index], stops[index + 1]];
  if (!from || !to) return stops[0] ?? white;
  const mix = (channel: 0 | 1 | 2 | 3) =>
    from[channel] + (to[channel] - from[channel]) * (at - index);
  return [mix(0), mix(1), mix(2), mix(3)];
}
