import { t } from "hub";
import { issuedFields, signUpFields } from "../core/accounts/account-fields.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Sign up for an API key",
  description:
    "Issues an API key to a new email address, or mails a verification code. The operator chooses the mode with `HUB_SIGNUP`. With `open`, a new address gets a key immediately. With `verify`, every address is mailed a code for `POST /api-key/verify`, and the response does not reveal whether an account exists. The key is shown only once, because the hub stores only a hash. With `open`, an address that already has an account must send an active, unrestricted key of that account in `X-API-Key` or `api_key`. Without one, the request fails with `email_taken`. With a restricted key, it fails with `rights_exceeded`. Email addresses are case-insensitive.",
  query: t.Object({
    api_key: t.Optional(
      t.String({ description: "An existing key of the account, if it is not sent in X-API-Key" }),
    ),
  }),
  body: t.Object(signUpFields),
  response: t.Union([
    t.Object({ success: t.Boolean(), ...issuedFields }),
    t.Object(
      {
        success: t.Boolean(),
        email: t.String({ description: "The email address from the request" }),
        expires_in_seconds: t.Integer({ description: "Lifetime of the code in seconds" }),
        detail: t.String({ description: "Result as a sentence" }),
      },
      { description: "Response if the hub mails codes" },
    ),
  ]),
  cache: "never",
  example: { query: {}, body: { email: "you@example.com" } },
  handler: async ({ body, signUps, call }) => ({
    success: true,
    ...(await signUps.signUp(call, body)),
  }),
});
