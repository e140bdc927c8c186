import { binary, t } from "hub";
import { signUpFields } from "../core/access/account-fields.ts";
import { pageType } from "../core/docs/page.ts";
import { own } from "../core/own.ts";

export default own.route({
  summary: "Send the form that asks for a key",
  description: "The page for people; programs send `POST /api-key`, with the same limits.",
  body: t.Object(signUpFields),
  response: binary(pageType),
  cache: "never",
  bodyBytesMax: 8192,
  example: { body: { email: "you@example.com" } },
  async handler({ body: { email, name }, hub, request }) {
    const { keyPage } = await import("../core/docs/signup-page.ts");
    // A form sends a field that was left empty as an empty text.
    return keyPage(await hub.signUp(request, { email, ...(name && { name }) }));
  },
});
