import { type Attributes, type Child, type SvgElement, svg } from "hub/drawing";
import type { Dice } from "../dice.ts";
import { blend, css, mixFactors, multiply, type Rgb, shiftColor } from "./rgb.ts";
import { computeFog, type Stage } from "./stage.ts";

/** The direction of light on a shape: from a side, as on a ball, from above, or evenly. */
export type Form = "side" | "round" | "down" | "even";

interface ShapeOptions {
  form?: Form;
  /** Whether it emits light. */
  glows?: boolean;
  /** Whether shapes inside it are holes. */
  isHollow?: boolean;
  /** Whether a cartoon has a line around it. Default true. */
  outline?: boolean;
  opacity?: number;
}

/** Draws the shapes of a thing in the light of the scene. A thing stands at 0, 0 and is 100 units high. */
export class Pen {
  readonly #gradients = new Map<string, SvgElement>();
  readonly #fog: { color: Rgb; share: number };

  constructor(
    readonly stage: Stage,
    readonly options: {
      name: string;
      scale: number;
      depth: number;
      dice: Dice;
      colors: readonly Rgb[];
      /** The word of the prompt for the thing. */
      word: string;
    },
  ) {
    this.#fog = computeFog(stage, options.depth);
  }

  get dice(): Dice {
    return this.options.dice;
  }

  /** Returns the colour that the prompt gives the thing, or the usual one. */
  color(usual: Rgb, at = 0): Rgb {
    const { colors } = this.options;
    return colors[at % colors.length] ?? usual;
  }

  get defs(): SvgElement[] {
    return [...this.#gradients.values()];
  }

  path(d: string, color: Rgb, options?: ShapeOptions): SvgElement {
    const holes = options?.isHollow ? { "fill-rule": "evenodd" } : {};
    return svg("path", { d, ...holes, ...this.#lookOf(color, options) });
  }

  oval(
    cx: number,
    cy: number,
    [rx, ry]: readonly [number, number],
    color: Rgb,
    options?: ShapeOptions,
  ) {
    return svg("ellipse", {
      cx,
      cy,
      rx,
      ry,
      ...this.#lookOf(color, { form: "round", ...options }),
    });
  }

  box(
    [x, y, width, height]: readonly [number, number, number, number],
    color: Rgb,
    options?: ShapeOptions & { radius?: number },
  ) {
    const { radius, ...look } = options ?? {};
    return svg("rect", { x, y, width, height, rx: radius, ...this.#lookOf(color, look) });
  }

  line(d: string, color: Rgb, width: number, options: { opacity?: number; glows?: boolean } = {}) {
    const stroke = css(options.glows ? color : this.#addFog(multiply(color, this.#middleLight())));
    return svg("path", {
      d,
      stroke,
      "stroke-width": width,
      fill: "none",
      opacity: options.opacity,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    });
  }

  /** Draws the soft shadow of a thing that stands at 0, 0. */
  shadow(width: number, height = width * 0.16): SvgElement {
    const { side, isFlat, palette } = this.stage;
    const color = css(multiply([70, 70, 90], palette.shade));
    const away = -side * width * 0.16;
    if (isFlat)
      return svg("ellipse", {
        cx: away,
        cy: 0,
        rx: width / 2,
        ry: height / 2,
        fill: color,
        opacity: 0.45,
      });
    const id = `${this.options.name}-shadow`;
    const stop = (offset: number, opacity: number) =>
      svg("stop", { offset, "stop-color": color, "stop-opacity": opacity });
    this.#gradients.set(
      id,
      svg("radialGradient", { id }, stop(0, 0.62), stop(0.5, 0.34), stop(1, 0)),
    );
    return svg("ellipse", {
      cx: away,
      cy: 0,
      rx: width * 0.62,
      ry: height * 0.75,
      fill: `url(#${id})`,
    });
  }

  /** Draws the light around a lamp or a fire. */
  glow(cx: number, cy: number, r: number, color: Rgb): SvgElement {
    const id = `${this.options.name}-glow-${css(color).slice(1)}`;
    const stop = (offset: number, opacity: number) =>
      svg("stop", { offset, "stop-color": css(color), "stop-opacity": opacity });
    this.#gradients.set(
      id,
      svg("radialGradient", { id }, stop(0, 0.6), stop(0.4, 0.25), stop(1, 0)),
    );
    return svg("circle", { cx, cy, r, fill: `url(#${id})` });
  }

  group(attributes: Attributes, ...children: Child[]): SvgElement {
    return svg("g", attributes, ...children);
  }

  #lookOf(
    color: Rgb,
    { form = "even", glows = false, outline = true, opacity }: ShapeOptions = {},
  ): Attributes {
    const { isFlat, unit } = this.stage;
    const ink = isFlat &&
      outline && {
        stroke: css(
          this.#addFog(
            multiply(shiftColor(color, { light: -0.42, chroma: 0.7 }), [0.75, 0.75, 0.85]),
          ),
        ),
        "stroke-width": Math.min((2.7 * unit) / this.options.scale, 2.6),
        "stroke-linejoin": "round",
      };
    const even = glows ? color : this.#addFog(multiply(color, this.#middleLight()));
    return {
      fill: form === "even" || glows ? css(even) : this.#gradientFill(color, form),
      opacity,
      ...ink,
    };
  }

  #gradientFill(color: Rgb, form: Form): string {
    const id = `${this.options.name}-${form}-${css(color).slice(1)}`;
    if (this.#gradients.has(id)) return `url(#${id})`;
    const { palette, isFlat, side } = this.stage;
    const lit = css(this.#addFog(multiply(color, palette.light)));
    const half = css(this.#addFog(multiply(color, this.#middleLight())));
    const dark = css(
      this.#addFog(
        multiply(
          shiftColor(color, { light: -0.02 }),
          mixFactors(palette.shade, palette.light, 0.14),
        ),
      ),
    );
    const stop = (offset: number, shade: string) => svg("stop", { offset, "stop-color": shade });
    const stops = isFlat
      ? [
          stop(0, lit),
          stop(form === "round" ? 0.72 : 0.6, lit),
          stop(form === "round" ? 0.725 : 0.605, dark),
          stop(1, dark),
        ]
      : [stop(0, lit), stop(0.5, half), stop(1, dark)];
    const from = side < 0 ? 0 : 1;
    const element =
      form === "round"
        ? svg(
            "radialGradient",
            { id, cx: side < 0 ? 0.34 : 0.66, cy: 0.3, r: isFlat ? 0.86 : 0.78 },
            ...stops,
          )
        : form === "side"
          ? svg("linearGradient", { id, x1: from, x2: 1 - from, y1: 0, y2: 0.25 }, ...stops)
          : svg("linearGradient", { id, x1: from * 0.3 + 0.35, x2: 0.5, y1: 0, y2: 1 }, ...stops);
    this.#gradients.set(id, element);
    return `url(#${id})`;
  }

  #middleLight(): Rgb {
    return mixFactors(this.stage.palette.shade, this.stage.palette.light, 0.72);
  }

  #addFog(color: Rgb): Rgb {
    return this.#fog.share < 0.02 ? color : blend(color, this.#fog.color, this.#fog.share);
  }
}
