import { t } from "hub";
import {
  handlerTimeoutMs,
  outputHeaders,
  screenshotAnswer,
  screenshotFields,
  webhookHeaders,
} from "../../gotenberg/request.ts";
import { readAddress } from "../../page/checks.ts";
import screenshot from "../../plugin.ts";
import { captureHeaders } from "../../response.ts";

export default screenshot.route({
  summary: "Capture a web page, with Gotenberg's API",
  description:
    "For clients of Gotenberg's `POST /forms/chromium/screenshot/url`. The page is captured unchanged: no advertising is blocked, no banner is hidden, and no image is cached.",
  body: t.Object({
    url: t.String({
      minLength: 1,
      maxLength: screenshot.limits.urlMax,
      description: "URL of the page: https:// or http://",
    }),
    ...screenshotFields,
  }),
  response: screenshotAnswer,
  refusedHeaders: webhookHeaders,
  headerFields: outputHeaders,
  timeoutMs: handlerTimeoutMs,
  headers: captureHeaders,
  example: { body: { url: "https://example.com/" } },
  async handler({ body: { url, ...fields }, browser, clock, signal, caller, data }) {
    const { answerScreenshot } = await import("../../gotenberg/response.ts");
    const source = { url: readAddress(url, "body.url") };
    return answerScreenshot(source, fields, { browser, clock, signal, caller, data });
  },
});
