import { t } from "hub";
import { ownerOf } from "../../doors.ts";
import { memoryOf } from "../../follow/memory.ts";
import { editBody, linkAnswer, linkFields } from "../../link/link-schema.ts";
import url from "../../plugin.ts";

export default url.route({
  summary: "Change a short link of yours, or switch it off",
  description:
    "Fields that are left out stay unchanged; null removes a title, an end, a limit or a password. The statistics are kept. Other processes of the hub may still follow the old link for a second, and browsers that have just followed it for 90 seconds.",
  params: t.Object({ code: t.String({ maxLength: 256, description: "The code" }) }),
  body: editBody,
  response: t.Object(linkFields),
  cache: "never",
  example: { params: { code: "spring-sale" }, body: { title: "Spring sale 2026" } },
  async handler({ params, body, caller, origin, env, clock, kv, random, log, later }) {
    const { editLink } = await import("../../link/edit.ts");
    const owner = ownerOf(caller);
    const options = { owner, kv, now: clock(), origin, blocked: env.HUB_URL_BLOCKED };
    const changed = await editLink(params.code, body, options);
    memoryOf({ kv, random, log, later }).hot.clear();
    return linkAnswer(changed, origin);
  },
});
