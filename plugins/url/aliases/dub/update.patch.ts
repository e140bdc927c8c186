import { getMemory } from "../../follow/memory.ts";
import { dubChanges, dubLink, dubParams } from "../../peers/dub/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Update a short link (Dub API)",
  description: "Compatible with Dub's `PATCH /links/{linkId}`. Omitted fields stay unchanged.",
  params: dubParams,
  body: dubChanges,
  response: dubLink,
  cache: "never",
  example: { params: { linkId: "spring-sale" }, body: { title: "Spring sale" } },
  async handler(call) {
    const { editDubLink } = await import("../../peers/dub/links.ts");
    const link = await editDubLink(call.params.linkId, call.body, call);
    getMemory(call).hot.clear();
    return link;
  },
});
