import { t } from "hub";
import { getOwner } from "../../doors.ts";
import { getMemory } from "../../follow/memory.ts";
import { dubParams } from "../../peers/dub/schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Delete a short link (Dub API)",
  description: "Compatible with Dub's `DELETE /links/{linkId}`. The code is never used again.",
  params: dubParams,
  response: t.Object({ id: t.String({ description: "Code of the deleted link" }) }),
  cache: "never",
  example: { params: { linkId: "winter-sale" } },
  async handler(call) {
    const { deleteLink } = await import("../../link/delete.ts");
    const { clicks, hot } = getMemory(call);
    // A click that is written later would restore a part of the statistics.
    await clicks.flush();
    const { code } = await deleteLink(call.params.linkId, {
      kv: call.kv,
      owner: getOwner(call.caller),
    });
    hot.clear();
    return { id: code };
  },
});
