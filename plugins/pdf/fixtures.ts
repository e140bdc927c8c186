import type { Browser } from "hub";
import { samplePdf } from "./sample.ts";

export default {};

/** A fake browser: it prints the title of the page on one page. */
export const browser: Browser = async ({ source, offline }) => {
  const html = "html" in source ? source.html : "";
  const [, title = ""] = html.split(/<\/?title>/);
  return {
    bytes: samplePdf([title]),
    width: 595,
    height: 842,
    pages: 1,
    truncated: false,
    settled: true,
    finalUrl: undefined,
    status: 200,
    title,
    network: {
      requests: 1,
      failed: 0,
      blocked: 0,
      bytes: 0,
      refused: offline && html.includes("https:") ? [{ host: "host", reason: "offline" }] : [],
    },
  };
};
