import type { Sharp } from "sharp";
import image from "../plugin.ts";
import type { OpenPicture, Size } from "./open.ts";
import type { ConvertRequest } from "./request.ts";

/** A rectangle of a picture. */
interface Region extends Size {
  left: number;
  top: number;
}

/** A requested size. A missing side follows from the other. */
export type Target = Partial<Size>;

/** How one picture becomes another of one size. */
export interface Plan extends Size {
  /** The part of the turned picture that is used. */
  part: Region;
  /** Whether the part is the whole picture. */
  isWhole: boolean;
  /** The scale at which a drawing is rendered. */
  zoom: number;
}

/** Parses the requested sizes. */
export function parseTargets({ sizes, width, height }: ConvertRequest): Target[] {
  if (!sizes) return [{ ...(width && { width }), ...(height && { height }) }];
  if (width || height)
    throw image.error("invalid_input", "body must have one of sizes and width or height", {
      at: "body.sizes",
    });
  return sizes.map((text, index) => parseTarget(text, `body.sizes.${index}`));
}

function parseTarget(text: string, at: string): Target {
  const sides = text.split("x").map((side) => (side === "" ? undefined : Number(side)));
  const [width, height] = sides;
  const isValid = sides.every(
    (side) =>
      side === undefined ||
      (Number.isInteger(side) && side > 0 && side <= image.limits.convertSideMax),
  );
  if (sides.length > 2 || !isValid || (width ?? height) === undefined)
    throw image.error(
      "invalid_input",
      `${at} must be a size such as 640, 640x480 or x480, with sides up to ${image.limits.convertSideMax}: it is ${JSON.stringify(text)}`,
      { at },
    );
  return { ...(width && { width }), ...(height && { height }) };
}

/** Plans the size of the output, and the part of the picture that it shows. */
export function planSize(picture: OpenPicture, target: Target, request: ConvertRequest): Plan {
  const isTurned = request.rotate === "90" || request.rotate === "270";
  const whole = {
    left: 0,
    top: 0,
    width: isTurned ? picture.height : picture.width,
    height: isTurned ? picture.width : picture.height,
  };
  const source = request.crop ? checkCrop(request.crop, whole) : whole;
  const isDrawing = picture.format === "svg";
  const size = scaleSize(source, target, request, isDrawing);
  if (size.width * size.height > image.limits.convertPixelsMax)
    throw image.error(
      "image_too_large",
      `The output must have at most ${image.limits.convertPixelsMax} pixels: it would have ${size.width} × ${size.height}`,
      { at: "body.width" },
    );
  const part =
    isFocused(request) && isCover(request, target) ? focusOn(request, source, size) : source;
  const ratios = [size.width / part.width, size.height / part.height];
  const isWhole = part.width === whole.width && part.height === whole.height;
  return { ...size, part, isWhole, zoom: isDrawing ? Math.max(...ratios) : 1 };
}

function checkCrop({ x, y, width, height }: NonNullable<ConvertRequest["crop"]>, size: Size) {
  if (x + width > size.width || y + height > size.height)
    throw image.error(
      "invalid_input",
      `body.crop must lie within the picture of ${size.width} × ${size.height} pixels: it ends at ${x + width} × ${y + height}`,
      { at: "body.crop" },
    );
  return { left: x, top: y, width, height };
}

/** Returns the size of the output. */
function scaleSize(
  source: Size,
  { width, height }: Target,
  { fit, enlarge }: ConvertRequest,
  isDrawing: boolean,
): Size {
  if (!width && !height) return { width: source.width, height: source.height };
  const most = enlarge || isDrawing ? Number.POSITIVE_INFINITY : 1;
  const ratios = [
    ...(width ? [width / source.width] : []),
    ...(height ? [height / source.height] : []),
  ];
  if (width && height && fit === "contain") return { width, height };
  if (width && height && (fit === "cover" || fit === "fill")) {
    const scale = Math.min(1, most / Math.max(...ratios));
    return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) };
  }
  const scale = Math.min(most, fit === "outside" ? Math.max(...ratios) : Math.min(...ratios));
  return { width: atLeastOne(source.width * scale), height: atLeastOne(source.height * scale) };
}

function atLeastOne(side: number): number {
  return Math.max(1, Math.round(side));
}

function isFocused({ focus_x, focus_y }: ConvertRequest): boolean {
  return focus_x !== undefined || focus_y !== undefined;
}

/** Returns whether parts of the picture are cut off. */
export function isCover({ fit }: ConvertRequest, { width, height }: Target): boolean {
  return fit === "cover" && width !== undefined && height !== undefined;
}

/** Returns the largest region of the output's shape around the focus. */
function focusOn({ focus_x = 0.5, focus_y = 0.5 }: ConvertRequest, source: Region, size: Size) {
  const scale = Math.min(source.width / size.width, source.height / size.height);
  const width = Math.min(source.width, atLeastOne(size.width * scale));
  const height = Math.min(source.height, atLeastOne(size.height * scale));
  return {
    width,
    height,
    left: source.left + centre(focus_x, source.width, width),
    top: source.top + centre(focus_y, source.height, height),
  };
}

/** Returns the start of a part that is centred on a point, and lies within the whole. */
function centre(share: number, whole: number, part: number): number {
  return Math.round(Math.min(Math.max(share * whole - part / 2, 0), whole - part));
}

/**
 * Replaces the part of a plan by the one that sharp chooses for a frame, so that all frames of an
 * animation show the same part.
 */
export async function chooseForAll(frame: Sharp, plan: Plan, focus: string): Promise<Plan> {
  const { width, height, part } = plan;
  const { info } = await frame
    .clone()
    .extract(part)
    .resize(width, height, { fit: "cover", position: focus })
    .toBuffer({ resolveWithObject: true });
  const scale = Math.max(width / part.width, height / part.height);
  const shown = {
    width: Math.min(part.width, atLeastOne(width / scale)),
    height: Math.min(part.height, atLeastOne(height / scale)),
  };
  const start = (offset: number, free: number) => Math.min(Math.round(-offset / scale), free);
  const left = part.left + start(info.cropOffsetLeft ?? 0, part.width - shown.width);
  const top = part.top + start(info.cropOffsetTop ?? 0, part.height - shown.height);
  return { ...plan, part: { ...shown, left, top }, isWhole: false };
}
