import { t } from "hub";
import { readAddress } from "../page/checks.ts";
import screenshot from "../plugin.ts";
import { captureFields, captureMs } from "../request.ts";
import { captureAnswer, captureHeaders } from "../response.ts";

const { urlMax } = screenshot.limits;

export default screenshot.route({
  summary: "Capture a web page as image or PDF",
  keywords:
    "screenshot, webpage to image, webpage to pdf, url to pdf, web page screenshot, website thumbnail",
  description:
    "Opens a public page in a browser with a fresh profile and returns the image, or with `format=pdf` the printed pages. The headers describe the page: `X-Final-Url`, `X-Page-Status`, `X-Page-Title` (RFC 8187), `X-Image-Width`, `X-Image-Height`, `X-Page-Count` (of a PDF), `X-Cache`, `X-Screenshot-Settled` (false for a page that was not ready), and, if they are true, `X-Screenshot-Truncated`, `X-Screenshot-Blank` and `X-Screenshot-Removed` (the number of hidden consent banners). A page cannot reach the hub's own network by redirect, script, frame or any other way.",
  query: t.Object({
    url: t.String({
      minLength: 1,
      maxLength: urlMax,
      description: "URL of the page: https:// or http://",
    }),
    ...captureFields,
  }),
  response: captureAnswer,
  cache: "etag",
  timeoutMs: ({ query }) => captureMs(query),
  headers: captureHeaders,
  example: { query: { url: "https://example.com/" } },
  async handler({ query: { url, ...options }, browser, clock, signal, caller, data }) {
    const { answerRequest } = await import("../answer-request.ts");
    const source = { url: readAddress(url, "query.url") };
    const doors = { browser, clock, signal, caller, data };
    return answerRequest(source, options, { ...doors, part: "query" });
  },
});
