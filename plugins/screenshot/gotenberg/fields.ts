import { binary, file, oneOf, t } from "hub";
import { captureFields, captureMs, postFields } from "../options.ts";
import screenshot from "../plugin.ts";

const { limits } = screenshot;
const { selector, wait_for, omit_background, device_scale_factor } = captureFields;

/** How long a capture may take, as long as Gotenberg gives a request by itself. */
export const timeoutMs = 30_000;
export const handlerTimeoutMs = captureMs({ timeout: timeoutMs });

/** What this hub does not do for pages of others; it takes the value that asks for nothing. */
const never = (what: string) =>
  oneOf(["false"], { default: "false", description: `${what}: not supported` });

/** What Gotenberg takes for every screenshot. */
export const screenshotFields = {
  width: t.Integer({
    minimum: limits.widthMin,
    maximum: limits.widthMax,
    default: 800,
    description: "The width of the window in CSS pixels",
  }),
  height: t.Integer({
    minimum: limits.heightMin,
    maximum: limits.heightMax,
    default: 600,
    description: "The height of the window in CSS pixels",
  }),
  deviceScaleFactor: device_scale_factor,
  clip: t.Boolean({
    default: false,
    description: "Captures the window alone instead of the whole page",
  }),
  selector,
  format: oneOf(["png", "jpeg", "webp"], {
    default: "png",
    description: "The format of the image",
  }),
  quality: t.Integer({
    minimum: 0,
    maximum: 100,
    default: 100,
    description: "The quality of JPEG and WebP",
  }),
  omitBackground: omit_background,
  optimizeForSpeed: t.Boolean({
    default: false,
    description: "Changes nothing: images are encoded in one way",
  }),
  waitDelay: t.Optional(
    t.String({
      pattern: "^(\\d{1,5}(\\.\\d{1,3})?(ms|s))+$",
      maxLength: 32,
      description: `How long to wait once the page is ready, such as \`2s\` or \`500ms\`: at most ${limits.delayMsMax} ms`,
    }),
  ),
  waitForSelector: wait_for,
  waitForExpression: t.Optional(
    t.String({
      maxLength: 4096,
      description:
        "Refused: the hub runs no scripts of callers in pages. Use `waitForSelector` or `waitDelay`",
    }),
  ),
  skipNetworkIdleEvent: t.Boolean({
    default: true,
    description:
      "`false` waits until the network is idle, and not only until the page has come to rest",
  }),
  skipNetworkAlmostIdleEvent: t.Boolean({
    default: true,
    description: "Changes nothing: a page that has come to rest is waited for anyway",
  }),
  emulatedMediaType: oneOf(["screen"], {
    default: "screen",
    description: "The media of the style sheets: `print` is not supported",
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
      "Answers 409 where the page itself has one of these statuses; 499 stands for 400 to 499, and so on. In JSON",
  }),
  failOnResourceLoadingFailed: never("Fails where a file of the page cannot be loaded"),
  failOnConsoleExceptions: never("Fails where a script of the page throws"),
};

/** The files of a page, by their names. */
export function filesField(description: string) {
  return t.Array(file({ maxBytes: limits.bodyBytesMax }), {
    minItems: 1,
    maxItems: 50,
    description,
  });
}

export const screenshotAnswer = binary("image/png", "image/jpeg", "image/webp");
