import type { SvgElement } from "hub/drawing";
import type { Pen } from "../pen.ts";

/** How a thing is drawn: standing at 0, 0 and 100 high, with y growing downwards as in SVG. */
export interface Subject {
  /** Its height as a share of the picture's shorter side. */
  size: number;
  /** Its width, where its height is 1. */
  wide: number;
  /** Where it belongs. */
  place: "far" | "ground" | "near" | "air" | "water" | "deep";
  /** How many there are where the prompt names it in the plural. Default 3. */
  several?: number;
  /** Whether many of them grow all over the ground. */
  isScattered?: boolean;
  draw(pen: Pen): SvgElement[];
}
