import { oneOf, t } from "hub";
import { codeOptions, sizeFields } from "../../code/request.ts";
import dev from "../../plugin.ts";

const { encodeBytesMax, textBodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Format HTML",
  keywords: "html beautifier, html formatter, prettify html, format html",
  description:
    "Makes a page readable with Prettier, its styles and scripts too. White space is only added at places that browsers do not display. " +
    "The HTML may also be the raw body, as `text/html` or `text/plain`, with the other fields in the query.",
  body: t.Object({
    html: t.String({ maxLength: encodeBytesMax, description: "The HTML document or fragment" }),
    ...codeOptions,
    whitespace: oneOf(["css", "strict", "ignore"], {
      default: "css",
      description:
        "White space that matters: as CSS displays elements by default, all of it, or none",
    }),
  }),
  raw: { "text/plain": "html", "text/html": "html", "application/octet-stream": "html" },
  response: t.Object({
    formatted: t.String({ description: "The formatted HTML" }),
    ...sizeFields,
    warnings: t.Array(t.String(), {
      description: "A difference between the input and the result as browsers read them",
    }),
  }),
  plain: "formatted",
  heavy: true,
  bodyBytesMax: textBodyBytesMax,
  timeoutMs: 30_000,
  example: { body: { html: "<ul><li>Tea<li>Coffee</ul>" } },
  async handler({ body: { html, ...options } }) {
    const { formatHtml } = await import("../../markup/format-html.ts");
    return formatHtml(html, options);
  },
});
