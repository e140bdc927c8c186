import { binary, t } from "hub";
import { badgeFields } from "../badge/request.ts";
import { colorNote, imageFields, mediaTypes, needsPixels, pictureHeaders } from "../formats.ts";
import image from "../plugin.ts";

let badgeModule: typeof import("../badge/badge.ts") | undefined;

/** Loads the module at the first request. Later requests don't wait for a promise. */
async function load() {
  badgeModule = await import("../badge/badge.ts");
  return badgeModule;
}

export default image.route({
  summary: "Draw a badge",
  keywords: "badge, shields, status badge, shields.io",
  description: `For READMEs and status pages: badges with the widths and five styles of shields.io. ${colorNote}`,
  query: t.Object(badgeFields),
  response: t.Union([
    binary(mediaTypes.svg, mediaTypes.png, mediaTypes.webp),
    t.Object({
      ...imageFields,
      label: t.String({ description: "The text on the left" }),
      message: t.String({ description: "The text on the right" }),
    }),
  ]),
  cache: "forever",
  heavy: ({ query }) => needsPixels(query),
  sameForMs: 1000,
  tryPerMinute: 30,
  headers: pictureHeaders,
  example: { query: { label: "build", message: "passing", logo: "github" } },
  gallery: "query.style",
  handler: ({ query }) =>
    badgeModule ? badgeModule.badge(query) : load().then(({ badge }) => badge(query)),
});
