import { type Browser, reply, type Shot, type Static, type t } from "hub";
import { answerRequest } from "../answer-request.ts";
import { checkHeaders, invalid } from "../page/checks.ts";
import screenshot from "../plugin.ts";
import { type CaptureOptions, captureFields, type PostOptions } from "../request.ts";
import type { CaptureDoors } from "../response.ts";
import { type screenshotFields, timeoutMs } from "./request.ts";

declare const fields: ReturnType<typeof t.Object<typeof screenshotFields>>;
/** The fields of a Gotenberg request, without the page. */
type GotenbergRequest = Static<typeof fields>;

/** Captures a page and returns the image, as Gotenberg does. */
export async function answerScreenshot(
  source: Shot["source"],
  request: GotenbergRequest,
  doors: CaptureDoors & { browser: Browser },
) {
  if (request.waitForExpression !== undefined)
    throw invalid(
      "body.waitForExpression",
      "be omitted, as the hub runs no scripts of callers in pages: use waitForSelector or waitDelay",
    );
  const { body, type, headers } = await answerRequest(source, toCaptureOptions(request), {
    ...doors,
    part: "body",
  });
  if ("url" in source) checkStatus(Number(headers["x-page-status"]), request);
  const name = `attachment; filename="screenshot.${request.format}"`;
  return reply(body, { type, headers: { ...headers, "content-disposition": name } });
}

/** Parses a duration in Go's notation, such as `1.5s`, `500ms` or `1s500ms`. Returns milliseconds. */
function readDuration(text: string): number {
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/([\d.]+)(ms|s)/g))
    sum += Number(count) * (unit === "s" ? 1000 : 1);
  return sum;
}

/** Converts the request to this hub's options. Everything that Gotenberg leaves unchanged stays unchanged. */
function toCaptureOptions(request: GotenbergRequest): CaptureOptions & PostOptions {
  const { userAgent, waitForSelector, deviceScaleFactor, selector } = request;
  return {
    ...{ width: request.width, height: request.height, format: request.format },
    // Gotenberg's lowest quality is 0, and this hub's is 1.
    quality: Math.max(1, request.quality),
    ...(deviceScaleFactor !== undefined && { device_scale_factor: deviceScaleFactor }),
    ...(selector !== undefined && { selector }),
    full_page: !request.clip && selector === undefined,
    omit_background: request.omitBackground,
    wait_until: request.skipNetworkIdleEvent ? "auto" : "networkidle",
    ...(waitForSelector !== undefined && { wait_for: waitForSelector }),
    delay: parseDelay(request.waitDelay),
    timeout: timeoutMs,
    ...(userAgent !== undefined && { user_agent: userAgent }),
    headers: checkHeaders(request.extraHttpHeaders),
    cookies: request.cookies,
    ...{ best_effort: false, dark_mode: false, reduced_motion: false, javascript: true },
    ...{ block_ads: false, block_cookie_banners: false, hide_selectors: [] },
    ...{ cache_ttl: 0, fail_on_status: false },
  };
}

function parseDelay(duration: string | undefined): number {
  const delay = duration === undefined ? captureFields.delay.default : readDuration(duration);
  const { delayMsMax } = screenshot.limits;
  if (delay > delayMsMax)
    throw invalid("body.waitDelay", `be at most ${delayMsMax} ms: it is "${duration}"`);
  return Math.round(delay);
}

function checkStatus(status: number, { failOnHttpStatusCodes: codes }: GotenbergRequest): void {
  // 499 stands for all statuses that start with 4.
  const isListed = codes.some((code) =>
    code % 100 === 99 ? Math.floor(code / 100) === Math.floor(status / 100) : code === status,
  );
  if (isListed)
    throw screenshot.error("page_status", `The page responded with the status ${status}`, {
      status: 409,
    });
}
