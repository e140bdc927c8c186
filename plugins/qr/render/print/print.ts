import { over } from "hub/drawing";
import type { Color } from "../../color.ts";
import type { PrintFormat } from "../../media-types.ts";
import type { Caption } from "../caption.ts";
import type { Logo } from "../logo.ts";
import type { CodePicture } from "../picture.ts";
import { getGradientLine, outlinePicture } from "../svg.ts";
import type { Ink, PrintDrawing, PrintImage } from "./drawing.ts";
import { writeEps } from "./eps.ts";
import { writePdf } from "./pdf.ts";

const pointsPerMm = 72 / 25.4;
const white: Color = [255, 255, 255, 255];

/**
 * Draws a code as PDF or EPS, with the outlines of its SVG. Colours with an opacity are blended over the background,
 * because printers don't all support opacity.
 */
export async function drawForPrint(
  picture: CodePicture,
  { caption, logo }: { caption?: Caption | undefined; logo?: Logo | undefined },
  format: PrintFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const { design, matrix } = picture;
  const { width, height, layers } = outlinePicture(picture, caption);
  const scale = (design.widthMm * pointsPerMm) / width;
  const ground = over(design.bg, white);
  const blend = (color: Color) => toInk(over(color, ground));
  const { gradient } = design;
  const shading = gradient && {
    line: getGradientLine(picture, gradient),
    from: blend(gradient.from),
    to: blend(gradient.to),
  };
  const drawing: PrintDrawing = {
    width: width * scale,
    height: height * scale,
    scale,
    ground: design.bg[3] > 0 ? toInk(ground) : undefined,
    layers: layers.map(({ data, ink }) => ({
      data,
      ink: ink === "gradient" ? (shading ?? blend(design.fg)) : blend(ink),
    })),
    logo: logo && {
      ...(await decodeLogo(logo)),
      x: (width - logo.share * matrix.size) / 2,
      side: logo.share * matrix.size,
    },
  };
  return format === "pdf" ? writePdf(drawing) : writeEps(drawing);
}

function toInk([red, green, blue]: Color): Ink {
  return [red / 255, green / 255, blue / 255];
}

async function decodeLogo({ png }: Logo): Promise<PrintImage> {
  const { default: sharp } = await import("sharp");
  const image = sharp(png).toColourspace("srgb").ensureAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  for (let at = 0; at < alpha.length; at++) {
    rgb.set(data.subarray(at * 4, at * 4 + 3), at * 3);
    alpha[at] = data[at * 4 + 3] ?? 255;
  }
  return { width, height, rgb, alpha };
}
