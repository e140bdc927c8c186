import { definePlugin } from "hub";
import { gotenbergErrors } from "./error-shape.ts";

export default definePlugin({
  title: "Screenshots",
  summary:
    "Captures web pages, HTML and Markdown as images or PDF, in a browser that cannot reach the hub's own network.",
  permissions: { browser: true },
  limits: {
    bodyBytesMax: 2_097_152,
    urlMax: 2048,
    htmlMax: 1_048_576,
    markdownMax: 262_144,
    lightMarkdownMax: 16_384,
    cssMax: 65_536,
    selectorMax: 256,
    hiddenMax: 20,
    cookiesMax: 20,
    headersMax: 20,
    headerMax: 4096,
    widthMin: 320,
    widthMax: 3840,
    heightMin: 240,
    heightMax: 2160,
    paperMmMin: 20,
    paperMmMax: 5000,
    templateMax: 16_384,
    pixelsAcrossMax: 8192,
    pageHeightMax: 20_000,
    scaleMax: 3,
    delayMsMax: 10_000,
    timeoutMsMin: 1000,
    timeoutMsMax: 30_000,
    cacheSecondsMax: 86_400,
    cacheBytesMax: 67_108_864,
    cachedBytesMax: 8_388_608,
  },
  errors: {
    page_status: { status: 422, title: "The page responded with an error status" },
  },
  first: ["capture.get"],
  optionalAliases: {
    gotenberg: {
      "/forms/chromium/convert/url": "gotenberg/convert-url.post",
      "/forms/chromium/convert/html": "gotenberg/convert-html.post",
      "/forms/chromium/convert/markdown": "gotenberg/convert-markdown.post",
      "/forms/chromium/screenshot/url": "gotenberg/url.post",
      "/forms/chromium/screenshot/html": "gotenberg/html.post",
      "/forms/chromium/screenshot/markdown": "gotenberg/markdown.post",
    },
  },
  errorShapes: { "/forms": gotenbergErrors },
  try: { "/screenshot": "capture.get" },
});
