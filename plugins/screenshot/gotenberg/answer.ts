import { type Browser, reply, type Shot, type Static, type t } from "hub";
import type { CaptureDoors } from "../answer.ts";
import { type CaptureOptions, captureFields, type PostOptions } from "../options.ts";
import { checkHeaders, invalid } from "../page/checks.ts";
import screenshot from "../plugin.ts";
import { answerRequest } from "../request.ts";
import { type screenshotFields, timeoutMs } from "./fields.ts";

declare const fields: ReturnType<typeof t.Object<typeof screenshotFields>>;
/** What a request of Gotenberg's clients asks for, besides the page. */
export type GotenbergRequest = Static<typeof fields>;

/** Answers with a picture of the page, as Gotenberg would. */
export async function answerScreenshot(
  source: Shot["source"],
  asked: GotenbergRequest,
  doors: CaptureDoors & { browser: Browser },
) {
  if (asked.waitForExpression !== undefined)
    throw invalid(
      "body.waitForExpression",
      "be left out, as the hub runs no scripts of callers in pages: use waitForSelector or waitDelay",
    );
  const { body, type, headers } = await answerRequest(source, toCaptureOptions(asked), {
    ...doors,
    part: "body",
  });
  if ("url" in source) checkStatus(Number(headers["x-page-status"]), asked);
  const name = `attachment; filename="screenshot.${asked.format}"`;
  return reply(body, { type, headers: { ...headers, "content-disposition": name } });
}

/** Reads a duration as Go writes them: `1.5s`, `500ms` or `1s500ms`, in milliseconds. */
function readDuration(text: string): number {
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/([\d.]+)(ms|s)/g))
    sum += Number(count) * (unit === "s" ? 1000 : 1);
  return sum;
}

/** The same in this hub's words. What Gotenberg leaves alone is left alone. */
function toCaptureOptions(asked: GotenbergRequest): CaptureOptions & PostOptions {
  const { userAgent, waitForSelector, deviceScaleFactor, selector } = asked;
  return {
    ...{ width: asked.width, height: asked.height, format: asked.format },
    // Zero is Gotenberg's worst, and one this hub's.
    quality: Math.max(1, asked.quality),
    ...(deviceScaleFactor !== undefined && { device_scale_factor: deviceScaleFactor }),
    ...(selector !== undefined && { selector }),
    full_page: !asked.clip && selector === undefined,
    omit_background: asked.omitBackground,
    wait_until: asked.skipNetworkIdleEvent ? "auto" : "networkidle",
    ...(waitForSelector !== undefined && { wait_for: waitForSelector }),
    delay: parseDelay(asked.waitDelay),
    timeout: timeoutMs,
    ...(userAgent !== undefined && { user_agent: userAgent }),
    headers: checkHeaders(asked.extraHttpHeaders),
    cookies: asked.cookies,
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
  // 499 is all that begin with 4.
  const isListed = codes.some((code) =>
    code % 100 === 99 ? Math.floor(code / 100) === Math.floor(status / 100) : code === status,
  );
  if (isListed)
    throw screenshot.error("page_status", `The page answered with the status ${status}`, {
      status: 409,
    });
}
