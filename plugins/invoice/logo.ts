import { HubError, type Net } from "hub";
import { rasterise, sanitiseSvg } from "hub/drawing";
import type { Raster } from "./pdf/file.ts";
import invoice from "./plugin.ts";

const { logoPixelsMax } = invoice.limits;

/** Pixels that a logo is drawn with at most: 300 to the inch where it is printed. */
const widthMax = 720;

const heightMax = 260;

const { logoBytesMax } = invoice.limits;

/** What a request says of its logo. */
interface LogoFields {
  logo_url?: string | undefined;
  logo_base64?: string | undefined;
  logo_optional: boolean;
}

/** The logo of a document, or why it goes without one that it was to have. */
export async function loadLogo(
  { logo_url, logo_base64, logo_optional }: LogoFields,
  net: Net,
): Promise<{ logo?: Raster; warning?: string }> {
  if (logo_url !== undefined && logo_base64 !== undefined)
    throw invoice.error(
      "invalid_input",
      "body must have one of logo_url and logo_base64: it has both",
      { at: "body" },
    );
  try {
    if (logo_base64 !== undefined)
      return {
        logo: await decodeRaster(decodeData(logo_base64, "body.logo_base64"), "body.logo_base64"),
      };
    if (logo_url === undefined) return {};
    const bytes = /^data:/i.test(logo_url)
      ? decodeData(logo_url, "body.logo_url")
      : await fetchLogo(logo_url, net);
    return { logo: await decodeRaster(bytes, "body.logo_url") };
  } catch (error) {
    if (logo_optional && error instanceof HubError && excusable.has(error.code))
      return { warning: `The logo is left out: ${error.message}` };
    throw error;
  }
}

/** What an optional logo may fail with. */
const excusable: ReadonlySet<string> = new Set([
  "logo_unreachable",
  "logo_too_large",
  "unsupported_logo",
]);

async function fetchLogo(url: string, net: Net): Promise<Uint8Array> {
  const at = "body.logo_url";
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw invoice.error(
      "invalid_input",
      `${at} must be an address that begins with http:// or https://, or a data URI: it is "${url}"`,
      { at },
    );
  try {
    const response = await net(url, {
      headers: { accept: "image/png,image/jpeg,image/webp,image/svg+xml" },
      timeoutMs: 5000,
      redirectsMax: 3,
      bodyBytesMax: logoBytesMax,
    });
    if (response.ok) return await response.bytes();
    throw invoice.error(
      "logo_unreachable",
      `Cannot fetch the logo from "${url}": its host answers ${response.status}`,
      { at },
    );
  } catch (cause) {
    if (!(cause instanceof HubError) || cause.code === "logo_unreachable") throw cause;
    const code =
      cause.code === "address_not_allowed" ? "logo_forbidden_address" : "logo_unreachable";
    throw invoice.error(code, `Cannot fetch the logo from "${url}": ${cause.message}`, {
      at,
      cause,
    });
  }
}

/** Reads base64, or a data URI: RFC 2397. */
function decodeData(text: string, at: string): Uint8Array {
  const comma = /^data:/i.test(text) ? text.indexOf(",") : -1;
  const head = text.slice(0, Math.max(comma, 0));
  const data = text.slice(comma + 1);
  if (comma >= 0 && !head.toLowerCase().endsWith(";base64")) return decodePercent(data, at);
  const plain = data.replace(/[\s=]/g, "").replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Buffer.from(plain, "base64");
  if (bytes.length > 0 && bytes.length === Math.floor((plain.length * 3) / 4)) return bytes;
  throw invoice.error("unsupported_logo", `${at} must be an image in base64`, { at });
}

function decodePercent(data: string, at: string): Uint8Array {
  try {
    return new TextEncoder().encode(decodeURIComponent(data));
  } catch (cause) {
    throw invoice.error("unsupported_logo", `${at} must be a well-formed data URI`, { at, cause });
  }
}

/** Decodes an image, told by its first bytes, and makes it as small as it is printed. */
async function decodeRaster(bytes: Uint8Array, at: string): Promise<Raster> {
  if (bytes.length > invoice.limits.logoBytesMax)
    throw tooLarge(
      `${at} must have at most ${invoice.limits.logoBytesMax} bytes: it has ${bytes.length}`,
      at,
    );
  const head = Buffer.from(bytes.subarray(0, 12)).toString("hex");
  const isWebp = head.startsWith("52494646") && head.endsWith("57454250");
  if (head.startsWith("89504e470d0a1a0a") || head.startsWith("ffd8ff") || isWebp)
    return decodeImage(bytes, at);
  const text = new TextDecoder().decode(bytes).trimStart();
  if (text.startsWith("<")) return drawSvg(text, at);
  throw invoice.error("unsupported_logo", `${at} must be a PNG, JPEG, WebP or SVG image`, { at });
}

async function decodeImage(bytes: Uint8Array, at: string): Promise<Raster> {
  const { default: sharp } = await import("sharp");
  const refuseImage = (cause: unknown) => {
    throw unreadable(at, cause);
  };
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(refuseImage);
  if (width * height > logoPixelsMax)
    throw tooLarge(
      `${at} must have at most ${logoPixelsMax} pixels: it has ${width} × ${height}`,
      at,
    );
  const { data, info } = await sharp(bytes, { failOn: "truncated" })
    .autoOrient()
    .resize(widthMax, heightMax, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuseImage);
  return splitAlpha(data, info);
}

/** A drawing is cleaned of whatever may reach out or run before it is made pixels. */
async function drawSvg(text: string, at: string): Promise<Raster> {
  try {
    const { data, ...size } = await rasterise(sanitiseSvg(text), { width: widthMax });
    return splitAlpha(data, size);
  } catch (cause) {
    const why = cause instanceof Error ? `: ${cause.message}` : "";
    throw invoice.error("unsupported_logo", `${at} is an SVG image that cannot be drawn${why}`, {
      at,
      cause,
    });
  }
}

/** Parts colours from how see-through they are, as PDF keeps them. */
function splitAlpha(
  pixels: Uint8Array | Uint8ClampedArray,
  { width, height }: { width: number; height: number },
): Raster {
  const count = width * height;
  const [rgb, alpha] = [new Uint8Array(count * 3), new Uint8Array(count)];
  let clear = false;
  for (let at = 0; at < count; at++) {
    rgb[at * 3] = pixels[at * 4] ?? 0;
    rgb[at * 3 + 1] = pixels[at * 4 + 1] ?? 0;
    rgb[at * 3 + 2] = pixels[at * 4 + 2] ?? 0;
    alpha[at] = pixels[at * 4 + 3] ?? 0;
    if (alpha[at] !== 255) clear = true;
  }
  return { width, height, rgb, alpha: clear ? alpha : undefined };
}

function tooLarge(detail: string, at: string) {
  return invoice.error("logo_too_large", detail, { at });
}

function unreadable(at: string, cause: unknown) {
  return invoice.error("unsupported_logo", `${at} is broken: it cannot be decoded`, { at, cause });
}
