import { t } from "hub";
import { htmlBody } from "../from-html/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";

export default pdf.route({
  summary: "Convert HTML to a PDF",
  keywords: "html to pdf, print html, web page to pdf, invoice template",
  description:
    "Prints a page in the hub's browser, with its images, fonts and style sheets. By default, the page has no network and its scripts do not run: only the files of the request are loaded, and `X-Refused-Hosts` counts the hosts that it tried to reach. To print a page of the web, use the screenshot service with `format=pdf`.",
  body: htmlBody,
  ...fileAnswer(["application/pdf"], {
    refused_hosts: t.Integer({
      description: "Number of hosts from which the page could not load anything",
    }),
  }),
  timeoutMs: 60_000,
  tool: { title: "Convert HTML to a PDF", fields: ["html", "files", "paper"] },
  example: {
    body: {
      html: "<title>Invoice</title><h1>Invoice No 1</h1><p>Paper: <b>12.50</b></p>",
      footer: '<p style="font-size:8px;margin:auto"><span class="pageNumber"></span></p>',
    },
  },
  async handler({ body, browser, caller, signal }) {
    const { convertHtml } = await import("../from-html/from-html.ts");
    return convertHtml(body, { browser, caller, signal });
  },
});
