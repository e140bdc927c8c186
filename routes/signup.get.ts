import { binary } from "hub";
import { pageType } from "../core/runtime/docs/page.ts";
import { ownRoutes } from "../core/runtime/own-routes.ts";

export default ownRoutes.route({
  summary: "Fill in the form that asks for a key",
  response: binary(pageType),
  example: {},
  async handler({ hub }) {
    const { signUpPage } = await import("../core/runtime/docs/signup-page.ts");
    return signUpPage(hub);
  },
});
