import { t } from "hub";
import { getMemory } from "../../follow/memory.ts";
import { dubLink, dubListQuery } from "../../peers/dub/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "List your short links (Dub API)",
  description: "Compatible with Dub's `GET /links`. Newest first, up to the first 10,000.",
  query: dubListQuery,
  response: t.Array(dubLink),
  cache: "never",
  example: { query: {} },
  async handler(call) {
    const { listDubLinks } = await import("../../peers/dub/links.ts");
    await getMemory(call).clicks.flush();
    return listDubLinks(call.query, call);
  },
});
