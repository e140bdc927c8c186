import { type Browser, reply, type Static } from "hub";
import pixelmatch from "pixelmatch";
import sharp from "sharp";
import { takeCapture } from "../capture.ts";
import { loadFilters } from "../filters/load-filters.ts";
import { readAddress } from "../page/checks.ts";
import screenshot from "../plugin.ts";
import type { CaptureDoors } from "../response.ts";
import { buildShot } from "../shot.ts";
import type { CompareRequest, comparison } from "./request.ts";

type Doors = CaptureDoors & { browser: Browser };
type Side = "before" | "after";

/** An image as RGBA. */
interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Compares two images or pages pixel by pixel. */
export async function comparePictures(request: CompareRequest, doors: Doors) {
  for (const side of ["before", "after"] as const) checkSide(request, side);
  const [before, after] = await Promise.all([
    readSide("before", request, doors),
    readSide("after", request, doors),
  ]);
  const { details, image } = await findDifferences(before, after, request);
  if (request.format === "png")
    return reply(image, {
      type: "image/png",
      headers: {
        "x-images-equal": String(details.equal),
        "x-different-pixels": String(details.different_pixels),
      },
    });
  return { ...details, image: `data:image/png;base64,${image.toBase64()}` };
}

function checkSide(request: CompareRequest, side: Side): void {
  const given = Object.keys(request[side]).length;
  if (given !== 1)
    throw screenshot.error(
      "invalid_input",
      `body.${side} must have exactly one of url, html and image: it has ${given}`,
      { at: `body.${side}` },
    );
}

async function readSide(side: Side, request: CompareRequest, doors: Doors): Promise<Pixels> {
  const { url, html = "", image } = request[side];
  if (image !== undefined) return decodeImage(decodeBase64(image, side), `body.${side}.image`);
  const source = url === undefined ? { html } : { url: readAddress(url, `body.${side}.url`) };
  const { before, after, format, threshold, include_antialiasing, ...rest } = request;
  const { max_different_pixels, masks, ...capture } = rest;
  const unused = { omit_background: false, cache_ttl: 0, quality: 100 };
  const options = { ...capture, ...unused, format: "png" as const };
  const filters =
    request.block_cookie_banners === false ? undefined : await loadFilters(doors.data);
  const shot = buildShot(source, options, { part: "body", filters });
  const picture = await takeCapture(shot, {
    ...doors,
    type: "png",
    quality: 100,
    resizeWidth: undefined,
    failOnStatus: request.fail_on_status,
  });
  return decodeImage(picture.bytes, `body.${side}`);
}

function decodeBase64(text: string, side: Side): Uint8Array {
  const comma = text.indexOf(",");
  const isUri = text.startsWith("data:") && text.slice(0, Math.max(0, comma)).endsWith(";base64");
  try {
    return Uint8Array.fromBase64(isUri ? text.slice(comma + 1) : text);
  } catch (cause) {
    const at = `body.${side}.image`;
    throw screenshot.error("invalid_input", `${at} must be base64, alone or as a data URI`, {
      at,
      cause,
    });
  }
}

async function decodeImage(bytes: Uint8Array, at: string): Promise<Pixels> {
  const { comparedPixelsMax } = screenshot.limits;
  const refuse = (must: string, cause?: unknown) =>
    screenshot.error("invalid_input", `${at} must ${must}`, { at, cause });
  const image = sharp(bytes, { limitInputPixels: false });
  const { width, height, format } = await image.metadata().catch((cause) => {
    throw refuse("be a PNG, JPEG, WebP, GIF or AVIF image", cause);
  });
  if (!["png", "jpeg", "webp", "gif", "heif"].includes(format))
    throw refuse(`be a PNG, JPEG, WebP, GIF or AVIF image: it is ${format}`);
  if (width * height > comparedPixelsMax)
    throw refuse(`have at most ${comparedPixelsMax} pixels: it has ${width * height}`);
  const { data, info } = await image
    .autoOrient()
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause) => {
      throw refuse("be a complete image", cause);
    });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

