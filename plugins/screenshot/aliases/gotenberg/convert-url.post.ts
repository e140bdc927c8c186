import { t } from "hub";
import {
  convertAnswer,
  convertFields,
  routeSettings,
  templatesField,
  urlField,
} from "../../gotenberg/request.ts";
import { readAddress } from "../../page/checks.ts";
import screenshot from "../../plugin.ts";

export default screenshot.route({
  summary: "Convert a web page to PDF, with Gotenberg's API",
  description:
    "For clients of Gotenberg's `POST /forms/chromium/convert/url`. The page is printed unchanged: no advertising is blocked, no banner is hidden, and no PDF is cached.",
  body: t.Object({
    url: urlField,
    files: templatesField,
    ...convertFields,
  }),
  response: convertAnswer,
  ...routeSettings,
  example: { body: { url: "https://example.com/" } },
  async handler({ body: { url, files = [], ...fields }, browser, clock, signal, caller, data }) {
    const { answerConvert } = await import("../../gotenberg/response.ts");
    const source = { url: readAddress(url, "body.url") };
    return answerConvert(
      source,
      { ...fields, templates: files },
      { browser, clock, signal, caller, data },
    );
  },
});
