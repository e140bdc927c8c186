import { t } from "hub";
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
    const { removeLink } = await import("../../follow/remove.ts");
    const { code } = await removeLink(call.params.linkId, call);
    return { id: code };
  },
});
