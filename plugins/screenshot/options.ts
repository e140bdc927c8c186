import { group, oneOf, type Shot, type Static, t } from "hub";
import { deviceNames } from "./page/devices.ts";
import screenshot from "./plugin.ts";

const { limits } = screenshot;

/** What both endpoints take besides the page itself. */
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
      description: "The width of the window in CSS pixels. Default: the device's, or 1280",
    }),
  ),
  height: t.Optional(
    t.Integer({
      minimum: limits.heightMin,
      maximum: limits.heightMax,
      description: "The height of the window in CSS pixels. Default: the device's, or 800",
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
    description: `Captures the whole page instead of the window, up to ${limits.pageHeightMax} pixels. The page is scrolled through so that everything loads, and elements with a fixed position are drawn once`,
  }),
  selector: t.Optional(
    t.String({
      minLength: 1,
      maxLength: limits.selectorMax,
      description: "A CSS selector: captures only the first visible element that matches",
    }),
  ),
  format: oneOf(["png", "jpeg", "webp", "base64", "json"], {
    default: "png",
    description:
      "`base64` is a PNG as text; `json` holds it as a data URI, with everything known about the page",
  }),
  ...group("Image", {
    quality: t.Integer({
      minimum: 1,
      maximum: 100,
      default: 80,
      description: "The quality of JPEG and WebP",
    }),
    resize_width: t.Optional(
      t.Integer({
        minimum: 16,
        maximum: limits.widthMax,
        description: "Scales the image down to this width in pixels",
      }),
    ),
  }),
  ...group("Waiting", {
    wait_until: oneOf(["auto", "load", "domcontentloaded", "networkidle"], {
      default: "auto",
      description:
        "When the page counts as ready. `auto` waits until the page has settled: its images and fonts have loaded, its scripts have what they requested, timers of up to 3 seconds have run, nothing visible says that it is loading, and nothing grows or changes. It does not wait for what never ends, such as a clock, an animation or a request every second",
    }),
    wait_for: t.Optional(
      t.String({
        minLength: 1,
        maxLength: limits.selectorMax,
        description: "A CSS selector: waits until a matching element is visible",
      }),
    ),
    delay: t.Integer({
      minimum: 0,
      maximum: limits.delayMsMax,
      default: 0,
      description: "Milliseconds to wait once the page is ready",
    }),
    timeout: t.Integer({
      minimum: limits.timeoutMsMin,
      maximum: limits.timeoutMsMax,
      default: 15_000,
      description: "Milliseconds for the whole capture, once a page is free",
    }),
    best_effort: t.Boolean({
      default: false,
      description:
        "Captures a page that is not ready in time as it is shortly before `timeout`, and says so with `X-Screenshot-Settled: false` and `settled`. Without it, such a page fails with `capture_timeout`",
    }),
  }),
  ...group("How the page is shown", {
    dark_mode: t.Boolean({
      default: false,
      description: "Asks the page for its dark colour scheme",
    }),
    reduced_motion: t.Boolean({
      default: true,
      description: "Asks the page for reduced motion, and skips animations to their end",
    }),
    block_ads: t.Boolean({
      default: true,
      description: "Blocks requests to known advertising and tracking hosts",
    }),
    block_cookie_banners: t.Boolean({
      default: true,
      description: "Hides consent banners, without consenting",
    }),
    hide_selectors: t.Array(t.String({ minLength: 1, maxLength: limits.selectorMax }), {
      default: [],
      maxItems: limits.hiddenMax,
      description: "CSS selectors of elements to hide",
    }),
    omit_background: t.Boolean({
      default: false,
      description: "Leaves the image transparent where the page has no background. Not for JPEG",
    }),
    javascript: t.Boolean({ default: true, description: "Whether the page's scripts run" }),
    timezone: t.Optional(
      t.String({ maxLength: 64, description: "The time zone of the page, such as Europe/Berlin" }),
    ),
    locale: t.Optional(
      t.String({
        maxLength: 35,
        description: "The language of the page as a BCP 47 tag, such as de-CH",
      }),
    ),
  }),
  ...group("Cache and failures", {
    cache_ttl: t.Integer({
      minimum: 0,
      maximum: limits.cacheSecondsMax,
      default: 300,
      description: "How many seconds the image may answer the same request again",
    }),
    fail_on_status: t.Boolean({
      default: false,
      description: "Whether a page with a status of 400 or above is an error",
    }),
  }),
};

const captureSchema = t.Object(captureFields);
export type CaptureOptions = Static<typeof captureSchema>;

const length = (description: string) =>
  t.Number({ minimum: 1, maximum: limits.pageHeightMax, description });
const distance = (description: string) =>
  t.Number({ minimum: 0, maximum: limits.pageHeightMax, description });

/** What only the POST endpoint takes. */
export const postFields = {
  ...group("How the page is shown", {
    css: t.Optional(
      t.String({ maxLength: limits.cssMax, description: "A style sheet to add to the page" }),
    ),
  }),
  ...group("Image", {
    clip: t.Optional(
      t.Object(
        {
          x: distance("From the left of the page, in CSS pixels"),
          y: distance("From the top of the page, in CSS pixels"),
          width: length("In CSS pixels"),
          height: length("In CSS pixels"),
        },
        { description: "Captures only this part of the page" },
      ),
    ),
  }),
  ...group("What the page is told", {
    cookies: t.Array(
      t.Object({
        name: t.String({ minLength: 1, maxLength: 256, description: "The name of the cookie" }),
        value: t.String({ maxLength: limits.headerMax, description: "The value of the cookie" }),
        domain: t.Optional(
          t.String({
            maxLength: 255,
            description:
              "The host it is sent to, with its subdomains. Default: the page's host alone",
          }),
        ),
        path: t.Optional(t.String({ maxLength: 1024, description: "The paths it is sent to" })),
        secure: t.Optional(t.Boolean({ description: "Whether it is sent over https:// only" })),
        http_only: t.Optional(t.Boolean({ description: "Whether it is hidden from scripts" })),
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
        description: "The `User-Agent` of the browser",
      }),
    ),
    geolocation: t.Optional(
      t.Object(
        {
          latitude: t.Number({ minimum: -90, maximum: 90, description: "In degrees" }),
          longitude: t.Number({ minimum: -180, maximum: 180, description: "In degrees" }),
          accuracy: t.Number({
            minimum: 0,
            maximum: 100_000,
            default: 10,
            description: "In metres",
          }),
        },
        {
          description:
            "The position that the page receives. Without it, the page may not request one",
        },
      ),
    ),
  }),
  ...group("Image", {
    frame: oneOf(["none", "light", "dark"], {
      default: "none",
      description: "Draws the image in a browser window",
    }),
    background: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 500,
        description: "Draws the image on a CSS colour or gradient, with a margin",
      }),
    ),
  }),
};
const postSchema = t.Object(postFields);
type PostFields = Static<typeof postSchema>;
/** Those fields, none of which the GET endpoint has, with cookies as the browser takes them. */
export type PostOptions = Partial<Omit<PostFields, "cookies">> & { cookies?: Shot["cookies"] };

/** How long a capture may take: a page that comes out blank is shown again. */
export function captureMs({ timeout }: { timeout: number }): number {
  return 2 * timeout + 30_000;
}
