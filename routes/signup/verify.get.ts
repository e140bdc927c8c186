import { binary } from "hub";
import { pageType } from "../../core/docs/page.ts";
import { own } from "../../core/own.ts";

export default own.route({
  summary: "Fill in the form that takes a code from a mail",
  response: binary(pageType),
  example: {},
  async handler({ hub }) {
    const { codePage } = await import("../../core/docs/signup-page.ts");
    return codePage(hub);
  },
});
