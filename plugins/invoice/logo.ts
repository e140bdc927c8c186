import { HubError, type Net } from "hub";
import { rasterise, sanitiseSvg } from "hub/drawing";
import type { Raster } from "./pdf/file.ts";
import invoice from "./plugin.ts";
import { refuse } from "./refuse.ts";

const { logoPixelsMax } = invoice.limits;

/** Maximum pixel width of a logo: 300 dpi at its printed size. */
const widthMax = 720;

const heightMax = 260;

const { logoBytesMax } = invoice.limits;

/** The logo fields of a request. */
interface LogoFields {
  logo_url?: string | undefined;
  logo_base64?: string | undefined;
  logo_optional: boolean;
}

/** Loads the logo of a document. If an optional logo fails, returns a warning instead. */
export async function loadLogo(
  { logo_url, logo_base64, logo_optional }: LogoFields,
  net: Net,
): Promise<{ logo?: Raster; warning?: string }> {
  if (logo_url !== undefined && logo_base64 !== undefined)
    refuse("body", "must have one of logo_url and logo_base64: it has both");
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
    if (logo_optional && error instanceof HubError && optionalFailures.has(error.code))
      return { warning: `The logo was left out: ${error.message}` };
    throw error;
  }
}

/** Errors that are tolerated for an optional logo. */
const optionalFailures: ReadonlySet<string> = new Set([
  "logo_unreachable",
  "logo_too_large",
  "unsupported_logo",
]);

async function fetchLogo(url: string, net: Net): Promise<Uint8Array> {
  const at = "body.logo_url";
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    refuse(at, `must be a URL that starts with http:// or https://, or a data URI: it is "${url}"`);
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
      `Cannot fetch the logo from "${url}": the host responded with ${response.status}`,
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

/** Decodes base64 or a data URI: RFC 2397. */
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

/** Decodes an image, detected by its first bytes, and scales it to its printed size. */
async function decodeRaster(bytes: Uint8Array, at: string): Promise<Raster> {
  if (bytes.length > invoice.limits.logoBytesMax)
    throw createSizeError(
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
    throw invoice.error("unsupported_logo", `${at} cannot be decoded: the image is damaged`, {
      at,
      cause,
    });
  };
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(refuseImage);
  if (width * height > logoPixelsMax)
    throw createSizeError(
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

/** Draws an SVG image. Scripts and external references are removed first. */
async function drawSvg(text: string, at: string): Promise<Raster> {
  try {
    const { data, ...size } = await rasterise(sanitiseSvg(text), { width: widthMax });
    return splitAlpha(data, size);
  } catch (cause) {
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    throw invoice.error("unsupported_logo", `${at} cannot be drawn as an SVG image${reason}`, {
      at,
      cause,
    });
  }
}

/** Separates colours from transparency, as PDF requires. */
function splitAlpha(
  pixels: Uint8Array | Uint8ClampedArray,
  { width, height }: { width: number; height: number },
): Raster {
  const count = width * height;
  const [rgb, alpha] = [new Uint8Array(count * 3), new Uint8Array(count)];
  let isTransparent = false;
  for (let at = 0; at < count; at++) {
    rgb[at * 3] = pixels[at * 4] ?? 0;
    rgb[at * 3 + 1] = pixels[at * 4 + 1] ?? 0;
    rgb[at * 3 + 2] = pixels[at * 4 + 2] ?? 0;
    alpha[at] = pixels[at * 4 + 3] ?? 0;
    if (alpha[at] !== 255) isTransparent = true;
  }
  return { width, height, rgb, alpha: isTransparent ? alpha : undefined };
}

function createSizeError(detail: string, at: string) {
  return invoice.error("logo_too_large", detail, { at });
}
