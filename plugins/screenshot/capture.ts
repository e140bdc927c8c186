import type { Browser, CommonDoors, Picture, Shot } from "hub";
import { isBlank } from "./picture/blank.ts";
import { type FrameOptions, framedShot } from "./picture/frame.ts";
import { scaled } from "./picture/scale.ts";
import screenshot from "./plugin.ts";

/** A picture as it is answered. */
export interface Capture extends Picture {
  type: "png" | "jpeg" | "webp";
  /** Whether it is of one colour only. */
  blank: boolean;
  /** In milliseconds since 1970. */
  takenAt: number;
  durationMs: number;
}

export interface CaptureWork {
  browser: Browser;
  clock: () => number;
  signal: AbortSignal;
  caller: CommonDoors["caller"];
  /** What the image is in the end. */
  type: "png" | "jpeg" | "webp";
  quality: number;
  resizeWidth: number | undefined;
  failOnStatus: boolean;
  frame?: FrameOptions | undefined;
}

/** How much longer a page is waited for that came out blank. */
const secondLookMs = 1500;

/** Takes a picture, a second time where the first is blank, and makes of it what was asked for. */
export async function captured(shot: Shot, work: CaptureWork): Promise<Capture> {
  const { browser, clock, signal, caller, type, quality, resizeWidth, frame } = work;
  const options = { caller, signal };
  const takenAt = clock();
  let picture = await browser(shot, options);
  checkStatus(picture, work);
  let blank = await isBlank(picture);
  // One that has not come to rest has had all its time.
  if (blank && picture.settled && "url" in shot.source) {
    const wait = { ...shot.wait, delayMs: shot.wait.delayMs + secondLookMs };
    // A blank picture is better than none.
    picture = await browser({ ...shot, wait }, options).catch(() => picture);
    blank = await isBlank(picture);
  }
  if (frame) {
    const isLast = resizeWidth === undefined;
    const image = isLast ? { type, quality } : { type: "png" as const };
    const framed = await browser(
      framedShot(picture, { ...shot, image: { ...shot.image, ...image } }, frame),
      options,
    );
    picture = { ...picture, bytes: framed.bytes, width: framed.width, height: framed.height };
  }
  if (resizeWidth !== undefined)
    picture = { ...picture, ...(await scaled(picture, { width: resizeWidth, type, quality })) };
  return { ...picture, type, blank, takenAt, durationMs: Math.max(0, clock() - takenAt) };
}

function checkStatus({ status }: Picture, { failOnStatus }: CaptureWork): void {
  if (failOnStatus && status >= 400)
    throw screenshot.error("page_status", `The page answered with the status ${status}`, {
      members: { page_status: status },
    });
}
