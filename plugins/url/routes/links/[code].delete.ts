import { t } from "hub";
import { getOwner } from "../../doors.ts";
import { getMemory } from "../../follow/memory.ts";
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
  async handler({ params, caller, kv, random, log, later, net, clock }) {
    const { deleteLink } = await import("../../link/delete.ts");
    const { clicks, hot } = getMemory({ kv, random, log, later, net, clock });
    // A click that is written later would restore a part of the statistics.
    await clicks.flush();
    const { code } = await deleteLink(params.code, { kv, owner: getOwner(caller) });
    hot.clear();
    return { code, deleted: true as const };
  },
});