type Comparison = Omit<Static<typeof comparison>, "image">;

async function findDifferences(
  before: Pixels,
  after: Pixels,
  request: CompareRequest,
): Promise<{ details: Comparison; image: Uint8Array }> {
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  const { comparedPixelsMax } = screenshot.limits;
  if (width * height > comparedPixelsMax)
    throw screenshot.error(
      "invalid_input",
      `body must have images of at most ${comparedPixelsMax} pixels together: ${width} × ${height} has ${width * height}`,
      { at: "body" },
    );
  const ignored = buildMask(request.masks, { width, height });
  const compared = ignored.reduce((sum, isIgnored) => sum + (isIgnored ? 0 : 1), 0);
  // Nothing to compare would count as equal.
  if (compared === 0)
    throw screenshot.error("invalid_input", "body.masks must leave a part of the images", {
      at: "body.masks",
    });
  const output = new Uint8Array(width * height * 4);
  const [one, two] = [extend(before, { width, height }), extend(after, { width, height })];
  pixelmatch(one, two, output, width, height, {
    threshold: request.threshold,
    includeAA: request.include_antialiasing,
    ignoreMask: ignored,
  });
  const common = {
    width: Math.min(before.width, after.width),
    height: Math.min(before.height, after.height),
  };
  const marks = { width, height, common, ignored };
  const { count, bounds } = countMarks(output, marks);
  const png = await sharp(output, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const details = {
    equal: count <= request.max_different_pixels,
    different_pixels: count,
    compared_pixels: compared,
    ratio: count / compared,
    bounds,
    before: { width: before.width, height: before.height },
    after: { width: after.width, height: after.height },
  };
  return { details, image: new Uint8Array(png) };
}

interface Size {
  width: number;
  height: number;
}

function buildMask(masks: CompareRequest["masks"], { width, height }: Size): Uint8Array {
  const ignored = new Uint8Array(width * height);
  for (const mask of masks)
    for (let y = mask.y; y < Math.min(height, mask.y + mask.height); y++)
      ignored.fill(
        1,
        y * width + Math.min(width, mask.x),
        y * width + Math.min(width, mask.x + mask.width),
      );
  return ignored;
}

/** Extends an image to a size with transparent pixels. */
function extend({ data, ...own }: Pixels, { width, height }: Size): Uint8Array {
  if (own.width === width && own.height === height) return data;
  const extended = new Uint8Array(width * height * 4);
  for (let y = 0; y < own.height; y++)
    extended.set(data.subarray(y * own.width * 4, (y + 1) * own.width * 4), y * width * 4);
  return extended;
}

/**
 * Counts the different pixels and finds their bounds. Pixels that only one image has are marked, too, even
 * if they are white.
 */
function countMarks(
  output: Uint8Array,
  { width, height, common, ignored }: Size & { common: Size; ignored: Uint8Array },
): { count: number; bounds: Comparison["bounds"] } {
  let count = 0;
  const box = { left: width, top: height, right: -1, bottom: -1 };
  for (let y = 0, index = 0; y < height; y++)
    for (let x = 0; x < width; x++, index++) {
      if (ignored[index]) continue;
      const isExtra = x >= common.width || y >= common.height;
      if (isExtra) output.set(red, index * 4);
      else if (!isRed(output, index * 4)) continue;
      count++;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = y;
    }
  if (count === 0) return { count, bounds: null };
  const { left, top, right, bottom } = box;
  return { count, bounds: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 } };
}

const red = [255, 0, 0, 255] as const;

/** Returns whether a pixel is marked. Others are grey or yellow. */
function isRed(output: Uint8Array, at: number): boolean {
  return output[at] === 255 && output[at + 1] === 0 && output[at + 2] === 0;
}
