import { t } from "hub";
import {
  routeSettings,
  screenshotAnswer,
  screenshotFields,
  urlField,
} from "../../gotenberg/request.ts";
import { readAddress } from "../../page/checks.ts";
import screenshot from "../../plugin.ts";

export default screenshot.route({
  summary: "Capture a web page, with Gotenberg's API",
  description:
    "For clients of Gotenberg's `POST /forms/chromium/screenshot/url`. The page is captured unchanged: no advertising is blocked, no banner is hidden, and no image is cached.",
  body: t.Object({
    url: urlField,
    ...screenshotFields,
  }),
  response: screenshotAnswer,
  ...routeSettings,
  example: { body: { url: "https://example.com/" } },
  async handler({ body: { url, ...fields }, browser, clock, signal, caller, data }) {
    const { answerScreenshot } = await import("../../gotenberg/response.ts");
    const source = { url: readAddress(url, "body.url") };
    return answerScreenshot(source, fields, { browser, clock, signal, caller, data });
  },
});
