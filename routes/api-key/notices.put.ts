import { t } from "hub";
import { noticesFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Have the account told when 80 % and 100 % of its day are used",
  description:
    'Once a day for each, by a webhook after the Standard Webhooks specification, `{ "type": "quota.used", "timestamp", "data": { "account", "tier", "percent", "used", "limit" } }`, by mail, or both. The webhooks of jobs are signed by the same secret.',
  body: t.Object({
    webhook_url: t.Union([t.String({ minLength: 1, maxLength: 2000 }), t.Null()], {
      default: null,
      description: "Where webhooks go; null: none are sent",
    }),
    mail: t.Boolean({
      default: false,
      description: "Whether to send mail to the account's address, where the hub has proved it",
    }),
    new_secret: t.Boolean({
      default: false,
      description: "Whether to sign by a new secret from now on",
    }),
  }),
  response: t.Object({ success: t.Boolean(), ...noticesFields }),
  cache: "never",
  example: { body: { webhook_url: "https://example.com/hooks/quota" } },
  async handler({ body, keys, webhooks, call }) {
    // Not for anybody who likes to know what the hub can reach.
    await keys.notices(call);
    if (body.webhook_url !== null) await webhooks.check(body.webhook_url, "body.webhook_url");
    return { success: true, ...(await keys.setNotices(call, body)) };
  },
});
