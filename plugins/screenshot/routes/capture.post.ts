import { group, type MadePage, t } from "hub";
import { readAddress } from "../page/checks.ts";
import screenshot from "../plugin.ts";
import { captureFields, captureMs, postFields, readPostOptions, sourceFields } from "../request.ts";
import { captureHeaders, capturesAnswer } from "../response.ts";
import { viewportsField } from "../viewports.ts";

const { limits } = screenshot;
export default screenshot.route({
  summary: "Capture a web page, HTML or Markdown",
  keywords: "html to pdf, html to image, markdown to pdf, markdown to image",
  description:
    "Captures a page from exactly one of `url`, `html` and `markdown`, and returns the image, or with `format=pdf` the printed pages. HTML is a page of its own: its scripts run, and it may load any public resource. The hub renders Markdown, and shows HTML in it as text.",
  body: t.Object({
    ...sourceFields,
    markdown: t.Optional(
      t.String({
        minLength: 1,
        maxLength: limits.markdownMax,
        description:
          "Text in GitHub Flavored Markdown, with footnotes, alerts, names of emoji, TeX formulas and Mermaid diagrams",
      }),
    ),
    ...captureFields,
    ...postFields,
    ...group("Window", { viewports: viewportsField }),
  }),
  response: capturesAnswer,
  // The parser's time grows with the square of the length: a minute for 128 kB of short lines.
  heavy: ({ body }) => (body.markdown?.length ?? 0) > limits.lightMarkdownMax,
  cost: ({ body }) => body.viewports?.length ?? 1,
  timeoutMs: ({ body }) => captureMs(body) * (body.viewports?.length ?? 1),
  headers: [...captureHeaders, "x-capture-count"],
  tool: {
    title: "Take a screenshot",
    fields: ["url", "device", "full_page", "format"],
    labels: { url: "Address of the page", full_page: "Whole page" },
  },
  example: {
    body: {
      markdown: "# Release 2.0\n\nFaster, **smaller**, and *done*.",
      width: 640,
      height: 320,
    },
  },
  async handler({
    body: { url, html, markdown, viewports, ...options },
    browser,
    clock,
    signal,
    caller,
    data,
  }) {
    const given = [url, html, markdown].filter((source) => source !== undefined);
    if (given.length !== 1)
      throw screenshot.error(
        "invalid_input",
        `body must have exactly one of url, html and markdown: it has ${given.length}`,
        { at: "body" },
      );
    const { answerRequest } = await import("../answer-request.ts");
    const source =
      url !== undefined
        ? { url: readAddress(url, "body.url") }
        : html !== undefined
          ? { html }
          : await renderGiven(markdown);
    const captureOptions = readPostOptions(options);
    const doors = { browser, clock, signal, caller, data };
    if (viewports === undefined)
      return answerRequest(source, captureOptions, { ...doors, part: "body" });
    const { answerViewports } = await import("../viewports.ts");
    return answerViewports(source, { ...captureOptions, viewports }, doors);
  },
});

async function renderGiven(markdown = ""): Promise<MadePage> {
  const { renderMarkdown } = await import("../markdown.ts");
  return renderMarkdown(markdown);
}
