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
  const small = flattenOnto(
    await rasterise(svg, { width: sampleWidth(width, height, 48) }),
    ground,
  );
  const tiny = await rasterise(svg, { width: sampleWidth(width, height, 16) });
  const preview = await encodeImage(tiny, { format: "webp", quality: 40 });
  return {
    blurhash: encode(
      new Uint8ClampedArray(small.data),
      small.width,
      small.height,
      width >= height ? 4 : 3,
      width >= height ? 3 : 4,
    ),
    lqip: `data:image/webp;base64,${Buffer.from(preview).toString("base64")}`,
    dominant_color: findDominantColor(small),
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

/**
 * Returns the mean of the most frequent group of similar colours: equal in the upper four bits per
 * channel.
 */
function findDominantColor({ data }: Pixels): string {
  const buckets = new Map<number, [count: number, red: number, green: number, blue: number]>();
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const bucket = buckets.get(key) ?? [0, 0, 0, 0];
    buckets.set(key, [bucket[0] + 1, bucket[1] + red, bucket[2] + green, bucket[3] + blue]);
  }
  const [count, ...sums] = [...buckets.values()].reduce((one, two) =>
    two[0] > one[0] ? two : one,
  );
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => Math.round(sum / count));
  return formatCss([red, green, blue, 255]);
}
