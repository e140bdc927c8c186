import { redirect, t } from "hub";
import { pageResponse } from "../../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Return from the login provider",
  description:
    "Receives the response of the OpenID Connect provider, sets the session cookie and redirects to a page of the hub.",
  query: t.Object({}, { additionalProperties: t.String() }),
  response: pageResponse,
  statuses: [303],
  cache: "never",
  example: { query: {} },
  async handler({ logins, call }) {
    const { next, cookie } = await logins.finishOidc(call);
    return redirect(next, { status: 303, headers: { "set-cookie": cookie } });
  },
});
