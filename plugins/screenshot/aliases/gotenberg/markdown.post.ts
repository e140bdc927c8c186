import { t } from "hub";
import {
  filesField,
  handlerTimeoutMs,
  isLongMarkdown,
  outputHeaders,
  screenshotAnswer,
  screenshotFields,
  webhookHeaders,
} from "../../gotenberg/request.ts";
import screenshot from "../../plugin.ts";
import { captureHeaders } from "../../response.ts";

export default screenshot.route({
  summary: "Capture Markdown, with Gotenberg's API",
  description:
    "For clients of Gotenberg's `POST /forms/chromium/screenshot/markdown`. HTML in Markdown is shown as text.",
  body: t.Object({
    files: filesField(
      '`index.html`, the Markdown files that it includes with `{{ toHTML "name.md" }}`, and other files that it refers to',
    ),
    ...screenshotFields,
  }),
  response: screenshotAnswer,
  heavy: ({ body }) => isLongMarkdown(body.files),
  refusedHeaders: webhookHeaders,
  headerFields: outputHeaders,
  timeoutMs: handlerTimeoutMs,
  headers: captureHeaders,
  example: {
    body: {
      files: [
        new File(['<body>{{ toHTML "notes.md" }}</body>'], "index.html", { type: "text/html" }),
        new File(["# Hello"], "notes.md", { type: "text/markdown" }),
      ],
    },
  },
  async handler({ body: { files, ...fields }, browser, clock, signal, caller, data }) {
    const { answerScreenshot } = await import("../../gotenberg/response.ts");
    const { buildMarkdownPage } = await import("../../gotenberg/pages.ts");
    return answerScreenshot(await buildMarkdownPage(files), fields, {
      browser,
      clock,
      signal,
      caller,
      data,
    });
  },
});
