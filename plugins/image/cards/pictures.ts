import type { Net } from "hub";
import { sanitiseSvg } from "hub/drawing";
import sharp, { type Sharp } from "sharp";
import image from "../plugin.ts";
import type { Embedded, Pictures } from "./layout/card.ts";

const { pictureBytesMax, picturePixelsMax } = image.limits;

/** The maximum side of a picture on any card, in pixels. */
const side = 640;

/** Fetches or decodes the pictures of a card. Throws `unusable_picture` and network errors. */
export async function loadPictures(
  { avatar_url, logo_url }: { avatar_url?: string | undefined; logo_url?: string | undefined },
  net: Net<string>,
): Promise<Pictures> {
  const [avatar, logo] = await Promise.all([
    avatar_url === undefined ? undefined : embed(avatar_url, { net, at: "query.avatar_url" }),
    logo_url === undefined ? undefined : embed(logo_url, { net, at: "query.logo_url" }),
  ]);
  return { avatar, logo };
}

async function embed(
  address: string,
  { net, at }: { net: Net<string>; at: string },
): Promise<Embedded> {
  const bytes = address.startsWith("data:")
    ? decodeUri(address, at)
    : await fetchPicture(address, { net, at });
  try {
    const picture = await openPicture(bytes, at);
    // Re-encoding drops everything but the pixels.
    const { data, info } = await picture
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    const uri = `data:image/png;base64,${data.toString("base64")}`;
    return { uri, width: info.width, height: info.height };
  } catch (cause) {
    if (cause instanceof Error && cause.name === "HubError") throw cause;
    throw createPictureError(at, "is broken: it cannot be decoded", cause);
  }
}

async function fetchPicture(address: string, { net, at }: { net: Net<string>; at: string }) {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw image.error(
      "invalid_input",
      `${at} must be an http, https or data URL: it is ${JSON.stringify(address.slice(0, 80))}`,
      { at },
    );
  const response = await net(url.href, {
    headers: { accept: "image/png,image/jpeg,image/webp,image/svg+xml,image/*;q=0.8" },
    bodyBytesMax: pictureBytesMax,
    timeoutMs: 6000,
  });
  if (!response.ok) throw createPictureError(at, `returned the status ${response.status}`);
  return response.bytes();
}

/** Decodes a data URI (RFC 2397). */
function decodeUri(uri: string, at: string): Uint8Array {
  const comma = uri.indexOf(",");
  const head = uri.slice(0, comma);
  if (comma < 0 || !head.startsWith("data:image/"))
    throw image.error(
      "invalid_input",
      `${at} must be a data URI of an image, such as data:image/png;base64,…`,
      { at },
    );
  const data = uri.slice(comma + 1);
  // An unescaped plus in the query arrives as a space.
  if (head.endsWith(";base64")) return Buffer.from(data.replaceAll(" ", "+"), "base64");
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    // The data has an unescaped percent sign: the query was already decoded.
    return Buffer.from(data);
  }
}

/**
 * Checks the header first: a few bytes may require gigabytes of pixels, or refer to other files.
 */
async function openPicture(bytes: Uint8Array, at: string): Promise<Sharp> {
  const head = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  const isRaster = signatures.some((known) => head.startsWith(known));
  const source = isRaster ? bytes : readSvg(bytes, at);
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata();
  if (width * height > picturePixelsMax)
    throw createPictureError(
      at,
      `must have at most ${picturePixelsMax} pixels: it has ${width} × ${height}`,
    );
  // Rasterises an SVG at the size it is displayed, and no larger.
  const density = isRaster
    ? undefined
    : Math.min(Math.max((72 * side) / Math.max(width, height), 1), 2400);
  const options = { limitInputPixels: picturePixelsMax, failOn: "truncated" } as const;
  return sharp(source, { ...options, ...(density && { density }) }).autoOrient();
}

function readSvg(bytes: Uint8Array, at: string): Buffer {
  const text = new TextDecoder().decode(bytes);
  if (!text.slice(0, 1024).includes("<"))
    throw createPictureError(at, "must be a PNG, JPEG, WebP, GIF or SVG image");
  try {
    return Buffer.from(sanitiseSvg(text));
  } catch (cause) {
    throw createPictureError(at, `cannot be drawn: ${(cause as Error).message}`, cause);
  }
}

// PNG, JPEG, two versions of GIF, and WebP's container.
const signatures = ["89504e470d0a1a0a", "ffd8ff", "474946383761", "474946383961", "52494646"];

function createPictureError(at: string, problem: string, cause?: unknown) {
  return image.error("unusable_picture", `${at} ${problem}`, { at, cause });
}
