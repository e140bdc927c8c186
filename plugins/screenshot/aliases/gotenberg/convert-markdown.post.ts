import { t } from "hub";
import {
  convertAnswer,
  convertFields,
  isLongMarkdown,
  markdownExample,
  markdownFiles,
  routeSettings,
} from "../../gotenberg/request.ts";
import screenshot from "../../plugin.ts";

export default screenshot.route({
  summary: "Convert Markdown to PDF, with Gotenberg's API",
  description:
    "For clients of Gotenberg's `POST /forms/chromium/convert/markdown`. HTML in Markdown is shown as text.",
  body: t.Object({
    files: markdownFiles,
    ...convertFields,
  }),
  response: convertAnswer,
  heavy: ({ body }) => isLongMarkdown(body.files),
  ...routeSettings,
  example: { body: { files: markdownExample } },
  async handler({ body: { files, ...fields }, browser, clock, signal, caller, data }) {
    const { answerConvert } = await import("../../gotenberg/response.ts");
    const { buildMarkdownPage } = await import("../../gotenberg/pages.ts");
    return answerConvert(
      await buildMarkdownPage(files),
      { ...fields, templates: files },
      { browser, clock, signal, caller, data },
    );
  },
});
