import { getMemory } from "../../follow/memory.ts";
import { shlinkBody, shlinkLink } from "../../peers/shlink/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Create a short link (Shlink API)",
  description: "Compatible with Shlink's `POST /rest/v3/short-urls`.",
  body: shlinkBody,
  response: shlinkLink,
  cache: "never",
  example: { body: { longUrl: "https://example.com/spring", tags: ["spring"] } },
  async handler(call) {
    const { createShlinkLink } = await import("../../peers/shlink/links.ts");
    await getMemory(call).clicks.flush();
    return createShlinkLink(call.body, call);
  },
});
