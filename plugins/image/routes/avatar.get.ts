import { binary, t } from "hub";
import { avatarFields, styleNames } from "../avatar/request.ts";
import {
  colorNote,
  imageFields,
  isLightText,
  mediaTypes,
  needsPixels,
  pictureHeaders,
} from "../formats.ts";
import image from "../plugin.ts";

export default image.route({
  summary: "Draw an avatar from a name or any other text",
  keywords: "avatar, gravatar, identicon, initials avatar, profile picture",
  description: `For users without a picture: the same text always has the same avatar, in one of 32 styles. The same text always gives the same picture. Thirty styles are those of DiceBear, by artists with different licences, which the JSON response and the SVG name. ${colorNote}`,
  query: t.Object(avatarFields),
  response: t.Union([
    binary(mediaTypes.svg, mediaTypes.png, mediaTypes.webp, mediaTypes.jpg, mediaTypes.ico),
    t.Object({
      ...imageFields,
      initials: t.Union([t.String(), t.Null()], {
        description: "The letters, for the style `initials`; otherwise null",
      }),
      attribution: t.Union([t.String(), t.Null()], {
        description:
          "Who designed the style, and under which licence; null for the styles of the hub. Designs under CC BY require that you name the artist",
      }),
    }),
  ]),
  cache: "forever",
  heavy: ({ query }) => isHeavy(query),
  headers: pictureHeaders,
  example: { query: { name: "Ada Lovelace", rounded: 50 } },
  gallery: Object.fromEntries(styleNames.map((style) => [style, { query: { style } }])),
  async handler({ query }) {
    const { avatar } = await import("../avatar/avatar.ts");
    return avatar(query);
  },
});

/** Returns whether an avatar is slow to draw: an SVG is only with letters in large fonts. */
function isHeavy(request: {
  format: string;
  response: string;
  style: string;
  name?: string;
  seed?: string;
}): boolean {
  if (needsPixels(request)) return true;
  return request.style === "initials" && !isLightText(request.name ?? request.seed ?? "");
}
