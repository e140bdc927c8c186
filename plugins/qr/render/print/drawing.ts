/** A red, green and blue from 0 to 1. */
export type Ink = readonly [number, number, number];

/** A linear gradient between two points. */
export interface Shading {
  line: readonly [x1: number, y1: number, x2: number, y2: number];
  from: Ink;
  to: Ink;
}

/** An image with opacity, one byte per channel. */
export interface PrintImage {
  width: number;
  height: number;
  rgb: Uint8Array;
  alpha: Uint8Array;
}

/** A code for print. Coordinates are in modules from the upper left corner. */
export interface PrintDrawing {
  /** The size of the page in points. */
  width: number;
  height: number;
  /** The points of a module. */
  scale: number;
  /** The colour of the page, or undefined if it is transparent. */
  ground: Ink | undefined;
  layers: readonly { data: string; ink: Ink | Shading }[];
  logo: (PrintImage & { x: number; side: number }) | undefined;
}
