import { t } from "hub";
import {
  convertAnswer,
  convertFields,
  htmlExample,
  htmlFiles,
  routeSettings,
} from "../../gotenberg/request.ts";
import screenshot from "../../plugin.ts";

export default screenshot.route({
  summary: "Convert HTML to PDF, with Gotenberg's API",
  description: "For clients of Gotenberg's `POST /forms/chromium/convert/html`.",
  body: t.Object({
    files: htmlFiles,
    ...convertFields,
  }),
  response: convertAnswer,
  ...routeSettings,
  example: { body: { files: htmlExample } },
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
