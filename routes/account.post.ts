import { t } from "hub";
import { isForeignPage } from "../core/platform/http/origin.ts";
import { baseOf, pageResponse } from "../core/site/docs/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open the page of an account with the key that the sign-up has just shown",
  description:
    "The form of the page that shows a new key sends it here, so that the key is in no address. Programs send `GET /api-key`.",
  body: t.Object({
    api_key: t.Optional(t.String({ maxLength: 200, description: "The key to open it with" })),
  }),
  response: pageResponse,
  cache: "never",
  bodyBytesMax: 8192,
  example: { body: { api_key: "hub_secret" } },
  async handler({ body: { api_key }, site, endpoints, request }) {
    const { accountPage } = await import("../core/site/docs/account-page.ts");
    // Another site could send its own key, and have the visitor work in an account that is not theirs.
    const key = isForeignPage(request, site.baseUrl()) ? undefined : api_key;
    return accountPage(site, {
      base: baseOf(site, request),
      key,
      endpoints: endpoints.endpoints,
    });
  },
});
