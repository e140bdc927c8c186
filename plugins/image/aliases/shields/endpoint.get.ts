import { binary, t } from "hub";
import { answerShields, shieldsFields, urlField } from "../../badge/shields.ts";
import { mediaTypes, pictureHeaders } from "../../formats.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Draw an endpoint badge at a shields.io-compatible URL",
  description: `Reads a badge from your own URL, in the JSON format of shields.io's endpoint badges: \`{"schemaVersion":1,"label":"hello","message":"world","color":"orange"}\`. The response may have ${image.limits.badgeSourceBytesMax} bytes and take ${image.limits.badgeSourceTimeoutMs} ms. If it is missing or invalid, the badge says so.`,
  query: t.Object({ ...shieldsFields, url: urlField }),
  response: binary(mediaTypes.svg),
  cache: "etag",
  heavy: true,
  timeoutMs: 15_000,
  headers: pictureHeaders,
  example: { query: { url: "https://example.com/badge.json" } },
  async handler({ query: { url, ...query }, net }) {
    const { readEndpoint } = await import("../../badge/dynamic.ts");
    return answerShields({ ...(await readEndpoint({ url, net })), format: "svg" }, query);
  },
});
