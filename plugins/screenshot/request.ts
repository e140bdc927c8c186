import { group, oneOf, type Shot, type Static, t } from "hub";
import { checkHeaders } from "./page/checks.ts";
import { deviceNames } from "./page/devices.ts";
import { contentFormats } from "./page/formats.ts";
import { printFields, templateFields } from "./page/print.ts";
import { stepActions } from "./page/steps.ts";
import screenshot from "./plugin.ts";

const { limits } = screenshot;

/** The fields of both endpoints, without the page. */
export const captureFields = {
  ...group("Window", {
    device: t.Optional(
      oneOf(deviceNames, {
        description:
          "The window of a device. `width`, `height` and `device_scale_factor` override its values",
      }),
    ),
  }),
  width: t.Optional(
    t.Integer({
      minimum: limits.widthMin,
      maximum: limits.widthMax,
      description: "Width of the window in CSS pixels. Default: the device's, or 1280",
    }),
  ),
  height: t.Optional(
    t.Integer({
      minimum: limits.heightMin,
      maximum: limits.heightMax,
      description: "Height of the window in CSS pixels. Default: the device's, or 800",
    }),
  ),
  ...group("Window", {
    device_scale_factor: t.Optional(
      t.Number({
        minimum: 1,
        maximum: limits.scaleMax,
        description: "Image pixels per CSS pixel. Default: the device's, or 1",
      }),
    ),
  }),
  full_page: t.Boolean({
    default: false,
    description: `Whether to capture the whole page instead of the window, up to ${limits.pageHeightMax.toLocaleString("en-US")} pixels, or 16,383 in WebP. The page is scrolled through so that everything loads, an element that scrolls instead of the page is shown as a whole, and elements with a fixed position are drawn once`,
  }),
  selector: t.Optional(
    t.String({
      minLength: 1,
      maxLength: limits.selectorMax,
      description: "CSS selector: only the first visible element that matches is captured",
    }),
  ),
  ...group("Elements", {
    selectors: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: limits.selectorMax }), {
        maxItems: limits.selectorsMax,
        description: "CSS selectors: the box around the first visible element of each is captured",
      }),
    ),
    selector_all: t.Optional(
      t.Boolean({
        description:
          "Whether the box is around all visible elements that match `selector` and `selectors`, instead of the first",
      }),
    ),
    padding: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: limits.paddingMax,
        description: "Space around the elements of `selector` and `selectors`, in CSS pixels",
      }),
    ),
  }),
  format: oneOf(["png", "jpeg", "webp", "base64", "json", "pdf", ...contentFormats], {
    default: "png",
    description:
      "Format of the image. `base64` is a PNG as text; `json` contains it as a data URI, with a description of the page. `pdf` prints the page. `html` and `text` return the loaded page or its elements as HTML or visible text, `accessibility` what screen readers get, and `har` the requests of the page, without bodies, cookies and credentials",
  }),
  ...printFields,
  ...group("Image", {
    quality: t.Integer({
      minimum: 1,
      maximum: 100,
      default: 80,
      description: "Quality of JPEG and WebP",
    }),
    resize_width: t.Optional(
      t.Integer({
        minimum: 16,
        maximum: limits.widthMax,
        description: "Width in pixels to scale the image down to",
      }),
    ),
  }),
  ...group("Waiting", {
    wait_until: oneOf(["auto", "load", "domcontentloaded", "networkidle"], {
      default: "auto",
      description:
        "Condition for the page to be ready. `auto` waits until the page has settled: its images and fonts have loaded, its scripts have received what they requested, timers of up to 3 seconds have run, nothing visible says that it is loading, and nothing grows or changes. It does not wait for anything endless, such as a clock, an animation or a request every second",
    }),
    wait_for: t.Optional(
      t.String({
        minLength: 1,
        maxLength: limits.selectorMax,
        description: "CSS selector: the capture waits until a matching element is visible",
      }),
    ),
    delay: t.Integer({
      minimum: 0,
      maximum: limits.delayMsMax,
      default: 0,
      description: "Time to wait after the page is ready, in milliseconds",
    }),
    timeout: t.Integer({
      minimum: limits.timeoutMsMin,
      maximum: limits.timeoutMsMax,
      default: 15_000,
      description: "Timeout of the whole capture in milliseconds, from when a browser page is free",
    }),
    best_effort: t.Boolean({
      default: false,
      description:
        "Whether to capture a page that is not ready shortly before `timeout`, and report it with `X-Screenshot-Settled: false` and `settled`. Without it, such a page fails with `capture_timeout`",
    }),
  }),
  ...group("Appearance", {
    dark_mode: t.Boolean({
      default: false,
      description: "Whether to request the page's dark colour scheme",
    }),
    reduced_motion: t.Boolean({
      default: true,
      description: "Whether to request reduced motion, and skip animations to their end",
    }),
    block_ads: t.Boolean({
      default: true,
      description: "Whether to block requests to known advertising and tracking hosts",
    }),
    block_cookie_banners: t.Optional(
      t.Boolean({
        description:
          "Whether to hide consent banners, without consenting, and to apply the filter lists that the operator imported. Default: true for a `url`, and false for your own page. `X-Screenshot-Removed` has their number, and `removed` their texts",
      }),
    ),
    hide_selectors: t.Array(t.String({ minLength: 1, maxLength: limits.selectorMax }), {
      default: [],
      maxItems: limits.hiddenMax,
      description: "CSS selectors of elements to hide",
    }),
    omit_background: t.Boolean({
      default: false,
      description: "Whether the image is transparent if the page has no background. Not for JPEG",
    }),
    frozen_at: t.Optional(
      t.String({
        maxLength: 40,
        description:
          "Fixed time of the page's clock, such as 2026-01-31T12:00:00Z. `Math.random` is fixed, too, so that equal pages have equal images",
      }),
    ),
    javascript: t.Boolean({ default: true, description: "Whether the page's scripts run" }),
    timezone: t.Optional(
      t.String({ maxLength: 64, description: "Time zone of the page, such as Europe/Berlin" }),
    ),
    locale: t.Optional(
      t.String({
        maxLength: 35,
        description: "Language of the page as a BCP 47 tag, such as de-CH",
      }),
    ),
  }),
  ...group("Cache and errors", {
    cache_ttl: t.Integer({
      minimum: 0,
      maximum: limits.cacheSecondsMax,
      default: 300,
      description: "Maximum age in seconds of a cached image for the same request",
    }),
    fail_on_status: t.Boolean({
      default: false,
      description: "Whether a page with a status of 400 or above is an error",
    }),
  }),
};

