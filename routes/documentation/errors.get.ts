import { binary } from "hub";
import { errorsPage } from "../../core/docs/errors-page.ts";
import { pageType } from "../../core/docs/page.ts";
import { own } from "../../core/own.ts";

export default own.route({
  summary: "Read what each failure code means",
  response: binary(pageType),
  example: {},
  handler: ({ hub }) => errorsPage(hub),
});
