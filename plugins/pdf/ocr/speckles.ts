import type { GrayPicture } from "../engines/tesseract.ts";

/** How dark ink is, out of 255. */
const dark = 144;
/**
 * The share of isolated dark pixels above which a picture is speckled. The dots of a table of
 * contents in tiny print have 0.08, and one speck in 200 pixels has 0.1.
 */
const specksMin = 0.09;

/** Removes specks from a picture, if it has many. Other pictures are returned unchanged. */
export function removeSpecks(picture: GrayPicture): GrayPicture {
  // The second filter removes specks that touched others.
  return hasSpecks(picture) ? filterMedian(filterMedian(picture)) : picture;
}

/** Returns whether many dark pixels are isolated. Letters have none. */
function hasSpecks({ width, height, pixels }: GrayPicture): boolean {
  let inked = 0;
  let isolated = 0;
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x;
      if (pixels[at]! >= dark) continue;
      inked++;
      if (isIsolated(pixels, at, width)) isolated++;
    }
  return isolated > specksMin * inked;
}

/** Returns whether all pixels at a distance of two are light. */
function isIsolated(pixels: Uint8Array, at: number, width: number): boolean {
  for (let step = -2; step <= 2; step++)
    if (
      pixels[at - 2 * width + step]! < dark ||
      pixels[at + 2 * width + step]! < dark ||
      pixels[at - 2 + step * width]! < dark ||
      pixels[at + 2 + step * width]! < dark
    )
      return false;
  return true;
}

/** Replaces each pixel by the median of the nine pixels around it. */
function filterMedian({ width, height, pixels }: GrayPicture): GrayPicture {
  const filtered = Uint8Array.from(pixels);
  const around = new Uint8Array(9);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      let next = 0;
      for (let row = at - width; row <= at + width; row += width)
        for (let own = row - 1; own <= row + 1; own++) {
          const value = pixels[own]!;
          let place = next++;
          while (place > 0 && around[place - 1]! > value) {
            around[place] = around[place - 1]!;
            place--;
          }
          around[place] = value;
        }
      filtered[at] = around[4]!;
    }
  return { width, height, pixels: filtered };
}