const captureSchema = t.Object(captureFields);
export type CaptureOptions = Omit<Static<typeof captureSchema>, "best_effort"> & {
  /** Undefined if callers cannot set it. */
  best_effort?: boolean;
};

const length = (description: string) =>
  t.Number({ minimum: 1, maximum: limits.pageHeightMax, description });
const distance = (description: string) =>
  t.Number({ minimum: 0, maximum: limits.pageHeightMax, description });

/** The fields of the POST endpoint only. */
export const postFields = {
  ...templateFields,
  ...group("Waiting", {
    wait_for_expression: t.Optional(
      t.String({
        minLength: 1,
        maxLength: limits.expressionMax,
        description:
          "JavaScript expression of the page's scripts, such as `window.ready === true`: the capture waits until it is true. An expression that changes anything fails with `invalid_input`",
      }),
    ),
    steps: t.Array(
      t.Object({
        action: oneOf(stepActions, {
          description:
            "`click`, `hover` and `type` need a `selector`, `type` and `press` a `text`, `scroll` a `selector` or `y`, and `wait` a `selector` or `ms`",
        }),
        selector: t.Optional(
          t.String({
            minLength: 1,
            maxLength: limits.selectorMax,
            description: "CSS selector of the element: the first visible one",
          }),
        ),
        text: t.Optional(
          t.String({
            maxLength: limits.stepTextMax,
            description: "Text to replace that of the field, or the key to press, such as Enter",
          }),
        ),
        y: t.Optional(
          t.Number({
            minimum: 0,
            maximum: limits.pageHeightMax,
            description: "Distance from the top edge of the page, in CSS pixels",
          }),
        ),
        ms: t.Optional(
          t.Integer({
            minimum: 0,
            maximum: limits.delayMsMax,
            description: "Time in milliseconds",
          }),
        ),
      }),
      {
        default: [],
        maxItems: limits.stepsMax,
        description:
          "Actions before the capture, in order. After each one, the capture waits until the page has settled again",
      },
    ),
  }),
  ...group("Appearance", {
    css: t.Optional(
      t.String({ maxLength: limits.cssMax, description: "Style sheet to add to the page" }),
    ),
  }),
  ...group("Image", {
    clip: t.Optional(
      t.Object(
        {
          x: distance("Distance from the left edge of the page, in CSS pixels"),
          y: distance("Distance from the top edge of the page, in CSS pixels"),
          width: length("Width in CSS pixels"),
          height: length("Height in CSS pixels"),
        },
        { description: "Part of the page to capture" },
      ),
    ),
  }),
  ...group("Request context", {
    cookies: t.Array(
      t.Object({
        name: t.String({ minLength: 1, maxLength: 256, description: "Name of the cookie" }),
        value: t.String({ maxLength: limits.headerMax, description: "Value of the cookie" }),
        domain: t.Optional(
          t.String({
            maxLength: 255,
            description:
              "Host that receives the cookie, including its subdomains. Default: only the page's host",
          }),
        ),
        path: t.Optional(
          t.String({
            maxLength: 1024,
            description: "Path that receives the cookie, including subpaths",
          }),
        ),
        secure: t.Optional(
          t.Boolean({ description: "Whether the cookie is sent over https:// only" }),
        ),
        http_only: t.Optional(
          t.Boolean({ description: "Whether the cookie is hidden from scripts" }),
        ),
      }),
      { default: [], maxItems: limits.cookiesMax, description: "Cookies to set for the page" },
    ),
    headers: t.Record(t.String(), t.String(), {
      default: {},
      description: `Up to ${limits.headersMax} request headers, sent to the page's own origin only`,
    }),
    user_agent: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 512,
        pattern: "^[\\x20-\\x7e]*$",
        errorMessage: "characters of ASCII",
        description: "`User-Agent` of the browser",
      }),
    ),
    geolocation: t.Optional(
      t.Object(
        {
          latitude: t.Number({ minimum: -90, maximum: 90, description: "Latitude in degrees" }),
          longitude: t.Number({ minimum: -180, maximum: 180, description: "Longitude in degrees" }),
          accuracy: t.Number({
            minimum: 0,
            maximum: 100_000,
            default: 10,
            description: "Accuracy in metres",
          }),
        },
        {
          description: "Position that the page receives. Without it, the page may not request one",
        },
      ),
    ),
  }),
  ...group("Image", {
    frame: oneOf(["none", "light", "dark"], {
      default: "none",
      description: "Style of the browser window drawn around the image",
    }),
    background: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 500,
        description: "CSS colour or gradient drawn behind the image, with a margin",
      }),
    ),
  }),
};
const postSchema = t.Object(postFields);
type PostFields = Static<typeof postSchema>;
/** The fields of the POST endpoint, with cookies in the browser's format. */
export type PostOptions = Partial<Omit<PostFields, "cookies">> & { cookies?: Shot["cookies"] };

/** The fields for the page, of which exactly one is needed. */
export const sourceFields = {
  url: t.Optional(
    t.String({
      minLength: 1,
      maxLength: limits.urlMax,
      description: "URL of the page: https:// or http://",
    }),
  ),
  html: t.Optional(
    t.String({ minLength: 1, maxLength: limits.htmlMax, description: "HTML of the page" }),
  ),
};

/** Checks the headers of a request, and converts its cookies to the browser's format. Throws `invalid_input`. */
export function readPostOptions<Options extends Pick<PostFields, "cookies" | "headers">>(
  options: Options,
  part = "body",
) {
  return {
    ...options,
    headers: checkHeaders(options.headers, `${part}.headers`),
    cookies: options.cookies.map(({ http_only: httpOnly, ...cookie }) => ({
      ...cookie,
      ...(httpOnly !== undefined && { httpOnly }),
    })),
  };
}

/** Returns the maximum duration of a capture in milliseconds: a blank page is loaded again. */
export function captureMs({ timeout }: { timeout: number }): number {
  return 2 * timeout + 30_000;
}
