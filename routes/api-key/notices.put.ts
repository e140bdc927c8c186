import { t } from "hub";
import { noticesFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Set quota alerts",
  description:
    'Sends an alert when the account has used 80 % and 100 % of its daily quota, each at most once a day. Alerts are sent by webhook, by email, or both. Webhooks follow the Standard Webhooks specification: `{ "type": "quota.used", "timestamp", "data": { "account", "tier", "percent", "used", "limit" } }`. Job webhooks are signed with the same secret.',
  body: t.Object({
    webhook_url: t.Union([t.String({ minLength: 1, maxLength: 2000 }), t.Null()], {
      default: null,
      description: "Webhook URL; null for no webhooks",
    }),
    mail: t.Boolean({
      default: false,
      description:
        "Whether to send alerts to the account's email address; requires a hub that verifies addresses",
    }),
    new_secret: t.Boolean({
      default: false,
      description: "Whether to generate a new webhook secret",
    }),
  }),
  response: t.Object({ success: t.Boolean(), ...noticesFields }),
  cache: "never",
  example: { body: { webhook_url: "https://example.com/hooks/quota" } },
  async handler({ body, keys, webhooks, call }) {
    // Checks the key first: the URL check would reveal which hosts the hub can reach.
    await keys.notices(call);
    if (body.webhook_url !== null) await webhooks.check(body.webhook_url, "body.webhook_url");
    return { success: true, ...(await keys.setNotices(call, body)) };
  },
});
