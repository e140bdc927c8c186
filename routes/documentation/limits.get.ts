import { binary } from "hub";
import { pageType } from "../../core/docs/page.ts";
import { own } from "../../core/own.ts";

export default own.route({
  summary: "Read how often one may call, and how much each service takes",
  response: binary(pageType),
  example: {},
  async handler({ hub }) {
    const { limitsPage } = await import("../../core/docs/limits-page.ts");
    return limitsPage(hub);
  },
});
