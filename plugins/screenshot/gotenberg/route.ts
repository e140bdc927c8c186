import { binary, file, t } from "hub";
import { readAddress } from "../page/checks.ts";
import screenshot from "../plugin.ts";
import { captureMs } from "../request.ts";
import { captureHeaders } from "../response.ts";
import { convertFields, screenshotFields, timeoutMs } from "./request.ts";
import type { ConvertRequest, ScreenshotRequest } from "./response.ts";

const { limits } = screenshot;

const noWebhook = "the file is in the response, and webhooks are not supported here";

/** Gotenberg's headers for sending the file elsewhere. A client with them wouldn't read the response. */
const webhookHeaders = {
  "gotenberg-webhook-url": noWebhook,
  "gotenberg-webhook-error-url": noWebhook,
  "gotenberg-webhook-events-url": noWebhook,
  "gotenberg-webhook-method": noWebhook,
  "gotenberg-webhook-error-method": noWebhook,
  "gotenberg-webhook-extra-http-headers": noWebhook,
} as const;

/** The files of a page, by their names. */
const files = (description: string) =>
  t.Array(file({ maxBytes: limits.formBytesMax }), { minItems: 1, maxItems: 50, description });

const html = new File(["<h1>Hello</h1>"], "index.html", { type: "text/html" });
const markdown = [
  new File(['<body>{{ toHTML "notes.md" }}</body>'], "index.html", { type: "text/html" }),
  new File(["# Hello"], "notes.md", { type: "text/markdown" }),
];

/** The page of a request, by the last segment of its path. */
const sources = {
  url: {
    title: "a web page",
    note: " The page is shown unchanged: no advertising is blocked, no banner is hidden, and nothing is cached.",
    fields: {
      url: t.String({
        minLength: 1,
        maxLength: limits.urlMax,
        description: "URL of the page: https:// or http://",
      }),
      files: t.Optional(
        t.Array(file({ maxBytes: limits.templateMax }), {
          maxItems: 2,
          description: "`header.html` and `footer.html`, for the margins of each page of a PDF",
        }),
      ),
    },
    example: { url: "https://example.com/" },
  },
  html: {
    title: "HTML",
    note: "",
    fields: {
      files: files(
        "`index.html`, and the files that it refers to: style sheets, images, fonts and scripts",
      ),
    },
    example: { files: [html] },
  },
  markdown: {
    title: "Markdown",
    note: " HTML in Markdown is shown as text.",
    fields: {
      files: files(
        '`index.html`, the Markdown files that it includes with `{{ toHTML "name.md" }}`, and other files that it refers to',
      ),
    },
    example: { files: markdown },
  },
};

const outputs = {
  convert: {
    title: (source: string) => `Convert ${source} to PDF`,
    fields: convertFields,
    response: binary("application/pdf"),
  },
  screenshot: {
    title: (source: string) => `Capture ${source}`,
    fields: screenshotFields,
    response: binary("image/png", "image/jpeg", "image/webp"),
  },
};

interface Request {
  url?: string;
  files?: File[];
}

/** Defines the route `/forms/chromium/OUTPUT/INPUT` of Gotenberg. */
export function defineFormRoute(output: keyof typeof outputs, input: keyof typeof sources) {
  const [{ title, fields, response }, source] = [outputs[output], sources[input]];
  return screenshot.route({
    summary: `${title(source.title)}, with Gotenberg's API`,
    description: `For clients of Gotenberg's \`POST /forms/chromium/${output}/${input}\`.${source.note}`,
    body: t.Object({ ...source.fields, ...fields }),
    response,
    heavy: ({ body }) => input === "markdown" && isLongMarkdown((body as Request).files ?? []),
    // Gotenberg's own authentication.
    keyHeaders: ["authorization"],
    refusedHeaders: webhookHeaders,
    headerFields: { "gotenberg-output-filename": "outputFilename" },
    timeoutMs: captureMs({ timeout: timeoutMs }),
    ...(input !== "url" && { bodyBytesMax: limits.formBytesMax }),
    headers: captureHeaders,
    example: { body: source.example as Request },
    async handler({ body, browser, clock, signal, caller, data }) {
      const { answerConvert, answerScreenshot } = await import("./response.ts");
      const { files = [], ...rest } = body as typeof body & Request;
      const page = await readPage(input, { ...rest, files });
      const doors = { browser, clock, signal, caller, data };
      return output === "convert"
        ? answerConvert(page, { ...(rest as ConvertRequest), templates: files }, doors)
        : answerScreenshot(page, rest as ScreenshotRequest, doors);
    },
  });
}

async function readPage(input: keyof typeof sources, { url, files = [] }: Request) {
  if (input === "url") return { url: readAddress(url ?? "", "body.url") };
  const { buildMarkdownPage, buildPage } = await import("./pages.ts");
  return input === "html" ? buildPage(files) : buildMarkdownPage(files);
}

/** Returns whether the Markdown files of a form take long to render, so that a job process must do it. */
function isLongMarkdown(files: readonly File[]): boolean {
  const sizes = files.map(({ name, size }) => (name.endsWith(".md") ? size : 0));
  return sizes.reduce((sum, size) => sum + size, 0) > limits.lightMarkdownMax;
}
