import type { Browser, CommonDoors, MadePage, PrintOptions, Shot } from "hub";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import { type HtmlBody, paperSizes } from "./request.ts";

/** Prints HTML as a PDF in the hub's browser. */
export async function convertHtml(
  body: HtmlBody,
  { browser, caller, signal }: Pick<CommonDoors, "caller" | "signal"> & { browser: Browser },
) {
  const page = await readPage(body);
  const picture = await browser(buildShot(page, body), { caller, signal });
  const hosts = picture.network.refused.map(({ host }) => host);
  const size = Buffer.byteLength(page.html);
  const files = Object.values(page.files ?? {});
  return answerFile(
    {
      bytes: picture.bytes,
      pages: picture.pages ?? 0,
      engine: "chromium",
      input: {
        inputBytes: files.reduce((sum, { byteLength }) => sum + byteLength, size),
        name: undefined,
      },
      suffix: "document",
      facts: { refused_hosts: hosts.length },
      warnings: hosts.map((host) => `Nothing was loaded from the host "${host}"`),
    },
    body,
  );
}

/** Returns the page and the files that it may load, by path. */
async function readPage({ html, files = [] }: HtmlBody): Promise<MadePage> {
  const index = files.findIndex(({ name }) => name === "index.html");
  if ((html === undefined) === index < 0)
    throw pdf.error(
      "invalid_input",
      `body must have one of html and a file "index.html": it has ${html === undefined ? "neither" : "both"}`,
      { at: "body" },
    );
  const { htmlMax } = pdf.limits;
  const main = files[index];
  if (main && main.size > htmlMax)
    throw pdf.error(
      "invalid_input",
      `body.files.${index} must have at most ${htmlMax} bytes: it has ${main.size}`,
      { at: `body.files.${index}` },
    );
  const others = files.filter((file) => file !== main);
  const entries = others.map(async (file) => [`/${file.name}`, await file.bytes()] as const);
  return {
    html: html ?? (await main?.text()) ?? "",
    files: Object.fromEntries(await Promise.all(entries)),
  };
}

function buildShot(source: MadePage, body: HtmlBody): Shot {
  return {
    source,
    print: buildPrint(body),
    offline: !body.network,
    javascript: body.javascript,
    area: "page",
    viewport: { width: 1280, height: 800, scale: 1, mobile: false },
    image: { type: "png", transparent: false },
    wait: { until: "auto", delayMs: 0 },
    timeoutMs: pdf.limits.htmlTimeoutMs,
    media: { dark: false, reducedMotion: true },
    css: [],
    blockedHosts: [],
    cookies: [],
    headers: {},
  };
}

const mmPerInch = 25.4;

function buildPrint({ header, footer, tagged, ...body }: HtmlBody): PrintOptions {
  const [width, height] = paperSizes[body.paper];
  const margin = body.margin / mmPerInch;
  const least = Math.min(width, height) - 2 * body.margin;
  if (least < 10)
    throw pdf.error(
      "invalid_input",
      `body.margin must leave at least 10 mm of the paper for the content: it is ${body.margin}`,
      { at: "body.margin" },
    );
  return {
    paper: { width: width / mmPerInch, height: height / mmPerInch },
    margins: { top: margin, right: margin, bottom: margin, left: margin },
    landscape: body.landscape,
    scale: body.scale,
    backgrounds: body.backgrounds,
    media: "print",
    ...(header !== undefined && { header }),
    ...(footer !== undefined && { footer }),
    singlePage: false,
    cssPageSize: true,
    tagged,
    outline: tagged,
  };
}
