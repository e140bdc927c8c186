import { t } from "hub";
import { getOwner } from "../../doors.ts";
import { getMemory } from "../../follow/memory.ts";
import { buildLinkResponse, editBody, linkFields } from "../../link/link-schema.ts";
import { readTargetRules } from "../../link/target.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Update or disable a short link",
  description:
    "Updates one of your short links and returns it. Omitted fields stay unchanged. Null removes a title, expiry time, click limit or password. The statistics are kept. Other processes of the hub may use the old link for another second. Browsers that have just followed it may use it for another 90 seconds.",
  params: t.Object({ code: t.String({ maxLength: 256, description: "Code of the short link" }) }),
  body: editBody,
  response: t.Object(linkFields),
  cache: "never",
  example: { params: { code: "spring-sale" }, body: { title: "Spring sale 2026" } },
  async handler({ params, body, caller, origin, env, clock, kv, random, log, later, net }) {
    const { editLink } = await import("../../link/edit.ts");
    const owner = getOwner(caller);
    const changed = await editLink(params.code, body, {
      ...{ owner, kv, now: clock() },
      ...readTargetRules({ origin, env }),
    });
    getMemory({ kv, random, log, later, net, clock }).hot.clear();
    return buildLinkResponse(changed, { origin, env });
  },
});
