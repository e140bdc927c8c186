import { oneOf, t } from "hub";
import screenshot from "../plugin.ts";
import { captureFields, postFields } from "../request.ts";
import unsupported from "./unsupported.json" with { type: "json" };

const { limits } = screenshot;
const { selector, wait_for, omit_background, device_scale_factor } = captureFields;

/** Timeout of a capture. It equals Gotenberg's default. */
export const timeoutMs = 30_000;

/** A field that only accepts the values that disable its feature. */
const refused = (advice: string) =>
  t.Optional(
    t.String({
      pattern: "^(\\[\\s*\\]|false)?$",
      description: `Not supported here: ${advice}`,
      errorMessage: `empty, because it is not supported here: ${advice}`,
    }),
  );

/** Fields for features that the hub offers elsewhere, or not at all. */
function refuse<Name extends string>(advice: Readonly<Record<Name, string>>) {
  const fields = Object.entries<string>(advice).map(([name, text]) => [name, refused(text)]);
  return Object.fromEntries(fields) as Record<Name, ReturnType<typeof refused>>;
}

const flag = (description: string) => t.Boolean({ default: false, description });

const statusCodes = (what: string, initial: number[]) =>
  t.Array(t.Integer({ minimum: 100, maximum: 599 }), {
    default: initial,
    maxItems: 500,
    description: `${what} for which the response is 409, in JSON. 499 stands for 400 to 499, and so on`,
  });

/** The fields of all requests to Gotenberg. */
export const pageFields = {
  outputFilename: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 200,
      description: "Name of the file, with or without its extension",
    }),
  ),
  waitDelay: t.Optional(
    t.String({
      pattern: "^(\\d{1,5}(\\.\\d{1,3})?(ms|s))+$",
      maxLength: 32,
      errorMessage: "a duration such as 500ms or 1.5s",
      description: `Time to wait after the page is ready, such as \`2s\` or \`500ms\`: at most ${limits.delayMsMax.toLocaleString("en-US")} ms`,
    }),
  ),
  waitForSelector: wait_for,
  waitForExpression: postFields.wait_for_expression,
  waitWindowStatus: t.Optional(
    t.String({ maxLength: 200, description: "Value of `window.status` to wait for" }),
  ),
  ...refuse(unsupported.page),
  emulatedMediaFeatures: t.Array(
    t.Object({
      name: oneOf(["prefers-color-scheme", "prefers-reduced-motion"]),
      value: oneOf(["light", "dark", "reduce", "no-preference"]),
    }),
    {
      default: [],
      maxItems: 2,
      description: "Preferences of the reader that style sheets adapt to, in JSON",
    },
  ),
  skipNetworkIdleEvent: t.Boolean({
    default: true,
    description:
      "`false` waits until the network is idle, instead of only until the page has settled",
  }),
  skipNetworkAlmostIdleEvent: t.Boolean({
    default: true,
    description: "Ignored: the hub always waits until the page has settled",
  }),
  userAgent: postFields.user_agent,
  extraHttpHeaders: {
    ...postFields.headers,
    description: `Up to ${limits.headersMax} request headers in JSON, sent to the page's own origin only`,
  },
  cookies: t.Array(
    t.Object({
      name: t.String({ minLength: 1, maxLength: 256 }),
      value: t.String({ maxLength: limits.headerMax }),
      domain: t.Optional(t.String({ maxLength: 255 })),
      path: t.Optional(t.String({ maxLength: 1024 })),
      secure: t.Optional(t.Boolean()),
      httpOnly: t.Optional(t.Boolean()),
      sameSite: t.Optional(oneOf(["Strict", "Lax", "None"])),
    }),
    { default: [], maxItems: limits.cookiesMax, description: "Cookies for the page, in JSON" },
  ),
  failOnHttpStatusCodes: statusCodes("Page statuses", [499, 599]),
  failOnResourceHttpStatusCodes: statusCodes("Statuses of a page's files", []),
  ignoreResourceHttpStatusDomains: t.Array(t.String({ minLength: 1, maxLength: 255 }), {
    default: [],
    maxItems: 100,
    description: "Hosts, with their subdomains, whose statuses don't fail the request, in JSON",
  }),
  failOnResourceLoadingFailed: flag(
    "Whether the response is 409 if a file of the page cannot be loaded",
  ),
  failOnConsoleExceptions: flag("Whether the response is 409 if a script of the page throws"),
};

/** The fields of all screenshot requests to Gotenberg. */
export const screenshotFields = {
  width: t.Integer({
    minimum: limits.widthMin,
    maximum: limits.widthMax,
    default: 800,
    description: "Width of the window in CSS pixels",
  }),
  height: t.Integer({
    minimum: limits.heightMin,
    maximum: limits.heightMax,
    default: 600,
    description: "Height of the window in CSS pixels",
  }),
  deviceScaleFactor: device_scale_factor,
  clip: t.Boolean({
    default: false,
    description: "Whether to capture only the window instead of the whole page",
  }),
  selector,
  format: oneOf(["png", "jpeg", "webp"], {
    default: "png",
    description: "Format of the image",
  }),
  quality: t.Integer({
    minimum: 0,
    maximum: 100,
    default: 100,
    description: "Quality of JPEG and WebP",
  }),
  omitBackground: omit_background,
  optimizeForSpeed: t.Boolean({
    default: false,
    description: "Ignored: images are always encoded in the same way",
  }),
  ...pageFields,
  emulatedMediaType: oneOf(["screen"], {
    default: "screen",
    description: "Media type of the style sheets: `print` is not supported",
  }),
};

const length = (what: string, initial: string) =>
  t.String({
    pattern: "^\\d{1,5}(\\.\\d{1,6})?(pt|px|in|mm|cm|pc)?$",
    maxLength: 20,
    default: initial,
    description: `${what}, in inches or with a unit such as \`210mm\``,
    errorMessage: "a length in inches or with a unit, such as 8.5 or 210mm",
  });
/** The fields of all PDF requests to Gotenberg. */
export const convertFields = {
  paperWidth: length("Width of the paper", "8.5"),
  paperHeight: length("Height of the paper", "11"),
  marginTop: length("Upper margin", "0.39"),
  marginBottom: length("Lower margin", "0.39"),
  marginLeft: length("Left margin", "0.39"),
  marginRight: length("Right margin", "0.39"),
  landscape: flag("Whether the paper is turned"),
  scale: t.Number({
    minimum: 0.1,
    maximum: 2,
    default: 1,
    description: "Scale of the content",
  }),
  nativePageRanges: t.String({
    maxLength: 100,
    default: "",
    description: "Pages of the PDF, such as `1-3, 5`. Default: all",
  }),
  singlePage: flag("Whether the paper is as high as the content"),
  preferCssPageSize: flag("Whether `@page` rules of the page override the paper"),
  printBackground: flag("Whether backgrounds are printed"),
  omitBackground: flag("Ignored: a PDF has no background of its own"),
  generateTaggedPdf: flag("Whether the PDF has tags for screen readers"),
  generateDocumentOutline: flag("Whether the PDF has an outline of the headings"),
  emulatedMediaType: oneOf(["print", "screen"], {
    default: "print",
    description: "Media type of the style sheets",
  }),
  ...pageFields,
  ...refuse(unsupported.pdf),
};
