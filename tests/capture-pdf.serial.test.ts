import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json } from "hub/testing";
import { PDFDocument } from "pdf-lib";
import { extractText, getDocumentProxy } from "unpdf";
import { lacksBrowser } from "../core/testing/browser-service.ts";
import { captureHub as hub, serveSite, pageSlots as slots } from "./capture-hub.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

const document = await PDFDocument.create();
document.addPage([200, 100]);
const file = new Uint8Array(await document.save());

const asked: string[] = [];
serveSite((request) => {
  const { pathname } = new URL(request.url);
  asked.push(pathname);
  if (pathname === "/file.pdf")
    return new Response(file, { headers: { "content-type": "application/pdf" } });
  return new Response(
    "<!doctype html><title>Report</title><style>@media print{b{display:none}}@media screen{i{display:none}}</style><h1>One</h1><b>Screen</b><i>Print</i><h1 style='break-before:page'>Two</h1><h1 style='break-before:page'>Three</h1>",
    { headers: { "content-type": "text/html" } },
  );
});
const post = (body: object) =>
  slots.run(() =>
    hub.post("/api/screenshot/capture", {
      url: "http://page.test/",
      format: "pdf",
      cache_ttl: 0,
      ...body,
    }),
  );

async function readPdf(response: Response) {
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const bytes = await response.bytes();
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)));
  const pages = (await PDFDocument.load(bytes)).getPages();
  // Chromium rounds lengths up to a pixel.
  const sizes = pages.map((page) => [Math.floor(page.getWidth()), Math.floor(page.getHeight())]);
  return { text, sizes, source: Buffer.from(bytes).toString("latin1") };
}

describe.skipIf(lacksBrowser)("format=pdf", () => {
  test("prints all pages on A4 with the media type print, tagged", async () => {
    const response = await post({});
    expect(response.headers.get("x-page-count")).toBe("3");
    const { text, sizes, source } = await readPdf(response);
    expect(sizes).toEqual(Array(3).fill([595, 841]));
    expect(text.map((page) => page.replace(/\s+/g, " "))).toEqual(["One Print", "Two", "Three"]);
    expect(source).toContain("/StructTreeRoot");
    expect(source).toContain("/Outlines");
  });

  test("prints over GET, too", async () => {
    const query = "url=http://page.test/&format=pdf&paper=letter&landscape=true&cache_ttl=0";
    const response = await slots.run(() => hub.get(`/api/screenshot/capture?${query}`));
    expect((await readPdf(response)).sizes[0]).toEqual([792, 612]);
  });

  test("applies paper, ranges, media, header and footer", async () => {
    const { text, sizes, source } = await readPdf(
      await post({
        ...{ paper_width: 127, paper_height: 203.2, page_ranges: "1, 3", media: "screen" },
        ...{ tagged: false, page_margin: 20 },
        header: "<p style='font-size:9px'>Acme <img src='/header.png'></p>",
        footer:
          "<p style='font-size:9px'>p. <span class=pageNumber></span>/<span class=totalPages></span></p>",
      }),
    );
    expect(sizes).toEqual(Array(2).fill([360, 576]));
    const pages = text.map((page) => page.replace(/\s+/g, " "));
    expect(pages[0]).toContain("One Screen");
    expect(pages[1]).toContain("Three");
    for (const page of pages) expect(page).toContain("Acme");
    expect(pages[1]).toMatch(/p\. ?3\/3/);
    expect(source).not.toContain("/StructTreeRoot");
  });

  test("prints one page that is as high as the content", async () => {
    const html = `<style>body{margin:0}</style>${"<p style='height:500px;margin:0'>Part</p>".repeat(6)}`;
    const { sizes } = await readPdf(
      await post({ url: undefined, html, single_page: true, page_margin: 0 }),
    );
    expect(sizes).toHaveLength(1);
    expect(Math.abs((sizes[0]?.[1] ?? 0) - 3000 * 0.75)).toBeLessThan(3);
  });

  test("prints the formulas and the code of Markdown", async () => {
    const markdown = "$E = mc^2$\n\n$$\n\\int_0^1 x\n$$\n\n```js\nlet a = 'b';\n```";
    const { text, source } = await readPdf(await post({ url: undefined, markdown }));
    expect(text.join(" ")).toContain("let a = 'b';");
    // The signs have the fonts for formulas. Without the scripts, the text would be TeX.
    expect(source).toContain("KaTeX_Math-Italic");
    expect(text.join(" ")).not.toContain("int_0");
  });

  test("returns a PDF at a URL unchanged, and rejects it as an image", async () => {
    const response = await post({ url: "http://page.test/file.pdf" });
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(await response.bytes()).toEqual(file);
    const image = await json(await post({ url: "http://page.test/file.pdf", format: "png" }));
    expect(image.code).toBe("navigation_failed");
    expect(image.detail).toContain("it is a PDF");
  });

  test("rejects pages that the PDF doesn't have", async () => {
    const answer = await json(await post({ page_ranges: "7-9" }));
    expect([answer.status, answer.code]).toEqual([400, "invalid_input"]);
    expect(answer.detail).toContain('"7-9"');
  });

  test("a header can't read files or reach other hosts", async () => {
    asked.length = 0;
    const header =
      "<img src='http://page.test/secret' onload=\"fetch('http://page.test/loaded')\"><img src='data:,x' onerror=\"fetch('http://page.test/failed');this.replaceWith('EVIL')\"><iframe src='file:///etc/passwd'></iframe><script>fetch('http://page.test/script')</script>";
    const { text } = await readPdf(await post({ header, page_margin: 30 }));
    expect(text.join()).not.toContain("root:");
    expect(text.join()).not.toContain("EVIL");
    // Browsers with windows ask for the icon of the page.
    expect(asked.filter((path) => path !== "/favicon.ico")).toEqual(["/"]);
  });
});
