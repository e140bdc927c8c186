import { getMemory } from "../../follow/memory.ts";
import { dubBody, dubLink } from "../../peers/dub/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Create or update a short link (Dub API)",
  description:
    "Compatible with Dub's `PUT /links/upsert`. Updates your newest link with the same target, or with the code in `key`.",
  body: dubBody,
  response: dubLink,
  cache: "never",
  example: { body: { url: "https://example.com/spring", tagNames: ["spring"] } },
  async handler(call) {
    const { upsertDubLink } = await import("../../peers/dub/links.ts");
    const link = await upsertDubLink(call.body, call);
    getMemory(call).hot.clear();
    return link;
  },
});
