import type { Browser, Shot } from "hub";
import { CaptureCache } from "./cache.ts";
import { type CaptureWork, takeCapture } from "./capture.ts";
import { loadFilters } from "./filters/load-filters.ts";
import { checkBackground } from "./page/checks.ts";
import type { CaptureType } from "./page/formats.ts";
import type { FrameOptions } from "./picture/frame.ts";
import type { CaptureOptions, PostOptions } from "./request.ts";
import { type CaptureDoors, writeAnswer } from "./response.ts";
import { buildShot } from "./shot.ts";

/** One cache per browser, so that hubs in one process share no pages. */
const caches = new WeakMap<Browser, CaptureCache>();

type RequestDoors = CaptureDoors & {
  browser: Browser;
  part: string;
  print?: Shot["print"];
  /** Settings of the shot that no field has. */
  more?: Pick<Shot, "inspect">;
};

/** Handles a validated request of either endpoint. */
export async function answerRequest(
  source: Shot["source"],
  options: CaptureOptions & PostOptions,
  doors: RequestDoors,
) {
  const { capture, hit } = await captureRequest(source, options, doors);
  const { format, cache_ttl } = options;
  const url = "url" in source ? source.url : undefined;
  return writeAnswer(capture, { format, cache_ttl, url, hit });
}

/** Captures the page of a validated request, or returns it from the cache. */
export async function captureRequest(
  source: Shot["source"],
  options: CaptureOptions & PostOptions,
  { browser, clock, signal, caller, data, part, print, more }: RequestDoors,
) {
  const filters = options.block_cookie_banners !== false ? await loadFilters(data) : undefined;
  const shot = { ...buildShot(source, options, { part, print, filters }), ...more };
  const { format, quality, cache_ttl: seconds } = options;
  const type: CaptureType = format === "base64" || format === "json" ? "png" : format;
  const url = "url" in source ? source.url : undefined;
  const work = {
    browser,
    clock,
    caller,
    type,
    quality,
    resizeWidth: options.resize_width,
    failOnStatus: options.fail_on_status,
    frame: resolveFrame(options, url),
  };
  return getCache(browser).get(buildCacheKey(shot, work), {
    now: clock(),
    seconds,
    signal,
    take: (signal) => takeCapture(shot, { ...work, signal }),
  });
}

function getCache(browser: Browser): CaptureCache {
  const cache = caches.get(browser) ?? new CaptureCache();
  caches.set(browser, cache);
  return cache;
}

/** Builds the key of requests that produce the same image. */
function buildCacheKey(
  shot: Shot,
  { type, quality, resizeWidth, failOnStatus, frame }: Omit<CaptureWork, "signal">,
): string {
  const { timeoutMs, script, ...imageOptions } = shot;
  // JSON would write an attached file as an object of its bytes.
  const serialized = JSON.stringify(
    // The script can have megabytes of filter rules.
    [
      imageOptions,
      script && Bun.hash(script).toString(),
      type,
      quality,
      resizeWidth,
      failOnStatus,
      frame,
    ],
    (_, value) => (value instanceof Uint8Array ? Bun.SHA256.hash(value, "base64") : value),
  );
  return new Bun.CryptoHasher("sha256").update(serialized).digest("base64");
}

function resolveFrame(
  { frame = "none", background: given }: PostOptions,
  url: string | undefined,
): FrameOptions | undefined {
  const background = given === undefined ? undefined : checkBackground(given);
  if (frame === "none" && background === undefined) return undefined;
  return { frame, background, caption: url && formatCaption(url) };
}

/** Returns the text in the address bar of a frame. */
function formatCaption(url: string): string {
  const { host, pathname } = new URL(url);
  return host + (pathname === "/" ? "" : pathname);
}
