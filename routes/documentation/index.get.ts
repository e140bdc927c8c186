import { binary } from "hub";
import { baseOf } from "../../core/docs/base.ts";
import { overviewPage } from "../../core/docs/overview-page.ts";
import { pageType } from "../../core/docs/page.ts";
import { own } from "../../core/own.ts";

export default own.route({
  summary: "Read how to begin, and what services there are",
  response: binary(pageType),
  example: {},
  handler: ({ hub, request }) => overviewPage(hub, baseOf(hub, request)),
});
