import { binary, file, oneOf, t } from "hub";
import screenshot from "../plugin.ts";
import { captureFields, captureMs, postFields } from "../request.ts";

const { limits } = screenshot;
const { selector, wait_for, omit_background, device_scale_factor } = captureFields;

/** Timeout of a capture. It equals Gotenberg's default. */
export const timeoutMs = 30_000;
export const handlerTimeoutMs = captureMs({ timeout: timeoutMs });

/** A field for an unsupported feature. It only accepts the value that disables it. */
const never = (what: string) =>
  oneOf(["false"], { default: "false", description: `${what}: not supported` });

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
  waitDelay: t.Optional(
    t.String({
      pattern: "^(\\d{1,5}(\\.\\d{1,3})?(ms|s))+$",
      maxLength: 32,
      description: `Time to wait after the page is ready, such as \`2s\` or \`500ms\`: at most ${limits.delayMsMax.toLocaleString("en-US")} ms`,
    }),
  ),
  waitForSelector: wait_for,
  waitForExpression: t.Optional(
    t.String({
      maxLength: 4096,
      description:
        "Rejected: the hub runs no scripts of callers in pages. Use `waitForSelector` or `waitDelay`",
    }),
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
  emulatedMediaType: oneOf(["screen"], {
    default: "screen",
    description: "Media type of the style sheets: `print` is not supported",
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
    }),
    { default: [], maxItems: limits.cookiesMax, description: "Cookies for the page, in JSON" },
  ),
  failOnHttpStatusCodes: t.Array(t.Integer({ minimum: 100, maximum: 599 }), {
    default: [499, 599],
    maxItems: 500,
    description:
      "Page statuses for which the response is 409, in JSON. 499 stands for 400 to 499, and so on",
  }),
  failOnResourceLoadingFailed: never("Fails if a file of the page cannot be loaded"),
  failOnConsoleExceptions: never("Fails if a script of the page throws"),
};

/** The field for the files of a page, by their names. */
export function filesField(description: string) {
  return t.Array(file({ maxBytes: limits.bodyBytesMax }), {
    minItems: 1,
    maxItems: 50,
    description,
  });
}

export const screenshotAnswer = binary("image/png", "image/jpeg", "image/webp");
