import type { Sharp } from "sharp";
import image from "../plugin.ts";
import type { ConvertRequest, OutputFormat } from "./request.ts";

/** A picture that can be encoded. */
export interface Finished {
  picture: Sharp;
  width: number;
  height: number;
  frames: number;
  timing: { delay?: number[]; loop?: number };
}

/** An encoded picture. */
export interface Encoded {
  bytes: Buffer;
  /** Null if the encoding is lossless. */
  quality: number | null;
}

type EncodingRequest = Pick<ConvertRequest, "quality" | "lossless" | "max_bytes">;

/** The quality if the request sets none, and the highest one that a byte budget is spent on. */
const qualities: Readonly<Record<OutputFormat, { usual: number | null; best: number }>> = {
  jpg: { usual: 82, best: 95 },
  webp: { usual: 82, best: 95 },
  avif: { usual: 55, best: 85 },
  png: { usual: null, best: 99 },
  gif: { usual: 100, best: 100 },
  tiff: { usual: null, best: 99 },
};

/** Encodes a picture, with the best quality that fits if there is a byte budget. */
export async function encode(
  finished: Finished,
  format: OutputFormat,
  { quality, lossless, max_bytes: budget }: EncodingRequest,
): Promise<Encoded> {
  const { usual, best } = qualities[format];
  const canBeLossless = lossless || usual === null;
  const first = quality ?? (canBeLossless ? null : budget === undefined ? usual : best);
  const level = first === 100 && usual === null ? null : first;
  const whole = await write(finished, format, level);
  if (budget === undefined || whole.length <= budget) return { bytes: whole, quality: level };
  let fitting: Encoded | undefined;
  let smallest = whole.length;
  let [low, high] = [1, (level ?? best + 1) - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const bytes = await write(finished, format, middle);
    smallest = Math.min(smallest, bytes.length);
    const fits = bytes.length <= budget;
    if (fits) fitting = { bytes, quality: middle };
    if (fits) low = middle + 1;
    else high = middle - 1;
  }
  if (fitting) return fitting;
  const { width, height } = finished;
  throw image.error(
    "budget_too_small",
    `body.max_bytes must be at least ${smallest} for a ${format} of ${width} × ${height} pixels: it is ${budget}`,
    { at: "body.max_bytes" },
  );
}

/** The number of pixels above which encoders make less effort. */
const largePixels = 2_000_000;

function write(
  { picture, width, height, timing }: Finished,
  format: OutputFormat,
  quality: number | null,
): Promise<Buffer> {
  const isLarge = width * height > largePixels;
  const lossy = quality ?? 100;
  const copy = picture.clone();
  switch (format) {
    case "jpg":
      return copy
        .jpeg({
          quality: lossy,
          mozjpeg: !isLarge,
          chromaSubsampling: lossy >= 95 ? "4:4:4" : "4:2:0",
        })
        .toBuffer();
    case "webp": {
      const effort = isLarge ? 4 : 6;
      const lossless = quality === null;
      return copy.webp({ quality: lossy, lossless, effort, ...timing }).toBuffer();
    }
    case "avif":
      return copy
        .avif({ quality: lossy, lossless: quality === null, effort: isLarge ? 1 : 3 })
        .toBuffer();
    case "png":
      return quality === null
        ? copy.png({ compressionLevel: isLarge ? 6 : 9 }).toBuffer()
        : copy.png({ palette: true, quality, effort: isLarge ? 4 : 7 }).toBuffer();
    case "gif":
      return copy
        .gif({ colours: Math.max(2, Math.round(2.56 * lossy)), effort: isLarge ? 3 : 7, ...timing })
        .toBuffer();
    case "tiff":
      return quality === null
        ? copy.tiff({ compression: "deflate", predictor: "horizontal" }).toBuffer()
        : copy.tiff({ compression: "jpeg", quality }).toBuffer();
  }
}
