import { t } from "hub";
import { getOwner } from "../../doors.ts";
import { getMemory } from "../../follow/memory.ts";
import { shlinkParams, shlinkQuery } from "../../peers/shlink/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Delete a short link (Shlink API)",
  description:
    "Compatible with Shlink's `DELETE /rest/v3/short-urls/{shortCode}`. The code is never used again.",
  params: shlinkParams,
  query: shlinkQuery,
  response: t.Object({ shortCode: t.String({ description: "Code of the deleted link" }) }),
  cache: "never",
  example: { params: { shortCode: "summer-sale" }, query: {} },
  async handler(call) {
    const { deleteLink } = await import("../../link/delete.ts");
    const { clicks, hot } = getMemory(call);
    // A click that is written later would restore a part of the statistics.
    await clicks.flush();
    const options = { kv: call.kv, owner: getOwner(call.caller) };
    const { code } = await deleteLink(call.params.shortCode, options);
    hot.clear();
    return { shortCode: code };
  },
});
