import { computeCoverage, polygons } from "hub/drawing";
import { type Caption, type CaptionText, fitCaption } from "./caption.ts";
import { resolveDesign } from "./design.ts";
import { type Drawing, type Image, type QrDrawingRequest, transcode } from "./drawing.ts";
import { clearModules, type Logo, overlayLogo, prepareLogo } from "./logo.ts";
import { buildMatrix } from "./matrix/matrix.ts";
import type { ImageFormat } from "./media-types.ts";
import { type ContentFields, resolveContent } from "./payload/payload.ts";
import { buildPicture, type Picture } from "./picture.ts";
import { renderPng } from "./png/png.ts";
import type { LogoOptions } from "./request.ts";
import { judge } from "./scannability.ts";
import { type Extras, renderSvg } from "./svg.ts";
import { createSwissCross } from "./swiss-cross.ts";
import { renderTerminal } from "./terminal.ts";

/** Optional additions to a code. */
interface Additions {
  at: string;
  logo?: LogoOptions | undefined;
  caption?: string | undefined;
}

/** Draws a code with logo and caption. `at` is the path of its content, for messages. */
export async function composeCode(
  fields: ContentFields,
  requested: QrDrawingRequest,
  { logo: requestedLogo, caption: text, at }: Additions,
): Promise<Drawing> {
  const content = resolveContent(fields, at);
  const isBill = fields.payload?.type === "swiss_bill";
  const logoOptions = requestedLogo ?? (isBill ? await createSwissCross() : undefined);
  // A QR-bill must have level M.
  const appearance =
    isBill && requested.ecc === "auto"
      ? ({ ...requested, ecc: "M", boost_ecc: false } as const)
      : requested;
  const design = resolveDesign(appearance, logoOptions);
  const picture = buildPicture(buildMatrix(content, design), design);
  if (logoOptions) clearModules(picture, logoOptions);
  const logo = logoOptions && (await prepareLogo(logoOptions, picture));
  const { format } = appearance;
  const caption = text === undefined ? undefined : { text, at: `${at}.caption` };
  const image = () => renderImage(picture, { logo, caption }, format);
  return { content, picture, format, verdict: judge(picture, format), image };
}

async function renderImage(picture: Picture, extra: Extra, format: ImageFormat): Promise<Image> {
  if (format === "text") return renderTerminal(picture);
  if (format === "svg") return renderSvg(picture, await buildExtras(picture, extra));
  const png = await drawPng(picture, extra);
  return format === "png" ? png : transcode(png, format);
}

interface Extra {
  logo: Logo | undefined;
  caption: CaptionText | undefined;
}

async function drawPng(picture: Picture, { logo, caption }: Extra) {
  const { size } = picture.design;
  const layout = caption === undefined ? undefined : await fitCaption(caption, size);
  const png = await renderPng(picture, layout && rasterise(layout, size));
  return logo ? overlayLogo(png, { logo, size }) : png;
}

function rasterise({ contours, height }: Caption, width: number) {
  const pixelHeight = Math.ceil(height);
  return computeCoverage(polygons(contours, 1), { width, height: pixelHeight });
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
