import { cleanFileName, reply, writeAttachment, zip } from "hub";
import type { Sharp } from "sharp";
import sharp from "sharp";
import { formatCss, over, parseColor, type Rgba, white } from "../color/color.ts";
import { describePixels } from "../facts.ts";
import image from "../plugin.ts";
import { encode, type Finished } from "./encode.ts";
import { chooseForAll, isCover, type Plan, parseTargets, planSize } from "./geometry.ts";
import { createPictureError, type OpenPicture, openPicture } from "./open.ts";
import { type ConvertRequest, type OutputFormat, outputTypes } from "./request.ts";
import { drawWatermark } from "./watermark.ts";

/** Converts a picture to one or more files. */
export async function convertPicture(request: ConvertRequest) {
  const { bytes, at, name } = await readSource(request);
  const picture = await openPicture(bytes, at);
  const format = request.format ?? defaultFormat(picture);
  const targets = parseTargets(request);
  const plans = targets.map((target) => planSize(picture, target, request));
  try {
    const editing = { picture, format, request, background: readBackground(request) };
    const files = [];
    let first: Finished | undefined;
    for (const [index, plan] of plans.entries()) {
      const isCut = isCover(request, targets[index] ?? {});
      const finished = await edit({ ...editing, plan, isCut });
      first ??= finished;
      const { width, height, frames } = finished;
      const encoded = await encode(finished, format, request);
      files.push({
        name: `${name}-${width}x${height}.${format}`,
        width,
        height,
        frames,
        ...encoded,
      });
    }
    if (request.response === "json") {
      const { width, height, frames } = picture;
      const input = { format: picture.format, width, height, frames, bytes: bytes.length };
      const facts = first && (await describeFinished(first));
      return reply({ input, files: files.map((file) => describeFile(file, format)), ...facts });
    }
    return answerFiles(files, { format, name, isZip: request.sizes !== undefined });
  } catch (cause) {
    if (cause instanceof Error && cause.name === "HubError") throw cause;
    throw createPictureError(at, "is damaged: it cannot be decoded completely", cause);
  }
}

/** Returns the bytes of the picture, the path of their field, and a name for its files. */
async function readSource({ file, image: encoded }: ConvertRequest) {
  if ((file === undefined) === (encoded === undefined))
    throw image.error(
      "invalid_input",
      `body must have one of file and image: it has ${file ? "both" : "neither"}`,
      { at: "body" },
    );
  const fullName = cleanFileName(file?.name ?? "");
  const dot = fullName.lastIndexOf(".");
  const name = file?.name ? fullName.slice(0, dot > 0 ? dot : undefined) : "picture";
  if (file) return { bytes: await file.bytes(), at: "body.file", name };
  const [, data = encoded ?? ""] = /^data:[^,]{0,100};base64,(.*)$/s.exec(encoded ?? "") ?? [];
  try {
    return { bytes: Uint8Array.fromBase64(data), at: "body.image", name };
  } catch (cause) {
    const problem = "body.image must be base64, alone or as a data URI";
    throw image.error("invalid_input", problem, { at: "body.image", cause });
  }
}

function defaultFormat({ format }: OpenPicture): OutputFormat {
  if (format === "svg") return "png";
  return format === "heic" ? "jpg" : format;
}

/** Returns the requested background, without opacity unless it is fully transparent. */
function readBackground({ background }: ConvertRequest): Rgba | undefined {
  const color = background === undefined ? undefined : parseColor(background, "body.background");
  return color && (color[3] === 0 ? undefined : over(color, white));
}

interface Editing {
  picture: OpenPicture;
  format: OutputFormat;
  request: ConvertRequest;
  plan: Plan;
  /** Whether the output lacks parts of the picture. */
  isCut: boolean;
  background: Rgba | undefined;
}

