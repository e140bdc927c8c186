import { binary, type CommonDoors, reply, t } from "hub";
import type { Capture } from "./capture.ts";
import type { CaptureOptions } from "./options.ts";

/** What both endpoints answer: the image itself, or all that is known of it. */
export const captureAnswer = t.Union([
  binary("image/png", "image/jpeg", "image/webp", "text/plain"),
  t.Object({
    url: t.Union([t.String(), t.Null()], { description: "As it was asked for; null without one" }),
    final_url: t.Union([t.String(), t.Null()], { description: "Where the page was in the end" }),
    status: t.Integer({ description: "What the page answered with" }),
    title: t.String({ description: "The page's" }),
    width: t.Integer({ description: "Of the image, in pixels" }),
    height: t.Integer({ description: "Of the image, in pixels" }),
    format: t.String({ description: "Of the image" }),
    bytes: t.Integer({ description: "Of the image" }),
    captured_at: t.String({ description: "When it was taken" }),
    duration_ms: t.Number({ description: "How long that took" }),
    truncated: t.Boolean({ description: "Whether the page is larger than an image may be" }),
    settled: t.Boolean({
      description:
        "Whether the page was ready. False where it was taken as it was by `best_effort`, or with a part that had not come by then: an image, a script, or a part that says that it loads. Such an image is not kept for the next request",
    }),
    blank: t.Boolean({
      description: "Whether the page is of one colour, and was so a second time",
    }),
    perceptual_hash: t.String({
      description: "64 bits in hexadecimal: images that look alike differ in few of them",
    }),
    blocked_requests: t.Integer({
      description: "Requests that were not sent: advertising and the like",
    }),
    network: t.Object(
      {
        requests: t.Integer({ description: "Of the page and all it loads" }),
        failed: t.Integer({ description: "Of these" }),
        bytes: t.Integer({ description: "Over the network, both ways" }),
        refused: t.Array(
          t.Object({
            host: t.String({ description: "Its name or address" }),
            reason: t.String({
              description:
                "`blocked`, `not_public`, `port`, `unresolved`, `unreachable`, `offline` or `too_many`",
            }),
          }),
          { description: "Hosts that the page was kept from" },
        ),
      },
      { description: "What the page asked of the network" },
    ),
    image: t.String({ description: "As a data URI" }),
  }),
]);

export interface AnswerOptions extends Pick<CaptureOptions, "format" | "cache_ttl"> {
  url: string | undefined;
  hit: boolean;
}

/** Answers with a capture in the form that was asked for. */
export async function answerOf(capture: Capture, options: AnswerOptions) {
  const headers = headersOf(capture, options);
  const type = `image/${capture.type}`;
  if (options.format === "json") return reply(await aboutOf(capture, options.url), { headers });
  if (options.format === "base64")
    return reply(Buffer.from(capture.bytes).toString("base64"), {
      type: "text/plain; charset=utf-8",
      headers,
    });
  return reply(capture.bytes, { type, headers });
}

function headersOf(capture: Capture, { hit, cache_ttl: seconds }: AnswerOptions) {
  const { finalUrl, title, blank, truncated, settled } = capture;
  return {
    ...(finalUrl !== undefined && { "x-final-url": new URL(finalUrl).href }),
    "x-page-status": String(capture.status),
    // RFC 8187: titles are in any language, and headers are not.
    ...(title && { "x-page-title": `UTF-8''${encodeURIComponent(title.toWellFormed())}` }),
    "x-image-width": String(capture.width),
    "x-image-height": String(capture.height),
    "x-screenshot-settled": String(settled),
    ...(truncated && { "x-screenshot-truncated": "true" }),
    ...(blank && { "x-screenshot-blank": "true" }),
    "x-cache": hit ? "HIT" : "MISS",
    "cache-control": seconds === 0 || !settled ? "no-store" : `private, max-age=${seconds}`,
  };
}

async function aboutOf(capture: Capture, url: string | undefined) {
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
    network: { ...network, refused: [...network.refused] },
    image: `data:image/${capture.type};base64,${Buffer.from(capture.bytes).toString("base64")}`,
  };
}

export type CaptureDoors = Pick<CommonDoors, "clock" | "signal" | "caller">;
