import { encode } from "blurhash";
import { encodeImage, type Pixels, rasterise } from "hub/drawing";
import { formatCss, over, type Rgba, white } from "./color/color.ts";

// Indexes stay within the pixels, so `!` is used: a check for each would cost time.

/**
 * Computes placeholders to show until the image has loaded: BlurHash, preview and dominant colour.
 */
export async function computeImageFacts(
  svg: string,
  { width, height, ground = white }: { width: number; height: number; ground?: Rgba | undefined },
) {
  const draw = (longest: number) => rasterise(svg, { width: sampleWidth(width, height, longest) });
  const samples = { small: flattenOnto(await draw(48), ground), tiny: await draw(16) };
  const { colors, ...facts } = await describePixels({ ...samples, width, height });
  return facts;
}

/** Computes the same facts, and a palette, from two small copies of an image. */
export async function describePixels({
  small,
  tiny,
  width,
  height,
}: {
  small: Pixels;
  tiny: Pixels;
  width: number;
  height: number;
}) {
  const [across, down] = width >= height ? [4, 3] : [3, 4];
  const preview = await encodeImage(tiny, { format: "webp", quality: 40 });
  const colors = findColors(small);
  return {
    blurhash: encode(new Uint8ClampedArray(small.data), small.width, small.height, across, down),
    lqip: `data:image/webp;base64,${Buffer.from(preview).toString("base64")}`,
    dominant_color: colors[0]?.color ?? "#ffffff",
    colors,
  };
}

/** Returns a width at which both sides have from one to `most` pixels. */
function sampleWidth(width: number, height: number, max: number): number {
  return Math.max(1, Math.round(width >= height ? max : (max * width) / height));
}

function flattenOnto({ width, height, data }: Pixels, ground: Rgba): Pixels {
  const below = over(ground, white);
  const flat = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const top: Rgba = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
    flat.set(over(top, below), at);
  }
  return { width, height, data: flat };
}

/** The most colours of a palette, and the distance from which two colours differ clearly. */
const paletteMax = 6;
const clearDistance = 70;

/**
 * Returns the most frequent colours. Each is the mean of a group of similar colours: equal in the
 * upper four bits per channel. Groups near a more frequent one count as it. Transparent pixels don't count.
 */
function findColors({ data }: Pixels): { color: string; share: number }[] {
  const groups = new Map<number, [count: number, red: number, green: number, blue: number]>();
  let total = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < 128) continue;
    total++;
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const group = groups.get(key) ?? [0, 0, 0, 0];
    groups.set(key, [group[0] + 1, group[1] + red, group[2] + green, group[3] + blue]);
  }
  const palette: { mean: [number, number, number]; count: number }[] = [];
  for (const [count, ...sums] of [...groups.values()].sort((one, two) => two[0] - one[0])) {
    const [red, green, blue] = sums.map((sum) => Math.round(sum / count));
    const mean: [number, number, number] = [red!, green!, blue!];
    const distance = (other: typeof mean) =>
      Math.hypot(mean[0] - other[0], mean[1] - other[1], mean[2] - other[2]);
    const near = palette.find((known) => distance(known.mean) < clearDistance);
    if (near) near.count += count;
    else if (palette.length < paletteMax) palette.push({ mean, count });
  }
  return palette.map(({ mean, count }) => ({
    color: formatCss([...mean, 255]),
    share: Math.round((1000 * count) / total) / 1000,
  }));
}
