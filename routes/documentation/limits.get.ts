import { binary } from "hub";
import { limitsPage } from "../../core/docs/limits-page.ts";
import { pageType } from "../../core/docs/page.ts";
import { own } from "../../core/own.ts";

export default own.route({
  summary: "Read how often one may call, and how much each service takes",
  response: binary(pageType),
  example: {},
  handler: ({ hub }) => limitsPage(hub),
});
