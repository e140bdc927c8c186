import { t } from "hub";
import { isForeignPage } from "../core/platform/http/origin.ts";
import { getBaseUrl, pageResponse } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open the account page with a new key",
  description:
    "Opens the account page with the key in the request body. The sign-up page uses this so that the key does not appear in a URL. Programs use `GET /api-key`.",
  body: t.Object({
    api_key: t.Optional(t.String({ maxLength: 200, description: "The API key of the account" })),
  }),
  response: pageResponse,
  cache: "never",
  bodyBytesMax: 8192,
  example: { body: { api_key: "hub_secret" } },
  async handler({ body: { api_key }, site, endpoints, request }) {
    const { accountPage } = await import("../core/site/docs/account/account-page.ts");
    // Prevents login CSRF: another site could sign the visitor in to an account that isn't theirs.
    const key = isForeignPage(request, site.baseUrl()) ? undefined : api_key;
    return accountPage(site, {
      base: getBaseUrl(site, request),
      key,
      endpoints: endpoints.endpoints,
    });
  },
});
