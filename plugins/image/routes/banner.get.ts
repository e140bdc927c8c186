import { binary, t } from "hub";
import { bannerFields } from "../cards/banner-fields.ts";
import { cutField } from "../cards/tag-fields.ts";
import { colorNote, imageFields, mediaTypes, pictureHeaders } from "../formats.ts";
import image from "../plugin.ts";

export default image.route({
  summary: "Draw a banner",
  description: `Returns a header image for a profile, a repository or a newsletter, in the exact size of one of seven platforms or in a custom size. ${colorNote}`,
  query: t.Object(bannerFields),
  response: t.Union([
    binary(mediaTypes.svg, mediaTypes.png, mediaTypes.jpg, mediaTypes.webp),
    t.Object({
      ...imageFields,
      preset: t.String({ description: "The platform preset" }),
      ...cutField,
    }),
  ]),
  cache: "forever",
  heavy: true,
  timeoutMs: 20_000,
  headers: [...pictureHeaders, "x-cut-texts"],
  example: {
    query: { title: "utilhub", subtitle: "Every utility behind one address", icon: "🧰" },
  },
  async handler({ query }) {
    const { banner } = await import("../cards/banner.ts");
    return banner(query);
  },
});
