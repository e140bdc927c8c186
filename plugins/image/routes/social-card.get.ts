import { binary, oneOf, t } from "hub";
import { contentFields, lookFields } from "../cards/fields.ts";
import { platformNames } from "../cards/platforms.ts";
import { buildPath, tagFields, tagsNote } from "../cards/tag-fields.ts";
import { colorNote, imageFields, mediaTypes } from "../formats.ts";
import image from "../plugin.ts";

const edge = (description: string) => t.Integer({ description });

const fields = {
  platform: oneOf(platformNames, {
    default: "twitter",
    description: "The platform that will show it",
  }),
  variants: t.Boolean({
    default: false,
    description: "A ZIP with the cards of all platforms. Ignores `platform`",
  }),
  ...contentFields,
  ...lookFields,
};

export default image.route({
  summary: "Draw a card in the size that a social platform uses",
  description: `The designs of \`og\` in the exact sizes of twelve platforms, with nothing important where a platform covers the image. ${colorNote} \`variants\` returns the cards of all platforms in one ZIP file. ${tagsNote}`,
  query: t.Object(fields),
  response: t.Union([
    binary(
      ...([mediaTypes.png, mediaTypes.jpg, mediaTypes.webp, mediaTypes.svg] as const),
      "application/zip",
    ),
    t.Object({
      ...imageFields,
      platform: t.String({ description: "The platform that will show it" }),
      safe_area: t.Object(
        {
          top: edge("Above"),
          right: edge("At the right"),
          bottom: edge("Below"),
          left: edge("At the left"),
        },
        { description: "How many pixels of each edge have no text, as the platform covers them" },
      ),
      ...tagFields,
    }),
  ]),
  cache: "forever",
  heavy: true,
  timeoutMs: 30_000,
  example: {
    query: {
      platform: "instagram-story",
      template: "quote",
      title: "On the ARPANET, 1974",
      quote: "Simplicity is prerequisite for reliability.",
      author: "Edsger W. Dijkstra",
    },
  },
  async handler({ query, net, publicAddress }) {
    const { socialCard } = await import("../cards/social.ts");
    const path = buildPath("/api/image/social-card", query, fields);
    return socialCard(query, { net, address: await publicAddress(path) });
  },
});
