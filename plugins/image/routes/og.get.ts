import { binary, t } from "hub";
import { contentFields, lookFields } from "../cards/request.ts";
import { buildPath, cutField, tagFields, tagsNote } from "../cards/tag-fields.ts";
import { colorNote, imageFields, mediaTypes, pictureHeaders } from "../formats.ts";
import image from "../plugin.ts";

const fields = {
  ...contentFields,
  ...lookFields,
  width: t.Integer({
    minimum: 600,
    maximum: 2400,
    default: 1200,
    description: "The width, in pixels; the height is 630 for 1200",
  }),
};

export default image.route({
  summary: "Draw the preview image of a link",
  keywords: "og image, open graph image, link preview image, twitter card",
  description: `For links in chats and social networks: 1200 × 630 pixels in one of eight designs, with text in any script. ${colorNote} ${tagsNote}`,
  query: t.Object(fields),
  response: t.Union([
    binary(mediaTypes.png, mediaTypes.jpg, mediaTypes.webp, mediaTypes.svg),
    t.Object({
      ...imageFields,
      ...tagFields,
      ...cutField,
    }),
  ]),
  cache: "forever",
  heavy: true,
  timeoutMs: 20_000,
  tryPerMinute: 10,
  headers: [...pictureHeaders, "x-cut-texts"],
  example: {
    query: {
      title: "Building a small web server that never falls over",
      description: "What two years of running one process taught us.",
      site_name: "Example",
      author: "Ada Lovelace",
      template: "article",
    },
  },
  gallery: "query.template",
  async handler({ query, net, publicAddress }) {
    const { ogCard } = await import("../cards/og.ts");
    const path = buildPath("/api/image/og", query, fields);
    return ogCard(query, { net, address: await publicAddress(path) });
  },
});
