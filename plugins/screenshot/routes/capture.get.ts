import { t } from "hub";
import { captureAnswer } from "../answer.ts";
import { captureFields, captureMs } from "../options.ts";
import { pageAddress } from "../page/address.ts";
import screenshot from "../plugin.ts";

const { urlMax } = screenshot.limits;

export default screenshot.route({
  summary: "Capture a web page",
  description:
    "Shows a public page in a browser that keeps nothing of it, and answers with the image. Headers tell of the page: `X-Final-Url`, `X-Page-Status`, `X-Page-Title` (RFC 8187), `X-Image-Width`, `X-Image-Height`, `X-Cache`, `X-Screenshot-Settled`, which is false of a page that was not ready, and `X-Screenshot-Truncated` and `X-Screenshot-Blank` where they are true. Nothing on the hub's own network can be reached from a page, by redirect, script, frame or otherwise.",
  query: t.Object({
    url: t.String({
      minLength: 1,
      maxLength: urlMax,
      description: "The page, https:// or http://",
    }),
    ...captureFields,
  }),
  response: captureAnswer,
  cache: "etag",
  timeoutMs: ({ query }) => captureMs(query),
  example: { query: { url: "https://example.com/" } },
  async handler({ query: { url, ...options }, browser, clock, signal, caller }) {
    const { answerRequest } = await import("../request.ts");
    const source = { url: pageAddress(url, "query.url") };
    return answerRequest(source, options, { browser, clock, signal, caller, part: "query" });
  },
});
