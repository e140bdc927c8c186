import { binary, oneOf, t } from "hub";
import { platformNames } from "../cards/platforms.ts";
import { contentFields, lookFields } from "../cards/request.ts";
import { buildPath, cutField, tagFields, tagsNote } from "../cards/tag-fields.ts";
import { colorNote, imageFields, mediaTypes, pictureHeaders } from "../formats.ts";
import image from "../plugin.ts";

const edge = (description: string) => t.Integer({ description });

const fields = {
  platform: oneOf(platformNames, {
    default: "twitter",
    description: "The target platform",
  }),
  variants: t.Boolean({
    default: false,
    description: "Whether to return a ZIP with the cards of all platforms; ignores `platform`",
  }),
  ...contentFields,
  ...lookFields,
};

export default image.route({
  summary: "Draw a card in the size that a social platform uses",
  description: `Draws the designs of \`og\` in the exact sizes of twelve platforms, with nothing important in areas that a platform covers. ${colorNote} \`variants\` returns the cards of all platforms in one ZIP file. ${tagsNote}`,
  query: t.Object(fields),
  response: t.Union([
    binary(
      ...([mediaTypes.png, mediaTypes.jpg, mediaTypes.webp, mediaTypes.svg] as const),
      "application/zip",
    ),
    t.Object({
      ...imageFields,
      platform: t.String({ description: "The target platform" }),
      safe_area: t.Object(
        {
          top: edge("The top margin"),
          right: edge("The right margin"),
          bottom: edge("The bottom margin"),
          left: edge("The left margin"),
        },
        { description: "The margins without text, in pixels, because the platform covers them" },
      ),
      ...tagFields,
      ...cutField,
    }),
  ]),
  cache: "forever",
  heavy: true,
  timeoutMs: 30_000,
  headers: [...pictureHeaders, "x-cut-texts"],
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
