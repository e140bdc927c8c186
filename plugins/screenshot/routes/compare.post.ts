import { binary, t } from "hub";
import { compareFields, comparison } from "../compare/request.ts";
import screenshot from "../plugin.ts";
import { captureMs } from "../request.ts";

export default screenshot.route({
  summary: "Compare two pages or images",
  keywords: "visual regression, compare screenshots, image diff",
  description:
    "Captures up to two pages, compares them pixel by pixel, and returns the differences: their number, their bounds and an image in which they are red. A side can also be an image of your own, such as an earlier capture. Masks exclude parts that always change.",
  body: t.Object(compareFields),
  response: t.Union([comparison, binary("image/png")]),
  heavy: true,
  cost: ({ body: { before, after } }) =>
    [before, after].filter(({ image }) => image === undefined).length || 1,
  timeoutMs: ({ body }) => captureMs(body),
  memoryMbMax: 1536,
  bodyBytesMax: screenshot.limits.comparedBodyBytesMax,
  headers: ["x-different-pixels", "x-images-equal"],
  example: {
    body: {
      before: { html: "<h1>Release 1.0</h1>" },
      after: { html: "<h1>Release 2.0</h1>" },
      width: 640,
      height: 320,
    },
  },
  async handler({ body, browser, clock, signal, caller, data }) {
    const { comparePictures } = await import("../compare/compare.ts");
    return comparePictures(body, { browser, clock, signal, caller, data });
  },
});
