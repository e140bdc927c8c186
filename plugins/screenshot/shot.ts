import type { Shot } from "hub";
import { type BannerFilters, chooseBlockedHosts, defaultFilters } from "./filters/load-filters.ts";
import { readAdPlaces } from "./page/ad-hosts.ts";
import { checkLocale, checkTime, checkZone, invalid } from "./page/checks.ts";
import { devices, usualDevice } from "./page/devices.ts";
import { contentFormats } from "./page/formats.ts";
import { buildPrint, checkFormat } from "./page/print.ts";
import { checkSteps } from "./page/steps.ts";
import screenshot from "./plugin.ts";
import type { CaptureOptions, PostOptions } from "./request.ts";

interface ShotContext {
  /** The location of the fields, for errors. */
  part: string;
  /** The layout of a PDF. Default: that of the request. */
  print?: Shot["print"];
  /** The handling of consent banners. Default: without filter lists. */
  filters?: BannerFilters | undefined;
}

/** The address of a page that is given as HTML, for rules by host. */
const ownUrl = "http://page.localhost/";

/** Builds the browser's instructions for a request. Throws `invalid_input`. */
export function buildShot(
  source: Shot["source"],
  options: CaptureOptions & PostOptions,
  { part, print = buildPrint(options, part), filters = defaultFilters }: ShotContext,
): Shot {
  const device = options.device ? devices[options.device] : usualDevice;
  const width = options.width ?? device.width;
  const height = options.height ?? device.height;
  const scale = options.device_scale_factor ?? device.scale;
  const { pixelsAcrossMax } = screenshot.limits;
  if (width * scale > pixelsAcrossMax)
    throw invalid(
      `${part}.device_scale_factor`,
      `be such that the image is at most ${pixelsAcrossMax} pixels wide: it would be ${width * scale}`,
    );
  const userAgent = options.user_agent ?? device.userAgent;
  const read = contentFormats.find((name) => name === options.format);
  const hidesBanners = options.block_cookie_banners ?? "url" in source;
  checkFormat(options, part);
  const { timezone, locale, geolocation, steps = [], frozen_at } = options;
  const { wait_for_expression: expression } = options;
  return {
    source,
    viewport: { width, height, scale, mobile: device.mobile },
    ...(print && { print }),
    ...(read && { read }),
    ...(steps.length > 0 && { steps: checkSteps(steps) }),
    ...(frozen_at !== undefined && { frozenAt: checkTime(frozen_at, `${part}.frozen_at`) }),
    // Content that loads late must be in a PDF, too.
    area: print ? "page" : resolveArea(options, part),
    image: buildImageOptions(options),
    wait: {
      until: options.wait_until,
      ...(options.wait_for !== undefined && { selector: options.wait_for }),
      ...(expression !== undefined && { expression }),
      delayMs: options.delay,
      ...(options.best_effort !== undefined && { bestEffort: options.best_effort }),
    },
    timeoutMs: options.timeout,
    media: { dark: options.dark_mode, reducedMotion: options.reduced_motion },
    javascript: options.javascript,
    css: buildStyles(options, part),
    ...(hidesBanners && { script: filters.script }),
    blockedHosts: [
      ...(options.block_ads ? readAdPlaces().hosts : []),
      ...(hidesBanners ? chooseBlockedHosts(filters, "url" in source ? source.url : ownUrl) : []),
    ],
    cookies: options.cookies ?? [],
    headers: options.headers ?? {},
    ...(userAgent !== undefined && { userAgent }),
    ...(timezone !== undefined && { timezone: checkZone(timezone, `${part}.timezone`) }),
    ...(locale !== undefined && { locale: checkLocale(locale, `${part}.locale`) }),
    ...(geolocation && { geolocation }),
  };
}

function buildImageOptions({
  format,
  omit_background,
  quality,
  ...more
}: CaptureOptions & PostOptions): Shot["image"] {
  const transparent = omit_background && format !== "jpeg";
  // An image that is processed further must be lossless.
  const isLast =
    more.resize_width === undefined && (more.frame ?? "none") === "none" && !more.background;
  const isLossy = format === "jpeg" || format === "webp";
  return isLast && isLossy ? { type: format, quality, transparent } : { type: "png", transparent };
}

type AreaOptions = CaptureOptions & PostOptions;

function resolveArea(
  { full_page, selector, selectors = [], selector_all = false, padding = 0, clip }: AreaOptions,
  part: string,
): Shot["area"] {
  const all = selector === undefined ? selectors : [selector, ...selectors];
  const named = [
    full_page && "full_page",
    all.length > 0 && (selector ? "selector" : "selectors"),
    clip && "clip",
  ].filter(Boolean);
  if (named.length > 1)
    throw invalid(
      part,
      `have at most one of full_page, selector and clip: it has ${named.join(" and ")}`,
    );
  if (all.length > 0) return { selector: all, every: selector_all, padding };
  const unused = padding > 0 ? "padding" : selector_all && "selector_all";
  if (unused) throw invalid(`${part}.${unused}`, "be omitted without selector and selectors");
  return full_page ? "page" : (clip ?? "viewport");
}

function buildStyles(options: CaptureOptions & PostOptions, part: string): string[] {
  const hidden = options.block_ads ? [...readAdPlaces().selectors] : [];
  for (const [index, selector] of options.hide_selectors.entries())
    if (/[{}<]|\/\*/.test(selector))
      throw invalid(`${part}.hide_selectors.${index}`, "be a CSS selector");
  // Each selector has a rule of its own: an unsupported one must not disable the others.
  const rules = [...hidden, ...options.hide_selectors].map(
    (selector) => `${selector}{display:none!important}`,
  );
  return [rules.join("\n"), ...(options.css ? [options.css] : [])];
}
