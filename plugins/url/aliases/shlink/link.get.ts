import { getMemory } from "../../follow/memory.ts";
import { shlinkLink, shlinkParams, shlinkQuery } from "../../peers/shlink/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Get a short link (Shlink API)",
  description: "Compatible with Shlink's `GET /rest/v3/short-urls/{shortCode}`.",
  params: shlinkParams,
  query: shlinkQuery,
  response: shlinkLink,
  cache: "never",
  example: { params: { shortCode: "spring-sale" }, query: {} },
  async handler(call) {
    const { findShlinkLink } = await import("../../peers/shlink/links.ts");
    await getMemory(call).clicks.flush();
    return findShlinkLink(call.params.shortCode, call);
  },
});
