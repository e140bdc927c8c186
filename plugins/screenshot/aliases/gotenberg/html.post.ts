import { t } from "hub";
import {
  htmlExample,
  htmlFiles,
  routeSettings,
  screenshotAnswer,
  screenshotFields,
} from "../../gotenberg/request.ts";
import screenshot from "../../plugin.ts";

export default screenshot.route({
  summary: "Capture HTML, with Gotenberg's API",
  description: "For clients of Gotenberg's `POST /forms/chromium/screenshot/html`.",
  body: t.Object({
    files: htmlFiles,
    ...screenshotFields,
  }),
  response: screenshotAnswer,
  ...routeSettings,
  example: { body: { files: htmlExample } },
  async handler({ body: { files, ...fields }, browser, clock, signal, caller, data }) {
    const { answerScreenshot } = await import("../../gotenberg/response.ts");
    const { buildPage } = await import("../../gotenberg/pages.ts");
    return answerScreenshot(await buildPage(files), fields, {
      browser,
      clock,
      signal,
      caller,
      data,
    });
  },
});
