import {
  type Browser,
  cleanFileName,
  reply,
  type Shot,
  type Static,
  type t,
  writeAttachment,
} from "hub";
import { captureRequest } from "../answer-request.ts";
import type { Capture } from "../capture.ts";
import { checkHeaders, invalid } from "../page/checks.ts";
import { checkSpace } from "../page/print.ts";
import screenshot from "../plugin.ts";
import { type CaptureOptions, captureFields, type PostOptions } from "../request.ts";
import { type CaptureDoors, writeAnswer } from "../response.ts";
import {
  type convertFields,
  type pageFields,
  type screenshotFields,
  timeoutMs,
} from "./request.ts";

declare const shotFields: ReturnType<typeof t.Object<typeof screenshotFields>>;
declare const pdfFields: ReturnType<typeof t.Object<typeof convertFields>>;
declare const commonFields: ReturnType<typeof t.Object<typeof pageFields>>;
/** The fields of a screenshot request, without the page. */
export type ScreenshotRequest = Static<typeof shotFields>;
/** The fields of a PDF request, without the page. */
export type ConvertRequest = Static<typeof pdfFields>;
/** The fields that both have. */
type PageRequest = Static<typeof commonFields>;

type Doors = CaptureDoors & { browser: Browser };

/** Captures a page and returns the image, as Gotenberg does. */
export async function answerScreenshot(
  source: Shot["source"],
  request: ScreenshotRequest,
  doors: Doors,
) {
  const { selector, deviceScaleFactor } = request;
  const options = {
    ...toPageOptions(request),
    ...{ width: request.width, height: request.height, format: request.format },
    // Gotenberg's lowest quality is 0, and this hub's is 1.
    quality: Math.max(1, request.quality),
    ...(deviceScaleFactor !== undefined && { device_scale_factor: deviceScaleFactor }),
    ...(selector !== undefined && { selector }),
    full_page: !request.clip && selector === undefined,
    omit_background: request.omitBackground,
  };
  const name = nameFile(request.outputFilename ?? "screenshot", request.format);
  return answer(source, { options, request, name }, doors);
}

/** Prints a page and returns the PDF, as Gotenberg does. Headers and footers are files. */
export async function answerConvert(
  source: Shot["source"],
  { templates, ...request }: ConvertRequest & { templates: readonly File[] },
  doors: Doors,
) {
  const options = {
    ...toPageOptions(request),
    format: "pdf" as const,
    quality: 100,
    full_page: true,
    omit_background: false,
  };
  const print = await toPrintOptions(request, templates);
  const name = nameFile(request.outputFilename ?? "document", "pdf");
  return answer(source, { options, request, name }, { ...doors, print });
}

interface Work {
  options: CaptureOptions & PostOptions;
  request: PageRequest;
  /** The header that names the file. */
  name: string;
}

async function answer(
  source: Shot["source"],
  { options, request, name }: Work,
  doors: Doors & { print?: Shot["print"] },
) {
  const isInspected =
    request.failOnConsoleExceptions ||
    request.failOnResourceLoadingFailed ||
    request.failOnResourceHttpStatusCodes.length > 0;
  const more = isInspected ? { inspect: true } : {};
  const { capture, hit } = await captureRequest(source, options, { ...doors, part: "body", more });
  if ("url" in source && isListed(capture.status, request.failOnHttpStatusCodes))
    throw conflict(`The page responded with the status ${capture.status}`);
  checkFiles(capture, request);
  const { body, type, headers } = await writeAnswer(capture, {
    ...{ format: options.format, cache_ttl: options.cache_ttl, hit },
    url: "url" in source ? source.url : undefined,
  });
  return reply(body, { type, headers: { ...headers, "content-disposition": name } });
}

function nameFile(given: string, extension: string): string {
  const name = cleanFileName(given);
  const isComplete = name.toLowerCase().endsWith(`.${extension}`);
  return writeAttachment(isComplete ? name : `${name}.${extension}`);
}

async function toPrintOptions(
  request: ConvertRequest,
  templates: readonly File[],
): Promise<NonNullable<Shot["print"]>> {
  const { nativePageRanges, scale, landscape } = request;
  const readTemplate = (name: string) => templates.find((file) => file.name === name)?.text();
  const [header, footer] = [await readTemplate("header.html"), await readTemplate("footer.html")];
  if (nativePageRanges !== "" && !/^[\d\s,-]+$/.test(nativePageRanges))
    throw invalid(
      "body.nativePageRanges",
      `be page ranges such as 1-3, 5: it is "${nativePageRanges}"`,
    );
  return checkSpace(
    {
      paper: {
        width: readLength("paperWidth", request),
        height: readLength("paperHeight", request),
      },
      margins: {
        top: readLength("marginTop", request),
        right: readLength("marginRight", request),
        bottom: readLength("marginBottom", request),
        left: readLength("marginLeft", request),
      },
      landscape,
      scale,
      backgrounds: request.printBackground,
      media: request.emulatedMediaType,
      ...(nativePageRanges !== "" && { pageRanges: nativePageRanges }),
      ...(header !== undefined && { header }),
      ...(footer !== undefined && { footer }),
      singlePage: request.singlePage,
      cssPageSize: request.preferCssPageSize,
      tagged: request.generateTaggedPdf,
      outline: request.generateDocumentOutline,
    },
    "body.marginTop",
  );
}

