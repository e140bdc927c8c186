import { t } from "hub";
import { passkeyFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "List the passkeys of the account",
  description:
    "Returns the passkeys with which people log in to the account, and the options with which a browser creates another one.",
  response: t.Object({
    success: t.Boolean(),
    passkeys: t.Array(t.Object(passkeyFields), { description: "The passkeys of the account" }),
    creation: t.Union([t.Record(t.String(), t.Unknown()), t.Null()], {
      description:
        "Options for `navigator.credentials.create` as JSON, valid for 10 minutes; null if browsers do not allow passkeys at the address of this hub",
    }),
  }),
  cache: "never",
  example: {},
  handler: async ({ logins, call }) => {
    const { passkeys, creation } = await logins.listPasskeys(call);
    return { success: true, passkeys, creation: creation && { ...creation } };
  },
});
