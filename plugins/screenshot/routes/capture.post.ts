import { oneOf, t } from "hub";
import { captureAnswer } from "../answer.ts";
import { captureFields, captureMs } from "../options.ts";
import { pageAddress } from "../page/address.ts";
import { checkedHeaders } from "../page/headers.ts";
import screenshot from "../plugin.ts";

const { limits } = screenshot;
const side = (description: string) =>
  t.Number({ minimum: 1, maximum: limits.pageHeightMax, description });
const place = (description: string) =>
  t.Number({ minimum: 0, maximum: limits.pageHeightMax, description });

export default screenshot.route({
  summary: "Capture a web page, HTML or Markdown",
  description:
    "Takes exactly one of `url`, `html` and `markdown`. HTML is a page of its own, whose scripts run and which may load what is public; Markdown is set by the hub, and what is HTML in it is shown as text.",
  body: t.Object({
    url: t.Optional(
      t.String({
        minLength: 1,
        maxLength: limits.urlMax,
        description: "The page, https:// or http://",
      }),
    ),
    html: t.Optional(
      t.String({ minLength: 1, maxLength: limits.htmlMax, description: "A page itself" }),
    ),
    markdown: t.Optional(
      t.String({
        minLength: 1,
        maxLength: limits.markdownMax,
        description: "A text in GitHub's Markdown",
      }),
    ),
    ...captureFields,
    css: t.Optional(
      t.String({
        maxLength: limits.cssMax,
        description: "A style sheet that is added to the page's",
      }),
    ),
    clip: t.Optional(
      t.Object(
        {
          x: place("From the left of the page, in CSS pixels"),
          y: place("From its top"),
          width: side("In CSS pixels"),
          height: side("In CSS pixels"),
        },
        { description: "Only this part of the page" },
      ),
    ),
    cookies: t.Array(
      t.Object({
        name: t.String({ minLength: 1, maxLength: 256, description: "Its name" }),
        value: t.String({ maxLength: limits.headerMax, description: "Its value" }),
        domain: t.Optional(
          t.String({
            maxLength: 255,
            description: "The host it is for, with all below it; without it the page's alone",
          }),
        ),
        path: t.Optional(t.String({ maxLength: 1024, description: "The paths it is for" })),
        secure: t.Optional(t.Boolean({ description: "Whether it is for https:// alone" })),
        http_only: t.Optional(t.Boolean({ description: "Whether it is hidden from scripts" })),
      }),
      { default: [], maxItems: limits.cookiesMax, description: "Cookies that the page has" },
    ),
    headers: t.Record(t.String(), t.String(), {
      default: {},
      description: `Up to ${limits.headersMax} headers to ask with, which only the page's own origin gets to see`,
    }),
    user_agent: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 512,
        pattern: "^[\\x20-\\x7e]*$",
        description: "What the browser says it is",
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
        { description: "Where the page is told to be; without it, it may not ask" },
      ),
    ),
    frame: oneOf(["none", "light", "dark"], {
      default: "none",
      description: "Sets the image in the window of a browser",
    }),
    background: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 500,
        description: "Sets the image on a CSS colour or gradient, with space around it",
      }),
    ),
  }),
  response: captureAnswer,
  timeoutMs: ({ body }) => captureMs(body),
  example: {
    body: {
      markdown: "# Release 2.0\n\nFaster, **smaller**, and *done*.",
      width: 640,
      height: 320,
    },
  },
  async handler({
    body: { url, html, markdown, cookies, ...options },
    browser,
    clock,
    signal,
    caller,
  }) {
    const given = [url, html, markdown].filter((source) => source !== undefined);
    if (given.length !== 1)
      throw screenshot.error(
        "invalid_input",
        `body must have exactly one of url, html and markdown: it has ${given.length}`,
        { at: "body" },
      );
    const { answerRequest } = await import("../request.ts");
    const source =
      url !== undefined
        ? { url: pageAddress(url, "body.url") }
        : { html: html ?? (await import("../markdown/page.ts")).markdownPage(markdown!) };
    const asked = {
      ...options,
      headers: checkedHeaders(options.headers),
      cookies: cookies.map(({ http_only: httpOnly, ...cookie }) => ({
        ...cookie,
        ...(httpOnly !== undefined && { httpOnly }),
      })),
    };
    return answerRequest(source, asked, { browser, clock, signal, caller, part: "body" });
  },
});
