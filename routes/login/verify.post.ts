import { redirect, t } from "hub";
import { codeFields, nextField } from "../../core/accounts/account-fields.ts";
import { pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Log in with the code of a login link",
  description:
    "Sets the session cookie and redirects to a page of the hub. Sessions are for people: programs exchange a code for an API key with `POST /api-key/verify`.",
  body: t.Object({ email: codeFields.email, code: codeFields.code, ...nextField }),
  response: pageResponse,
  statuses: [303],
  cache: "never",
  bodyBytesMax: 8192,
  example: { body: { email: "you@example.com", code: "7K3M-Q9XA" } },
  async handler({ body, logins, call }) {
    const { findLocalPath } = await import("../../core/site/docs/account/login-page.ts");
    const cookie = await logins.enter(call, body);
    return redirect(findLocalPath(body.next), { status: 303, headers: { "set-cookie": cookie } });
  },
});
