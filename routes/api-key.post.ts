import { t } from "hub";
import { issuedFields, signUpFields } from "../core/accounts/account-fields.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Issue an API key to an e-mail address, or mail a code for one",
  description:
    "By the operator's choice (`HUB_SIGNUP`) a new address gets a key at once, or every address is mailed a code for `POST /api-key/verify`, known or not, and the answer is the same. A key is shown this once: the hub keeps only a hash of it. Where keys come at once, an address that has an account gets a further one only if one of its working, unrestricted keys comes along, in `X-API-Key` or `api_key`. Without a key of the account the answer is `email_taken`, with a restricted one `rights_exceeded`. Addresses that differ in their case alone are one.",
  query: t.Object({
    api_key: t.Optional(
      t.String({ description: "A key of the account, where it is not in X-API-Key" }),
    ),
  }),
  body: t.Object(signUpFields),
  response: t.Union([
    t.Object({ success: t.Boolean(), ...issuedFields }),
    t.Object(
      {
        success: t.Boolean(),
        email: t.String({ description: "The address that was given" }),
        expires_in_seconds: t.Integer({ description: "How long the code works" }),
        detail: t.String({ description: "What was done" }),
      },
      { description: "Where codes are mailed" },
    ),
  ]),
  cache: "never",
  example: { query: {}, body: { email: "you@example.com" } },
  handler: async ({ body, signUps, call }) => ({
    success: true,
    ...(await signUps.signUp(call, body)),
  }),
});
