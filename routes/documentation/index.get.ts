import { binary } from "hub";
import { baseOf } from "../../core/docs/base.ts";
import { pageType } from "../../core/docs/page.ts";
import { own } from "../../core/own.ts";

export default own.route({
  summary: "Read how to begin, and what services there are",
  response: binary(pageType),
  example: {},
  async handler({ hub, request }) {
    const { overviewPage } = await import("../../core/docs/overview-page.ts");
    return overviewPage(hub, baseOf(hub, request));
  },
});