/** Turns, crops, scales and decorates a picture. */
async function edit(editing: Editing): Promise<Finished> {
  const { picture, format, request, plan, isCut } = editing;
  const { width, height } = plan;
  const overlay = await drawWatermark(request, plan);
  const isAnimated =
    picture.frames > 1 && request.animated && (format === "gif" || format === "webp");
  if (isAnimated) {
    const [start, ...others] = (await picture.openFrames()).map((frame) => turn(frame, request));
    if (!start) throw new Error("The animation has no frames");
    const isChosen = isCut && plan.isWhole && isStrategy(request);
    const shared = isChosen ? await chooseForAll(start, plan, request.focus) : plan;
    const drawn: Buffer[] = [];
    for (const frame of [start, ...others])
      drawn.push(
        await finish(frame, { ...editing, plan: shared }, overlay)
          .raw()
          .toBuffer(),
      );
    const raw = { width, height: height * drawn.length, channels: 4, pageHeight: height } as const;
    const { frames, timing } = picture;
    return { picture: sharp(Buffer.concat(drawn), { raw }), width, height, frames, timing };
  }
  const opened = turn(await picture.open(plan.zoom), request);
  const finished = keep(finish(opened, editing, overlay), request);
  const hasBudget = request.max_bytes !== undefined || request.response === "json";
  // Encoding several times must not decode and scale several times.
  const ready = hasBudget
    ? keep(sharp(await finished.png({ compressionLevel: 0 }).toBuffer()), request)
    : finished;
  return { picture: ready, width, height, frames: 1, timing: {} };
}

function turn(frame: Sharp, { rotate }: ConvertRequest): Sharp {
  return rotate === "0" ? frame : frame.rotate(Number(rotate));
}

function isStrategy({ focus }: ConvertRequest): boolean {
  return focus === "attention" || focus === "entropy";
}

/** Applies the steps that don't depend on the number of frames. */
function finish(
  frame: Sharp,
  { picture, format, request, plan, isCut, background }: Editing,
  overlay: Awaited<ReturnType<typeof drawWatermark>>,
): Sharp {
  const { width, height, part, isWhole, zoom } = plan;
  const isOpaque = format === "jpg";
  const below = background ?? (isOpaque ? white : undefined);
  const around = below ? formatCss(below) : { r: 0, g: 0, b: 0, alpha: 0 };
  const edited = isWhole
    ? frame
    : frame.extract({
        left: Math.floor(part.left * zoom),
        top: Math.floor(part.top * zoom),
        width: Math.max(1, Math.floor(part.width * zoom)),
        height: Math.max(1, Math.floor(part.height * zoom)),
      });
  const isContained = request.fit === "contain";
  if (width !== picture.width || height !== picture.height || !isWhole || isContained)
    edited.resize(width, height, {
      fit: isCut || isContained ? (isCut ? "cover" : "contain") : "fill",
      position: isContained && isStrategy(request) ? "center" : request.focus,
      withoutEnlargement: isContained && !request.enlarge && picture.format !== "svg",
      background: around,
    });
  if (below) edited.flatten({ background: formatCss(below) });
  if (request.flip === "horizontal") edited.flop();
  if (request.flip === "vertical") edited.flip();
  if (request.blur !== undefined) edited.blur(request.blur);
  if (overlay) edited.composite([overlay]);
  return picture.frames > 1 ? edited.ensureAlpha() : edited;
}

/** Keeps the metadata and the colour profile that the request asks for. */
function keep(picture: Sharp, { metadata, profile }: ConvertRequest): Sharp {
  if (metadata === "keep") picture.keepExif().keepXmp();
  return profile === "keep" ? picture.keepIccProfile() : picture;
}

interface ConvertedFile {
  name: string;
  width: number;
  height: number;
  frames: number;
  bytes: Buffer;
  quality: number | null;
}

function describeFile({ bytes, ...file }: ConvertedFile, format: OutputFormat) {
  const type = outputTypes[format];
  const dataUri = `data:${type};base64,${bytes.toString("base64")}`;
  return { ...file, format, media_type: type, bytes: bytes.length, data_uri: dataUri };
}

/** Returns the facts about the first frame of the output. */
async function describeFinished({ picture, width, height }: Finished) {
  const shrink = async (longest: number) => {
    const { data, info } = await sharp(
      await picture.clone().png({ compressionLevel: 1 }).toBuffer(),
    )
      .resize(longest, longest, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  };
  const small = await shrink(64);
  return describePixels({ small, tiny: await shrink(16), width, height });
}

/** Returns one file, or a ZIP of all. */
async function answerFiles(
  files: readonly ConvertedFile[],
  { format, name, isZip }: { format: OutputFormat; name: string; isZip: boolean },
) {
  const [first] = files;
  if (!isZip && first)
    return reply(new Uint8Array(first.bytes), {
      type: outputTypes[format],
      headers: {
        "content-disposition": writeAttachment(`${name}.${format}`).replace("attachment", "inline"),
        "x-image-size": `${first.width}x${first.height}`,
        ...(first.quality !== null && { "x-image-quality": String(first.quality) }),
      },
    });
  const archive = await zip(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])));
  return reply(archive, {
    type: "application/zip",
    headers: { "content-disposition": writeAttachment(`${name}.zip`) },
  });
}
