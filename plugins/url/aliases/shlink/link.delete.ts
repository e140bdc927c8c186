import { t } from "hub";
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
    const { removeLink } = await import("../../follow/remove.ts");
    const { code } = await removeLink(call.params.shortCode, call);
    return { shortCode: code };
  },
});
