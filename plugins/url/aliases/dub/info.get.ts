import { getMemory } from "../../follow/memory.ts";
import { dubLink, dubLinkQuery } from "../../peers/dub/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Get a short link (Dub API)",
  description: "Compatible with Dub's `GET /links/info`.",
  query: dubLinkQuery,
  response: dubLink,
  cache: "never",
  example: { query: { linkId: "spring-sale" } },
  async handler(call) {
    const { findDubLink } = await import("../../peers/dub/links.ts");
    await getMemory(call).clicks.flush();
    return findDubLink(call.query, call);
  },
});
