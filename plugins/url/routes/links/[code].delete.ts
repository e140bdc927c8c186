import { t } from "hub";
import url from "../../plugin.ts";

export default url.route({
  summary: "Delete a short link",
  description:
    "Deletes one of your short links with its statistics. The code is never used again, and returns 410. To make a link inactive but keep it, set `enabled` to false. Other processes of the hub may use the link for another second.",
  params: t.Object({ code: t.String({ maxLength: 256, description: "Code of the short link" }) }),
  response: t.Object({
    code: t.String({ description: "Code of the deleted link" }),
    deleted: t.Literal(true, { description: "Always true" }),
  }),
  cache: "never",
  example: { params: { code: "spring-sale" } },
  async handler(call) {
    const { removeLink } = await import("../../follow/remove.ts");
    const { code } = await removeLink(call.params.code, call);
    return { code, deleted: true as const };
  },
});
