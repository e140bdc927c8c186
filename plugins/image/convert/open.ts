import { isHeic, parseHeic, rasterise, sanitiseSvg } from "hub/drawing";
import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import image from "../plugin.ts";
import type { InputFormat } from "./request.ts";

const { convertPixelsMax, convertFramesMax } = image.limits;

/** The size of a picture or of a part of it. */
export interface Size {
  width: number;
  height: number;
}

/** A picture whose header has been read and whose size is accepted. */
export interface OpenPicture extends Size {
  format: InputFormat;
  frames: number;
  /** The time of each frame of an animation in milliseconds, and the number of repetitions. */
  timing: { delay?: number[]; loop?: number };
  /** Decodes the first frame, upright. `zoom` is the scale at which a drawing is rendered. */
  open(zoom: number): Promise<Sharp>;
  /** Decodes all frames of an animation. */
  openFrames(): Promise<Sharp[]>;
}

/** Reads the header of a picture. Throws if it is no picture, or would have too many pixels. */
export async function openPicture(bytes: Uint8Array, at: string): Promise<OpenPicture> {
  if (isHeic(bytes) && !isAvif(bytes)) return openHeic(bytes, at);
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  if (head.includes("<svg") || head.trimStart().startsWith("<?xml")) return openSvg(bytes, at);
  const format = findFormat(bytes);
  if (!format)
    throw createPictureError(at, "must be a JPEG, PNG, WebP, AVIF, GIF, TIFF, SVG or HEIC picture");
  const metadata = await readMetadata(bytes, at);
  const { width, height } = metadata.autoOrient;
  const upright = { width, height: Math.min(height, metadata.pageHeight ?? height) };
  checkPixels(upright, at);
  const options = { limitInputPixels: convertPixelsMax, failOn: "truncated" } as const;
  const { pages: frames = 1, delay, loop } = metadata;
  return {
    ...upright,
    format,
    frames,
    timing: { ...(delay && { delay }), ...(loop !== undefined && { loop }) },
    open: async () => sharp(bytes, options).autoOrient(),
    openFrames: () =>
      splitFrames(bytes, { ...options, animated: true }, { ...upright, frames, at }),
  };
}

/** Returns whether a HEIF container has an AVIF picture, which sharp reads. */
function isAvif(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(8, 40)).includes("avif");
}

async function openHeic(bytes: Uint8Array, at: string): Promise<OpenPicture> {
  const heic = await parseHeic(bytes).catch((cause) => {
    throw createPictureError(at, "is damaged: it cannot be decoded", cause);
  });
  const { width, height, channels } = heic;
  checkPixels(heic, at);
  const open = async () => sharp(await heic.decode(), { raw: { width, height, channels } });
  const openFrames = async () => [await open()];
  return { format: "heic", width, height, frames: 1, timing: {}, open, openFrames };
}

/** The most pixels of an SVG, counted once for each of its filters and their copies. */
const filteredPixelsMax = 100_000_000;

async function openSvg(bytes: Uint8Array, at: string): Promise<OpenPicture> {
  const draw = async (svg: string, zoom: number) => {
    const { data, width, height } = await rasterise(svg, { scale: zoom });
    return sharp(data, { raw: { width, height, channels: 4 } });
  };
  try {
    const original = sanitiseSvg(new TextDecoder().decode(bytes));
    const header = sharp(Buffer.from(original), { limitInputPixels: false });
    const { width, height } = await header.metadata();
    const svg = setSize(original, { width, height });
    const count = (part: string) => original.toLowerCase().split(part).length - 1;
    const filters = count("filter") * (1 + count("<use"));
    const open = (zoom: number) => {
      // A filter processes each pixel: twenty on 36 million pixels take two minutes.
      if (filters * width * height * zoom ** 2 > filteredPixelsMax)
        throw createPictureError(
          at,
          `has too many filters for its size: at most ${filteredPixelsMax} pixels may be filtered`,
        );
      return draw(svg, zoom).catch((cause) => {
        throw createPictureError(at, `cannot be drawn: ${cause.message}`, cause);
      });
    };
    const openFrames = async () => [await open(1)];
    return { format: "svg", width, height, frames: 1, timing: {}, open, openFrames };
  } catch (cause) {
    throw createPictureError(at, `cannot be drawn: ${(cause as Error).message}`, cause);
  }
}

/** Sets the size of an SVG in pixels, so that it is drawn sharply at every scale. */
function setSize(svg: string, { width, height }: Size): string {
  const end = svg.indexOf(">");
  const root = svg.slice(0, end).replaceAll(/ (?:width|height)="[^"]*"/g, "");
  const box = root.includes(" viewBox=") ? "" : ` viewBox="0 0 ${width} ${height}"`;
  return `<svg width="${width}" height="${height}"${box}${root.slice(4)}${svg.slice(end)}`;
}

const signatures: readonly [format: InputFormat, start: number, signature: string][] = [
  ["png", 0, "\x89PNG\r\n\x1a\n"],
  ["jpg", 0, "\xff\xd8\xff"],
  ["gif", 0, "GIF8"],
  ["webp", 8, "WEBP"],
  ["avif", 4, "ftyp"],
  ["tiff", 0, "II*\0"],
  ["tiff", 0, "MM\0*"],
];

/** Returns the format of a file by its first bytes. */
function findFormat(bytes: Uint8Array): InputFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return signatures.find(([, start, signature]) => head.startsWith(signature, start))?.[0];
}

async function readMetadata(bytes: Uint8Array, at: string): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw createPictureError(at, "is damaged: it cannot be decoded", cause);
  }
}

/** Decodes an animation once. libvips stacks its frames. */
async function splitFrames(
  bytes: Uint8Array,
  options: SharpOptions,
  { width, height, frames, at }: Size & { frames: number; at: string },
): Promise<Sharp[]> {
  if (frames > convertFramesMax)
    throw createPictureError(at, `must have at most ${convertFramesMax} frames: it has ${frames}`);
  if (width * height * frames > convertPixelsMax)
    throw createPictureError(
      at,
      `must have at most ${convertPixelsMax} pixels: ${frames} frames of ${width} × ${height} have ${width * height * frames}`,
    );
  const data = await sharp(bytes, options).toColourspace("srgb").ensureAlpha().raw().toBuffer();
  const size = 4 * width * height;
  return Array.from({ length: frames }, (_, index) =>
    sharp(data.subarray(index * size, (index + 1) * size), {
      raw: { width, height, channels: 4 },
    }),
  );
}

function checkPixels({ width, height }: Size, at: string): void {
  if (width * height > convertPixelsMax)
    throw createPictureError(
      at,
      `must have at most ${convertPixelsMax} pixels: it has ${width} × ${height}`,
    );
}

/** Creates the error for a picture that can't be used. */
export function createPictureError(at: string, problem: string, cause?: unknown) {
  return image.error("unusable_picture", `${at} ${problem}`, { at, cause });
}
