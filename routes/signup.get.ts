import { binary } from "hub";
import { pageType } from "../core/runtime/docs/page.ts";
import { own } from "../core/runtime/own-routes.ts";

export default own.route({
  summary: "Fill in the form that asks for a key",
  response: binary(pageType),
  example: {},
  async handler({ hub }) {
    const { signUpPage } = await import("../core/runtime/docs/signup-page.ts");
    return signUpPage(hub);
  },
});
