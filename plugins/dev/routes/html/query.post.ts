import { t } from "hub";
import dev from "../../plugin.ts";

const { textCharactersMax, textBodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Query HTML by CSS selector",
  keywords: "css selector, scrape html, html to json, query selector",
  description:
    "Returns the elements that a selector matches, after parsing as browsers do. The HTML may also be the raw body, as " +
    "`text/html` or `text/plain`, with the other fields in the query.",
  body: t.Object({
    html: t.String({ maxLength: textCharactersMax, description: "The HTML document or fragment" }),
    selector: t.String({
      minLength: 1,
      maxLength: 1024,
      description: "The CSS selector, such as `ul > li:not(.done) a[href^='https:']`",
    }),
    attribute: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 100,
        description:
          "An attribute whose values `text` lists, such as `href`; elements without it are left out",
      }),
    ),
    limit: t.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 1000,
      description: "Maximum number of matches to list; all are counted",
    }),
  }),
  raw: { "text/plain": "html", "text/html": "html", "application/octet-stream": "html" },
  response: t.Object({
    matches: t.Array(
      t.Object({
        name: t.String({ description: "Tag name" }),
        attributes: t.Record(t.String(), t.String(), { description: "Values by name" }),
        text: t.String({ description: "The text inside" }),
        html: t.String({ description: "The element with its content, as browsers write it" }),
        line: t.Union([t.Integer(), t.Null()], {
          description: "Line of the start tag, from 1; null for elements that the parser adds",
        }),
      }),
      { description: "The elements in document order" },
    ),
    count: t.Integer({ description: "Number of elements" }),
    truncated: t.Boolean({ description: "Whether there are more elements than listed" }),
    text: t.String({ description: "The elements or the values of `attribute`, one per line" }),
  }),
  plain: "text",
  heavy: true,
  bodyBytesMax: textBodyBytesMax,
  // A selector with `:has` may visit every element for every element.
  timeoutMs: 10_000,
  example: {
    body: {
      html: '<ul><li><a href="/tea">Tea</a><li><a href="/milk">Milk</a></ul>',
      selector: "li:first-child a",
      attribute: "href",
    },
  },
  async handler({ body: { html, ...options } }) {
    const { queryHtml } = await import("../../markup/query-html.ts");
    return queryHtml(html, options);
  },
});
