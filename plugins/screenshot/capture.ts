import type { Browser, CommonDoors, Picture, Shot } from "hub";
import { type CaptureType, type ImageType, isImage } from "./page/formats.ts";
import { type RemovedElement, readRemoved } from "./page/removed.ts";
import { type FrameOptions, frameShot } from "./picture/frame.ts";
import screenshot from "./plugin.ts";

/** A capture with its metadata. */
export interface Capture extends Picture {
  type: CaptureType;
  /** Whether the image has a single colour. */
  blank: boolean;
  /** Time of the capture in milliseconds since 1970. */
  takenAt: number;
  durationMs: number;
  /** The consent banners that were hidden. */
  removed: RemovedElement[];
}

export interface CaptureWork {
  browser: Browser;
  clock: () => number;
  signal: AbortSignal;
  caller: CommonDoors["caller"];
  /** The final format. */
  type: CaptureType;
  quality: number;
  resizeWidth: number | undefined;
  failOnStatus: boolean;
  frame?: FrameOptions | undefined;
}

/** Additional waiting time for a page that came out blank. */
const secondLookMs = 1500;

/** Captures a page, a second time if the first image is blank. Then frames and scales the image as requested. */
export async function takeCapture(shot: Shot, work: CaptureWork): Promise<Capture> {
  const { browser, clock, signal, caller, type, quality, resizeWidth, frame } = work;
  const options = { caller, signal };
  const takenAt = clock();
  let picture = await browser(shot, options);
  checkStatus(picture, work);
  const finish = (blank: boolean) => ({
    ...picture,
    ...{ type, blank, takenAt, durationMs: Math.max(0, clock() - takenAt) },
    removed: readRemoved(picture.scriptResult),
  });
  if (!isImage(type)) return finish(false);
  let blank = await isBlank(picture);
  // A page that didn't settle has used up its time already.
  if (blank && picture.settled && "url" in shot.source) {
    const wait = { ...shot.wait, delayMs: shot.wait.delayMs + secondLookMs };
    // If the second capture fails, the blank image is returned.
    picture = await browser({ ...shot, wait }, options).catch(() => picture);
    blank = await isBlank(picture);
  }
  if (frame) {
    const isLast = resizeWidth === undefined;
    const image = isLast ? { type, quality } : { type: "png" as const };
    const framed = await browser(
      frameShot(picture, { ...shot, image: { ...shot.image, ...image } }, frame),
      options,
    );
    const { bytes, width, height } = framed;
    const truncated = picture.truncated || framed.truncated;
    picture = { ...picture, bytes, width, height, truncated };
  }
  if (resizeWidth !== undefined)
    picture = {
      ...picture,
      ...(await scalePicture(picture, { width: resizeWidth, type, quality })),
    };
  return finish(blank);
}

function checkStatus({ status }: Picture, { failOnStatus }: CaptureWork): void {
  if (failOnStatus && status >= 400)
    throw screenshot.error("page_status", `The page responded with the status ${status}`, {
      members: { page_status: status },
    });
}

/** Bytes per pixel below which an image may be blank, so that its pixels are checked. */
const bytesPerPixel = 0.02;
/** Maximum difference between pixels of the same colour. */
const toleranceMax = 3;

/** Whether an image has a single colour. */
async function isBlank({ bytes, width, height }: Picture): Promise<boolean> {
  if (bytes.length > width * height * bytesPerPixel + 1000) return false;
  const { default: sharp } = await import("sharp");
  const { channels } = await sharp(bytes, { limitInputPixels: false }).stats();
  return channels.every(({ min, max }) => max - min <= toleranceMax);
}

/** The limit of the format itself. */
const webpHeightMax = 16_383;

/** Scales an image down to a width and encodes it. A narrower image is only encoded. */
async function scalePicture(
  picture: Picture,
  { width, type, quality }: { width: number; type: ImageType; quality: number },
): Promise<Pick<Picture, "bytes" | "width" | "height" | "truncated">> {
  const { default: sharp } = await import("sharp");
  const scale = Math.min(1, width / picture.width);
  const isCut = type === "webp" && Math.round(picture.height * scale) > webpHeightMax;
  const whole = sharp(picture.bytes, { limitInputPixels: false });
  const height = Math.floor(webpHeightMax / scale);
  const part = isCut ? whole.extract({ left: 0, top: 0, width: picture.width, height }) : whole;
  const image = part.resize({ width, withoutEnlargement: true });
  const encoded =
    type === "png"
      ? image.png({ compressionLevel: 6 })
      : type === "jpeg"
        ? image.flatten({ background: "#ffffff" }).jpeg({ quality })
        : image.webp({ quality });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const { width: drawnWidth, height: drawnHeight } = info;
  const truncated = picture.truncated || isCut;
  return { bytes: new Uint8Array(data), width: drawnWidth, height: drawnHeight, truncated };
}
