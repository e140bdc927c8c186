import { binary, t } from "hub";
import { badgeFields } from "../../badge/options.ts";
import { answerShields, shieldsFields } from "../../badge/shields.ts";
import { mediaTypes } from "../../formats.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Draw a badge from a query, with the address of shields.io",
  description: "For pages with badges of `/static/v1`, whose texts are written as they are.",
  query: t.Object({ ...shieldsFields, message: badgeFields.message }),
  response: binary(mediaTypes.svg),
  cache: "etag",
  sameForMs: 1000,
  example: { query: { label: "build", message: "passing", color: "brightgreen" } },
  handler: ({ query: { message, ...query } }) =>
    answerShields({ label: "", message, color: "lightgrey", format: "svg" }, query),
});