type LengthField = `${"paper" | "margin"}${string}` & keyof ConvertRequest;

/** Inches of each unit. Without a unit, a length is in inches. */
const units = { "": 1, in: 1, pt: 1 / 72, px: 1 / 96, pc: 1 / 6, mm: 1 / 25.4, cm: 1 / 2.54 };

/** Parses a length such as `210mm`. Returns inches. */
function readLength(name: LengthField, request: ConvertRequest): number {
  const [, number, unit = ""] = /^([\d.]+)([a-z]*)$/.exec(request[name]) ?? [];
  const inches = Number(number) * units[unit as keyof typeof units];
  const { paperMmMin, paperMmMax } = screenshot.limits;
  const [least, most] = [name.startsWith("paper") ? paperMmMin : 0, paperMmMax];
  if (inches * 25.4 >= least && inches * 25.4 <= most) return inches;
  throw invalid(`body.${name}`, `be from ${least}mm to ${most}mm: it is "${request[name]}"`);
}

/** Parses a duration in Go's notation, such as `1.5s`, `500ms` or `1s500ms`. Returns milliseconds. */
function readDuration(text: string): number {
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/([\d.]+)(ms|s)/g))
    sum += Number(count) * (unit === "s" ? 1000 : 1);
  return sum;
}

/** Converts the common fields to this hub's options. Everything that Gotenberg leaves unchanged stays unchanged. */
function toPageOptions(
  request: PageRequest,
): Omit<CaptureOptions & PostOptions, "format" | "quality" | "full_page" | "omit_background"> {
  const { userAgent, waitForSelector, waitForExpression, waitWindowStatus } = request;
  const expressions = [
    waitForExpression,
    waitWindowStatus && `window.status === ${JSON.stringify(waitWindowStatus)}`,
  ].filter(Boolean);
  return {
    wait_until: request.skipNetworkIdleEvent ? "auto" : "networkidle",
    ...(waitForSelector !== undefined && { wait_for: waitForSelector }),
    ...(expressions.length > 0 && {
      wait_for_expression: expressions.map((one) => `(${one})`).join(" && "),
    }),
    delay: parseDelay(request.waitDelay),
    timeout: timeoutMs,
    ...(userAgent !== undefined && { user_agent: userAgent }),
    headers: checkScopes(checkHeaders(request.extraHttpHeaders, "body.extraHttpHeaders")),
    cookies: request.cookies,
    ...readMediaFeatures(request),
    javascript: true,
    ...{ block_ads: false, block_cookie_banners: false, hide_selectors: [] },
    ...{ cache_ttl: 0, fail_on_status: false },
  };
}

/** Rejects headers for some URLs only, which would be sent with their condition as part of the value. */
function checkScopes(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers))
    if (/;\s*scope=/i.test(value))
      throw invalid(
        `body.extraHttpHeaders.${name}`,
        "have no scope: headers are sent to the page's own origin only",
      );
  return headers;
}

function readMediaFeatures({ emulatedMediaFeatures: features }: PageRequest) {
  const getValue = (wanted: string) => features.find(({ name }) => name === wanted)?.value;
  const scheme = getValue("prefers-color-scheme") ?? "light";
  const motion = getValue("prefers-reduced-motion") ?? "no-preference";
  if (!["light", "dark"].includes(scheme) || !["reduce", "no-preference"].includes(motion))
    throw invalid(
      "body.emulatedMediaFeatures",
      "have light or dark for prefers-color-scheme, and reduce or no-preference for prefers-reduced-motion",
    );
  return { dark_mode: scheme === "dark", reduced_motion: motion === "reduce" };
}

function parseDelay(duration: string | undefined): number {
  const delay = duration === undefined ? captureFields.delay.default : readDuration(duration);
  const { delayMsMax } = screenshot.limits;
  if (delay > delayMsMax)
    throw invalid("body.waitDelay", `be at most ${delayMsMax} ms: it is "${duration}"`);
  return Math.round(delay);
}

/** Throws if a file of the page or one of its scripts failed, and the request forbids that. */
function checkFiles({ files = [], exceptions = [] }: Capture, request: PageRequest): void {
  const { failOnResourceHttpStatusCodes: codes, ignoreResourceHttpStatusDomains: ignored } =
    request;
  const isIgnored = (url: string) => {
    const { hostname } = new URL(url);
    return ignored.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  };
  const wrong = files.find(({ url, status }) => isListed(status, codes) && !isIgnored(url));
  if (wrong) throw conflict(`The file "${wrong.url}" has the status ${wrong.status}`);
  // The page itself has cancelled it.
  const lost = files.find(({ error }) => error !== undefined && error !== "net::ERR_ABORTED");
  if (lost && request.failOnResourceLoadingFailed)
    throw conflict(`Cannot load the file "${lost.url}" of the page: ${lost.error}`);
  if (exceptions.length > 0 && request.failOnConsoleExceptions)
    throw conflict(`A script of the page failed: ${exceptions.join("; ")}`);
}

/** Returns whether a list has a status. 499 stands for all statuses that start with 4. */
function isListed(status: number, codes: readonly number[]): boolean {
  return codes.some((code) =>
    code % 100 === 99 ? Math.floor(code / 100) === Math.floor(status / 100) : code === status,
  );
}

function conflict(message: string) {
  return screenshot.error("page_status", message, { status: 409 });
}
