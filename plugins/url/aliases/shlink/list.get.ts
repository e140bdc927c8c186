import { getMemory } from "../../follow/memory.ts";
import { shlinkLink, shlinkListQuery } from "../../peers/shlink/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "List your short links (Shlink API)",
  description:
    "Compatible with Shlink's `GET /rest/v3/short-urls`. Newest first, up to the first 10,000.",
  query: shlinkListQuery,
  response: shlinkLink,
  cache: "never",
  example: { query: {} },
  async handler(call) {
    const { listShlinkLinks } = await import("../../peers/shlink/links.ts");
    await getMemory(call).clicks.flush();
    return listShlinkLinks(call.query, call);
  },
});
