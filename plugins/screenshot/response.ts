import { binary, type CommonDoors, reply, t } from "hub";
import type { Capture } from "./capture.ts";
import { fileTypes, isImage } from "./page/formats.ts";
import type { CaptureOptions } from "./request.ts";

/** The description of a capture that includes it. */
const captureFacts = t.Object({
  url: t.Union([t.String(), t.Null()], {
    description: "URL as requested; null if HTML or Markdown was captured",
  }),
  final_url: t.Union([t.String(), t.Null()], {
    description: "URL of the page after redirects",
  }),
  status: t.Integer({ description: "HTTP status of the page" }),
  title: t.String({ description: "Title of the page" }),
  width: t.Integer({ description: "Width of the image in pixels" }),
  height: t.Integer({ description: "Height of the image in pixels" }),
  format: t.String({ description: "Format of the image" }),
  bytes: t.Integer({ description: "Size of the image in bytes" }),
  captured_at: t.String({ description: "Time of the capture" }),
  duration_ms: t.Number({ description: "Duration of the capture in milliseconds" }),
  truncated: t.Boolean({
    description: "Whether the page is taller than the maximum height of an image, and was cut off",
  }),
  settled: t.Boolean({
    description:
      "Whether the page was ready. False if `best_effort` captured it anyway, or if a part of it had not loaded: an image, a script, or an element that says it is loading. Such an image is not cached",
  }),
  blank: t.Boolean({
    description: "Whether the page has a single colour, also on a second attempt",
  }),
  perceptual_hash: t.String({
    description: "Perceptual hash: 64 bits in hexadecimal. Similar images differ in few bits",
  }),
  blocked_requests: t.Integer({
    description: "Number of blocked requests: advertising, tracking and hosts of the filter lists",
  }),
  removed: t.Array(
    t.Object({
      selector: t.String({ description: "Selector of the element" }),
      text: t.String({ description: "The beginning of its text" }),
    }),
    { description: "Consent banners, and elements of filter lists, that were hidden in the page" },
  ),
  network: t.Object(
    {
      requests: t.Integer({ description: "Number of requests by the page" }),
      failed: t.Integer({ description: "Number of failed requests" }),
      bytes: t.Integer({ description: "Number of bytes sent and received" }),
      refused: t.Array(
        t.Object({
          host: t.String({ description: "Name or address of the host" }),
          reason: t.String({
            description:
              "`blocked`, `not_public`, `port`, `unresolved`, `unreachable`, `offline` or `too_many`",
          }),
        }),
        { description: "Hosts that the page could not reach" },
      ),
    },
    { description: "Network usage of the page" },
  ),
  image: t.String({ description: "The image as a data URI" }),
});

const files = ["image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain"] as const;

/** The response of one capture: the image, or a description that includes it. */
export const captureAnswer = t.Union([binary(...files), captureFacts]);

export const zipAnswer = binary("application/zip");

/** The response of one or several captures. */
export const capturesAnswer = t.Union([
  binary(...files, "application/zip"),
  captureFacts,
  t.Object({ captures: t.Array(captureFacts, { description: "The captures of `viewports`" }) }),
]);

export interface AnswerOptions extends Pick<CaptureOptions, "format" | "cache_ttl"> {
  url: string | undefined;
  hit: boolean;
}

/** Builds the response for a capture in the requested form. */
export async function writeAnswer(capture: Capture, options: AnswerOptions) {
  const headers = buildHeaders(capture, options);
  if (options.format === "json")
    return reply(await describeCapture(capture, options.url), { headers });
  if (options.format === "base64")
    return reply(Buffer.from(capture.bytes).toString("base64"), {
      type: "text/plain; charset=utf-8",
      headers,
    });
  return reply(capture.bytes, { type: fileTypes[capture.type][1], headers });
}

/** The names of the headers that describe a page and its image. */
export const captureHeaders = [
  "x-cache",
  "x-final-url",
  "x-image-height",
  "x-image-width",
  "x-page-count",
  "x-page-status",
  "x-page-title",
  "x-screenshot-blank",
  "x-screenshot-removed",
  "x-screenshot-settled",
  "x-screenshot-truncated",
];

function buildHeaders(capture: Capture, { hit, cache_ttl: seconds }: AnswerOptions) {
  const { finalUrl, title, blank, truncated, settled } = capture;
  return {
    ...(finalUrl !== undefined && { "x-final-url": new URL(finalUrl).href }),
    "x-page-status": String(capture.status),
    // RFC 8187: titles may be in any language, but headers are ASCII.
    ...(title && { "x-page-title": `UTF-8''${encodeURIComponent(title.toWellFormed())}` }),
    ...(isImage(capture.type) && {
      "x-image-width": String(capture.width),
      "x-image-height": String(capture.height),
    }),
    ...(capture.pages !== undefined && { "x-page-count": String(capture.pages) }),
    "x-screenshot-settled": String(settled),
    ...(truncated && { "x-screenshot-truncated": "true" }),
    ...(blank && { "x-screenshot-blank": "true" }),
    ...(capture.removed.length > 0 && { "x-screenshot-removed": String(capture.removed.length) }),
    "x-cache": hit ? "HIT" : "MISS",
    "cache-control": seconds === 0 || !settled ? "no-store" : `private, max-age=${seconds}`,
  };
}

async function describeCapture(capture: Capture, url: string | undefined) {
  const { perceptualHash } = await import("./picture/perceptual-hash.ts");
  const { blocked, ...network } = capture.network;
  return {
    url: url ?? null,
    final_url: capture.finalUrl ?? null,
    status: capture.status,
    title: capture.title,
    width: capture.width,
    height: capture.height,
    format: capture.type,
    bytes: capture.bytes.length,
    captured_at: new Date(capture.takenAt).toISOString(),
    duration_ms: capture.durationMs,
    truncated: capture.truncated,
    settled: capture.settled,
    blank: capture.blank,
    perceptual_hash: await perceptualHash(capture.bytes),
    blocked_requests: blocked,
    removed: capture.removed,
    network: { ...network, refused: [...network.refused] },
    image: `data:image/${capture.type};base64,${Buffer.from(capture.bytes).toString("base64")}`,
  };
}

export type CaptureDoors = Pick<CommonDoors, "clock" | "signal" | "caller" | "data">;
