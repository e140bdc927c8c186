import { getMemory } from "../../follow/memory.ts";
import { shlinkChanges, shlinkLink, shlinkParams, shlinkQuery } from "../../peers/shlink/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Update a short link (Shlink API)",
  description:
    "Compatible with Shlink's `PATCH /rest/v3/short-urls/{shortCode}`. Omitted fields stay unchanged.",
  params: shlinkParams,
  query: shlinkQuery,
  body: shlinkChanges,
  response: shlinkLink,
  cache: "never",
  example: { params: { shortCode: "spring-sale" }, query: {}, body: { title: "Spring sale" } },
  async handler(call) {
    const { editShlinkLink } = await import("../../peers/shlink/links.ts");
    const link = await editShlinkLink(call.params.shortCode, call.body, call);
    getMemory(call).hot.clear();
    return link;
  },
});
