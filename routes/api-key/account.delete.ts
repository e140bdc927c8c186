import { t } from "hub";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Erase the account of the request's key",
  description:
    "Removes the e-mail address, all keys, the usage history, jobs, stored answers, notices and what services keep for the account, at once and for good. Codes of its short links answer 410 and are never given out again. It wants an unrestricted key, and the address of the account as its confirmation.",
  body: t.Object({
    email: t.String({ maxLength: 254, description: "The e-mail address of the account" }),
  }),
  response: t.Object({ success: t.Boolean() }),
  cache: "never",
  example: { body: { email: "you@example.com" } },
  async handler({ body, keys, call }) {
    await keys.erase(call, body);
    return { success: true };
  },
});
