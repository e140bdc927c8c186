import type { Sharp } from "sharp";
import qr from "../plugin.ts";
import { decodeBase64 } from "../readers/image.ts";
import type { LogoOptions } from "../request.ts";
import { type CodePicture, eye, nothing } from "./picture.ts";

const { logoBytesMax, logoPixelsMax } = qr.limits;

/** A decoded logo, cut to shape. */
export interface Logo {
  /** A square PNG, transparent outside the shape. */
  png: Buffer;
  /** Side in pixels. */
  side: number;
  /** Side relative to the code. */
  share: number;
}

/** Decodes a logo, fits it into its square and cuts it to shape. */
export async function prepareLogo(
  { data, size_ratio, shape }: LogoOptions,
  { picture: { matrix, pixels }, at }: { picture: CodePicture; at: string },
): Promise<Logo> {
  const image = await openLogo(decodeBase64(data, at), at);
  const side = Math.max(1, Math.round(size_ratio * matrix.size * pixels));
  const { default: sharp } = await import("sharp");
  const fitted = await image
    .resize(side, side, {
      fit: shape === "square" ? "contain" : "cover",
      background: transparentWhite,
    })
    .ensureAlpha()
    .png()
    .toBuffer()
    .catch((cause) => {
      throw createDecodeError(at, cause);
    });
  if (shape === "square") return { png: fitted, side, share: size_ratio };
  const radius = shape === "circle" ? side / 2 : side / 5;
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${radius}"/></svg>`;
  const cut = sharp(fitted).composite([{ input: Buffer.from(mask), blend: "dest-in" }]);
  return { png: await cut.png().toBuffer(), side, share: size_ratio };
}

/** Clears the modules below a logo and its margin, except for the finder patterns. */
export function clearModules(
  { places, matrix: { size } }: CodePicture,
  { size_ratio, margin, shape }: LogoOptions,
): void {
  const clearRadius = (size_ratio * size) / 2 + margin;
  for (let row = 0, at = 0; row < size; row++)
    for (let column = 0; column < size; column++, at++) {
      // Distance from the centre of the code to the nearest point of the module.
      const [down, right] = [row, column].map((line) =>
        Math.max(0, Math.abs(line + 0.5 - size / 2) - 0.5),
      ) as [number, number];
      const distance = shape === "circle" ? Math.hypot(down, right) : Math.max(down, right);
      if (distance < clearRadius && places[at] !== eye) places[at] = nothing;
    }
}

/** Overlays a logo on the PNG of its code. */
export async function overlayLogo(png: Uint8Array, { logo, size }: { logo: Logo; size: number }) {
  const { default: sharp } = await import("sharp");
  const corner = Math.round((size - logo.side) / 2);
  const composed = sharp(png).composite([{ input: logo.png, left: corner, top: corner }]);
  return new Uint8Array(await composed.png().toBuffer());
}

const transparentWhite = { r: 255, g: 255, b: 255, alpha: 0 };

/** Checks the file header first: a few bytes can declare gigabytes of pixels. */
async function openLogo(bytes: Uint8Array, at: string): Promise<Sharp> {
  if (bytes.length > logoBytesMax)
    throw createSizeError(at, `${logoBytesMax} bytes: it has ${bytes.length}`);
  const head = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  if (!signatures.some((known) => head.startsWith(known)))
    throw qr.error("unsupported_logo", `${at} must be a PNG, JPEG, WebP or GIF image`, { at });
  const { default: sharp } = await import("sharp");
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause) => {
      throw createDecodeError(at, cause);
    });
  if (width * height > logoPixelsMax)
    throw createSizeError(at, `${logoPixelsMax} pixels: it has ${width} × ${height}`);
  return sharp(bytes, { limitInputPixels: logoPixelsMax, failOn: "truncated" }).autoOrient();
}

// PNG, JPEG, two versions of GIF, and the WebP container. sharp would also render SVG, which can reference files.
const signatures = ["89504e470d0a1a0a", "ffd8ff", "474946383761", "474946383961", "52494646"];

function createSizeError(at: string, limit: string) {
  return qr.error("logo_too_large", `${at} must have at most ${limit}`, { at });
}

function createDecodeError(at: string, cause: unknown) {
  return qr.error("unsupported_logo", `${at} cannot be decoded: the image is damaged`, {
    at,
    cause,
  });
}
