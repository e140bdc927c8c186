import { coverageOf, polygons } from "hub/drawing";
import { type Caption, fitCaption } from "./caption.ts";
import { resolveDesign } from "./design.ts";
import {
  checkVerified,
  type Drawing,
  type Image,
  type QrDrawingRequest,
  transcode,
} from "./drawing.ts";
import { type Logo, makeRoom, overlayLogo, prepareLogo } from "./logo.ts";
import { buildMatrix } from "./matrix/matrix.ts";
import type { ImageFormat } from "./media-types.ts";
import type { LogoOptions } from "./options.ts";
import { buildPicture, type Picture } from "./picture.ts";
import { renderPng } from "./png/png.ts";
import { readsAs } from "./read/codes.ts";
import { judge, judgeReading } from "./scannability.ts";
import { type Extras, renderSvg } from "./svg.ts";
import { renderTerminal } from "./terminal.ts";

/** What a code may be given besides its look. */
interface Additions {
  logo?: LogoOptions | undefined;
  caption?: string | undefined;
}

/** Draws a code with its logo and its caption, and reads its bytes back before anyone else has to. */
export async function composeCode(
  data: string,
  look: QrDrawingRequest,
  { logo: asked, caption }: Additions = {},
): Promise<Drawing> {
  const design = resolveDesign(look, asked);
  const picture = buildPicture(buildMatrix(data, design), design);
  if (asked) makeRoom(picture, asked);
  const logo = asked && (await prepareLogo(asked, picture));
  const { format } = look;
  const image = await renderImage(picture, { logo, caption }, format);
  const judged = judge(picture, format);
  // A text is no image: how it looks is up to its terminal.
  const verdict = format === "text" ? judged : judgeReading(judged, await readsAs(data, image));
  if (look.strict) checkVerified(verdict);
  return { data, picture, format, verdict, image: () => image };
}

async function renderImage(picture: Picture, extra: Extra, format: ImageFormat): Promise<Image> {
  if (format === "text") return renderTerminal(picture);
  if (format === "svg") return renderSvg(picture, await buildExtras(picture, extra));
  const png = await drawPng(picture, extra);
  return format === "png" ? png : transcode(png, format);
}

interface Extra {
  logo: Logo | undefined;
  caption: string | undefined;
}

async function drawPng(picture: Picture, { logo, caption }: Extra) {
  const { size } = picture.design;
  const set = caption === undefined ? undefined : await fitCaption(caption, size);
  const png = await renderPng(picture, set && rasterise(set, size));
  return logo ? overlayLogo(png, { logo, size }) : png;
}

function rasterise({ contours, height }: Caption, width: number) {
  const whole = Math.ceil(height);
  return coverageOf(polygons(contours, 1), { width, height: whole });
}

async function buildExtras({ matrix, design }: Picture, { logo, caption }: Extra): Promise<Extras> {
  const width = matrix.size + 2 * design.margin;
  return {
    caption: caption === undefined ? undefined : await fitCaption(caption, width),
    logo: logo && {
      uri: `data:image/png;base64,${logo.png.toString("base64")}`,
      x: (width - logo.share * matrix.size) / 2,
      side: logo.share * matrix.size,
    },
  };
}
