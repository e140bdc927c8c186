import { binary, t } from "hub";
import { badgeFields } from "../../badge/request.ts";
import { answerShields, shieldsFields } from "../../badge/shields.ts";
import { mediaTypes, pictureHeaders } from "../../formats.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Draw a badge from a query at a shields.io-compatible URL",
  description:
    "Replaces shields.io for pages that use badges at `/static/v1`. The texts need no escaping.",
  query: t.Object({ ...shieldsFields, message: badgeFields.message }),
  response: binary(mediaTypes.svg),
  cache: "etag",
  sameForMs: 1000,
  headers: pictureHeaders,
  example: { query: { label: "build", message: "passing", color: "brightgreen" } },
  handler: ({ query: { message, ...query } }) =>
    answerShields({ label: "", message, color: "lightgrey", format: "svg" }, query),
});
