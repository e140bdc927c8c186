import type { Browser, Shot } from "hub";
import { type AnswerOptions, answerOf, type CaptureDoors } from "./answer.ts";
import { CaptureCache } from "./cache.ts";
import { type CaptureWork, captured } from "./capture.ts";
import type { CaptureOptions } from "./options.ts";
import { type Extras, shotOf } from "./page/shot.ts";
import { checkedBackground } from "./picture/background.ts";
import type { FrameOptions } from "./picture/frame.ts";

/** One of each hub's own: its pages are another's no business. */
const caches = new WeakMap<Browser, CaptureCache>();

/** Answers a checked request of either endpoint. */
export async function answerRequest(
  source: Shot["source"],
  options: CaptureOptions & Extras,
  {
    browser,
    clock,
    signal,
    caller,
    part,
  }: CaptureDoors & { browser: Browser; part: "query" | "body" },
) {
  const shot = shotOf(source, options, part);
  const { format, quality, cache_ttl: seconds } = options;
  const type = format === "jpeg" || format === "webp" ? format : "png";
  const url = "url" in source ? source.url : undefined;
  const work = {
    ...({ browser, clock, caller, type, quality } as const),
    resizeWidth: options.resize_width,
    failOnStatus: options.fail_on_status,
    frame: frameOf(options, url),
  };
  const { capture, hit } = await cacheOf(browser).get(keyOf(shot, work), {
    now: clock(),
    seconds,
    signal,
    take: (signal) => captured(shot, { ...work, signal }),
  });
  const said: AnswerOptions = { format, cache_ttl: seconds, url, hit };
  return answerOf(capture, said);
}

function cacheOf(browser: Browser): CaptureCache {
  const cache = caches.get(browser) ?? new CaptureCache();
  caches.set(browser, cache);
  return cache;
}

/** What pictures that may stand for each other have in common. */
function keyOf(
  shot: Shot,
  { type, quality, resizeWidth, failOnStatus, frame }: Omit<CaptureWork, "signal">,
): string {
  const { timeoutMs, ...asked } = shot;
  const said = JSON.stringify([asked, type, quality, resizeWidth, failOnStatus, frame]);
  return new Bun.CryptoHasher("sha256").update(said).digest("base64");
}

function frameOf(
  { frame = "none", background: given }: Extras,
  url: string | undefined,
): FrameOptions | undefined {
  const background = given === undefined ? undefined : checkedBackground(given);
  if (frame === "none" && background === undefined) return undefined;
  return { frame, background, caption: url && captionOf(url) };
}

/** What a browser's bar says of an address. */
function captionOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + (pathname === "/" ? "" : pathname);
}
