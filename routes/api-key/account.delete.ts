import { t } from "hub";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Delete the account",
  description:
    "Permanently deletes the account with its email address, keys, usage history, jobs, stored responses, notices and all data that services store for it. Its short links return 410, and their codes are never reused. The request needs an unrestricted key, and the email address of the account as confirmation.",
  body: t.Object({
    email: t.String({ maxLength: 254, description: "The email address of the account" }),
  }),
  response: t.Object({ success: t.Boolean() }),
  cache: "never",
  example: { body: { email: "you@example.com" } },
  async handler({ body, keys, call }) {
    await keys.erase(call, body);
    return { success: true };
  },
});
