import { computeCoverage, polygons } from "hub/drawing";
import { getPrintWidth, resolveDesign } from "../design.ts";
import { buildMatrix } from "../matrix/matrix.ts";
import type { CodeContent } from "../matrix/segments.ts";
import { type ImageFormat, isPrint } from "../media-types.ts";
import { type ContentFields, resolveContent } from "../payload/payload.ts";
import { type Caption, type CaptionText, fitCaption } from "../render/caption.ts";
import { clearModules, type Logo, overlayLogo, prepareLogo } from "../render/logo.ts";
import { buildPicture, type CodePicture } from "../render/picture.ts";
import { renderPng } from "../render/png/png.ts";
import { type Extras, renderSvg } from "../render/svg.ts";
import { renderTerminal } from "../render/terminal.ts";
import { transcode } from "../render/transcode.ts";
import type { LogoOptions } from "../request.ts";
import type { Drawing, Image, QrDrawingRequest } from "./drawing.ts";
import { judge } from "./scannability.ts";
import { createSwissCross } from "./swiss-cross.ts";

/** Optional additions to a code. */
interface Additions {
  /** The path of the caption's parent in the request, for messages. */
  at: string;
  logo?: LogoOptions | undefined;
  /** The path of the logo. */
  logoAt?: string;
  caption?: string | undefined;
  /** The width of the code in print without its margin, unless the request has one with it. */
  codeWidthMm?: number;
}

/** Draws a code with logo and caption. `at` is the path of its content, for messages. */
export async function composeCode(
  fields: ContentFields,
  requested: QrDrawingRequest,
  additions: Additions,
): Promise<Drawing> {
  const content = resolveContent(fields, additions.at);
  if (fields.payload?.type !== "swiss_bill") return composeContent(content, requested, additions);
  const logo = additions.logo ?? (await createSwissCross());
  // A QR-bill must have level M.
  const level = requested.ecc === "auto" && ({ ecc: "M", boost_ecc: false } as const);
  const min_version = Math.max(requested.min_version, qrBillVersionMin);
  return composeContent(
    content,
    { ...requested, ...level, min_version },
    { ...additions, logo, codeWidthMm: qrBillWidthMm },
  );
}

/**
 * The first version without an alignment pattern in the centre, except for the smallest. ZBar looks for that pattern below
 * the cross of versions 7 to 13, and fails. Codes of a QR-bill have 46 mm in every version up to 25.
 */
const qrBillVersionMin = 14;
const qrBillWidthMm = 46;

/** Draws the code of a content with logo and caption. */
export async function composeContent(
  content: CodeContent,
  appearance: QrDrawingRequest,
  { at, logo: options, logoAt = "body.logo.data", caption: text, codeWidthMm }: Additions,
): Promise<Drawing> {
  const resolved = resolveDesign(appearance, options);
  const matrix = buildMatrix(content, resolved);
  const isFixed = codeWidthMm !== undefined && appearance.width_mm === undefined;
  const share = 1 + (2 * resolved.margin) / matrix.size;
  const width =
    isFixed && isPrint(appearance.format) ? getPrintWidth(codeWidthMm * share) : undefined;
  const design = { ...resolved, ...width };
  const picture = buildPicture(matrix, design, appearance.format);
  if (options) clearModules(picture, options);
  const logo = options && (await prepareLogo(options, { picture, at: logoAt }));
  const { format } = appearance;
  const caption = text === undefined ? undefined : { text, at: `${at}.caption` };
  const image = (as: ImageFormat = format) => renderImage(picture, { logo, caption }, as);
  return { content, picture, format, verdict: judge(picture, format), image };
}

async function renderImage(
  picture: CodePicture,
  extra: Extra,
  format: ImageFormat,
): Promise<Image> {
  if (format === "text") return renderTerminal(picture);
  if (format === "svg") return renderSvg(picture, await buildExtras(picture, extra));
  if (isPrint(format)) {
    const { drawForPrint } = await import("../render/print/print.ts");
    const { caption } = await buildExtras(picture, extra);
    return drawForPrint(picture, { caption, logo: extra.logo }, format);
  }
  const png = await drawPng(picture, extra);
  return format === "png" ? png : transcode(png, format);
}

interface Extra {
  logo: Logo | undefined;
  caption: CaptionText | undefined;
}

async function drawPng(picture: CodePicture, { logo, caption }: Extra) {
  const { size } = picture.design;
  const layout = caption === undefined ? undefined : await fitCaption(caption, size);
  const png = await renderPng(picture, layout && rasterise(layout, size));
  return logo ? overlayLogo(png, { logo, size }) : png;
}

function rasterise({ contours, height }: Caption, width: number) {
  const pixelHeight = Math.ceil(height);
  return computeCoverage(polygons(contours, 1), { width, height: pixelHeight });
}

async function buildExtras(
  { matrix, design }: CodePicture,
  { logo, caption }: Extra,
): Promise<Extras> {
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
