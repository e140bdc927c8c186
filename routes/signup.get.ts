import { pageResponse } from "../core/runtime/docs/page.ts";
import { ownRoutes } from "../core/runtime/own-routes.ts";

export default ownRoutes.route({
  summary: "Fill in the form that asks for a key",
  response: pageResponse,
  example: {},
  async handler({ hub }) {
    const { signUpPage } = await import("../core/runtime/docs/signup-page.ts");
    return signUpPage(hub);
  },
});
