import { binary, t } from "hub";
import { contentFields, lookFields } from "../cards/fields.ts";
import { colorNote, imageFields, mediaTypes } from "../formats.ts";
import image from "../plugin.ts";

const fields = {
  ...contentFields,
  ...lookFields,
  width: t.Integer({
    minimum: 600,
    maximum: 2400,
    default: 1200,
    description: "In pixels; the height is 630 for 1200",
  }),
};

export default image.route({
  summary: "Draw the preview image of a link",
  description: `Eight designs of 1200 × 630, in any script. ${colorNote} With \`response=json\`, also returns the \`<meta>\` tags for the page. Their address of the image is signed: it needs no key, is valid for a year and counts for your account.`,
  query: t.Object(fields),
  response: t.Union([
    binary(mediaTypes.png, mediaTypes.jpg, mediaTypes.webp, mediaTypes.svg),
    t.Object({
      ...imageFields,
      meta: t.Array(
        t.Object({
          attribute: t.String({ description: "`property` or `name`" }),
          name: t.String({ description: "Its value, as `og:title`" }),
          content: t.String({ description: "What the tag says" }),
        }),
        { description: "The tags for a page with this preview image" },
      ),
      html: t.String({ description: "The same as HTML" }),
    }),
  ]),
  cache: "forever",
  heavy: true,
  timeoutMs: 20_000,
  example: {
    query: {
      title: "Building a small web server that never falls over",
      description: "What two years of running one process taught us.",
      site_name: "Example",
      author: "Ada Lovelace",
      template: "article",
    },
  },
  async handler({ query, net, publicAddress }) {
    const { ogCard } = await import("../cards/og.ts");
    const path = pathOf("/api/image/og", query, fields);
    return ogCard(query, { net, address: await publicAddress(path) });
  },
});

/** The path of what was asked for, without what is so by default and without `response`. */
function pathOf(
  path: string,
  query: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, { default?: unknown }>>,
): string {
  const said = Object.entries(query).filter(
    ([name, value]) =>
      name !== "response" && value !== undefined && value !== fields[name]?.default,
  );
  return `${path}?${new URLSearchParams(said.map(([name, value]): [string, string] => [name, String(value)]))}`;
}
