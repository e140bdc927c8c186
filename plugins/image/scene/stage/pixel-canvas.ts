import type { Rgb } from "../../color/rgb.ts";

// Indexes stay within the pixels: `!` says so where a check for each of them would cost time.

/** The first layer of trees, which are in front of all other scenery. */
export const spriteLayer = 50;

/** The pixels of a scene: colours from 0 to 255, not rounded. */
export class PixelCanvas {
  readonly color: Float32Array;
  /** The layer of each pixel, for outlines. */
  readonly layer: Uint8Array;
  #sprites = 0;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.color = new Float32Array(width * height * 3);
    this.layer = new Uint8Array(width * height);
  }

  /** Returns the layer of the next tree. Neighbours have different ones. */
  nextSpriteLayer(): number {
    this.#sprites++;
    return spriteLayer + (this.#sprites % 200);
  }

  /** Paints a pixel by its index, with a share of the colour. */
  paint(at: number, [red, green, blue]: Rgb, share: number): void {
    const { color } = this;
    const first = at * 3;
    color[first] = color[first]! + (red - color[first]!) * share;
    color[first + 1] = color[first + 1]! + (green - color[first + 1]!) * share;
    color[first + 2] = color[first + 2]! + (blue - color[first + 2]!) * share;
  }

  /** Adds light to a pixel. */
  add(at: number, [red, green, blue]: Rgb, share: number): void {
    const { color } = this;
    const first = at * 3;
    color[first] = color[first]! + red * share;
    color[first + 1] = color[first + 1]! + green * share;
    color[first + 2] = color[first + 2]! + blue * share;
  }

  /** The luminance of a pixel from 0 to 255. */
  luma(at: number): number {
    const first = at * 3;
    const { color } = this;
    return 0.299 * color[first]! + 0.587 * color[first + 1]! + 0.114 * color[first + 2]!;
  }
}
