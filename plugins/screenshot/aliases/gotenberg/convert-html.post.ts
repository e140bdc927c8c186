import { t } from "hub";
import {
  convertAnswer,
  convertFields,
  filesField,
  handlerTimeoutMs,
  outputHeaders,
  webhookHeaders,
} from "../../gotenberg/request.ts";
import screenshot from "../../plugin.ts";
import { captureHeaders } from "../../response.ts";

export default screenshot.route({
  summary: "Convert HTML to PDF, with Gotenberg's API",
  description: "For clients of Gotenberg's `POST /forms/chromium/convert/html`.",
  body: t.Object({
    files: filesField(
      "`index.html`, and the files that it refers to: style sheets, images, fonts and scripts",
    ),
    ...convertFields,
  }),
  response: convertAnswer,
  refusedHeaders: webhookHeaders,
  headerFields: outputHeaders,
  timeoutMs: handlerTimeoutMs,
  headers: captureHeaders,
  example: {
    body: { files: [new File(["<h1>Hello</h1>"], "index.html", { type: "text/html" })] },
  },
  async handler({ body: { files, ...fields }, browser, clock, signal, caller, data }) {
    const { answerConvert } = await import("../../gotenberg/response.ts");
    const { buildPage } = await import("../../gotenberg/pages.ts");
    return answerConvert(
      await buildPage(files),
      { ...fields, templates: files },
      { browser, clock, signal, caller, data },
    );
  },
});
