import { t } from "hub";
import { signUpFields } from "../core/accounts/account-fields.ts";
import { getBaseUrl, pageResponse } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Submit the sign-up form",
  description: "Returns a page. Programs use `POST /api-key`, which has the same limits.",
  body: t.Object({
    ...signUpFields,
    api_key: t.Optional(
      t.String({
        maxLength: 200,
        description: "Existing API key (only if this email address already has an account)",
      }),
    ),
  }),
  response: pageResponse,
  cache: "never",
  bodyBytesMax: 8192,
  example: { body: { email: "you@example.com" } },
  async handler({ body: { email, name, api_key }, site, signUps, call }) {
    const { codePage, keyPage } = await import("../core/site/docs/account/signup-page.ts");
    // Forms send empty fields as empty strings.
    const details = { email, name: name || undefined, api_key: api_key || undefined };
    const answer = await signUps.signUp(call, details);
    return "api_key" in answer
      ? keyPage(answer, { site, base: getBaseUrl(site, call.request) })
      : codePage(site, answer);
  },
});
