import { binary } from "hub";
import { pageType } from "../../core/docs/page.ts";
import { own } from "../../core/own.ts";

export default own.route({
  summary: "Read what each failure code means",
  response: binary(pageType),
  example: {},
  async handler({ hub }) {
    const { errorsPage } = await import("../../core/docs/errors-page.ts");
    return errorsPage(hub);
  },
});
