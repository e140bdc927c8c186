import { t } from "hub";
import {
  isLongMarkdown,
  markdownExample,
  markdownFiles,
  routeSettings,
  screenshotAnswer,
  screenshotFields,
} from "../../gotenberg/request.ts";
import screenshot from "../../plugin.ts";

export default screenshot.route({
  summary: "Capture Markdown, with Gotenberg's API",
  description:
    "For clients of Gotenberg's `POST /forms/chromium/screenshot/markdown`. HTML in Markdown is shown as text.",
  body: t.Object({
    files: markdownFiles,
    ...screenshotFields,
  }),
  response: screenshotAnswer,
  heavy: ({ body }) => isLongMarkdown(body.files),
  ...routeSettings,
  example: { body: { files: markdownExample } },
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
