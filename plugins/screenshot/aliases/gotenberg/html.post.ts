import { t } from "hub";
import {
  filesField,
  handlerTimeoutMs,
  outputHeaders,
  screenshotAnswer,
  screenshotFields,
  webhookHeaders,
} from "../../gotenberg/request.ts";
import screenshot from "../../plugin.ts";
import { captureHeaders } from "../../response.ts";

export default screenshot.route({
  summary: "Capture HTML, with Gotenberg's API",
  description: "For clients of Gotenberg's `POST /forms/chromium/screenshot/html`.",
  body: t.Object({
    files: filesField(
      "`index.html`, and the files that it refers to: style sheets, images, fonts and scripts",
    ),
    ...screenshotFields,
  }),
  response: screenshotAnswer,
  refusedHeaders: webhookHeaders,
  headerFields: outputHeaders,
  timeoutMs: handlerTimeoutMs,
  headers: captureHeaders,
  example: {
    body: { files: [new File(["<h1>Hello</h1>"], "index.html", { type: "text/html" })] },
  },
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
