import { binary, t } from "hub";
import { avatarFields } from "../avatar/options.ts";
import { colorNote, imageFields, mediaTypes } from "../formats.ts";
import image from "../plugin.ts";
import { isLightText, needsPixels } from "../weight.ts";

export default image.route({
  summary: "Draw an avatar from a name or any other text",
  description: `The same text always gives the same picture. The drawings are this hub's own and free to use. ${colorNote}`,
  query: t.Object(avatarFields),
  response: t.Union([
    binary(mediaTypes.svg, mediaTypes.png, mediaTypes.webp, mediaTypes.jpg, mediaTypes.ico),
    t.Object({
      ...imageFields,
      initials: t.Union([t.String(), t.Null()], {
        description: "The letters of the style `initials`; null in the others",
      }),
    }),
  ]),
  cache: "forever",
  heavy: ({ query }) => isHeavy(query),
  example: { query: { name: "Ada Lovelace", rounded: 50 } },
  async handler({ query }) {
    const { avatar } = await import("../avatar/avatar.ts");
    return avatar(query);
  },
});

/** Whether an avatar takes more than a moment: SVGs do not, unless their letters are in large fonts. */
function isHeavy(asked: {
  format: string;
  response: string;
  style: string;
  name?: string;
  seed?: string;
}): boolean {
  if (needsPixels(asked)) return true;
  return asked.style === "initials" && !isLightText(asked.name ?? asked.seed ?? "");
}
