import { t } from "hub";
import { codeFields } from "../../core/accounts/account-fields.ts";
import { getBaseUrl, pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Submit the verification form",
  description: "Returns a page. Programs use `POST /api-key/verify`, which has the same limits.",
  body: t.Object(codeFields),
  response: pageResponse,
  cache: "never",
  bodyBytesMax: 8192,
  example: { body: { email: "you@example.com", code: "7K3M-Q9XA" } },
  async handler({ body, site, signUps, call }) {
    const { keyPage } = await import("../../core/site/docs/account/signup-page.ts");
    const issued = await signUps.exchangeCode(call, { ...body, name: body.name || undefined });
    return keyPage(issued, { site, base: getBaseUrl(site, call.request) });
  },
});
