import type { Shot } from "hub";
import type { CaptureOptions } from "../options.ts";
import screenshot from "../plugin.ts";
import { adHosts, adPlaces } from "./ad-hosts.ts";
import { consentBoxes, hideBanners } from "./consent.ts";
import { devices, usual } from "./devices.ts";

/** What the POST endpoint can say besides. */
export interface Extras {
  css?: string;
  clip?: { x: number; y: number; width: number; height: number };
  cookies?: Shot["cookies"];
  headers?: Record<string, string>;
  user_agent?: string;
  frame?: "none" | "light" | "dark";
  background?: string;
  geolocation?: { latitude: number; longitude: number; accuracy: number };
}

/**
 * Says to the browser what a request asks for; `part` is where its fields are, for complaints.
 * Throws `invalid_input`.
 */
export function shotOf(
  source: Shot["source"],
  options: CaptureOptions & Extras,
  part: "query" | "body",
): Shot {
  const device = options.device ? devices[options.device] : usual;
  const width = options.width ?? device.width;
  const height = options.height ?? device.height;
  const scale = options.device_scale_factor ?? device.scale;
  const { pixelsAcrossMax } = screenshot.limits;
  if (width * scale > pixelsAcrossMax)
    throw invalid(
      `${part}.device_scale_factor`,
      `be such that the image has at most ${pixelsAcrossMax} pixels across: it would have ${width * scale}`,
    );
  const userAgent = options.user_agent ?? device.userAgent;
  const { timezone, locale, geolocation } = options;
  return {
    source,
    viewport: { width, height, scale, mobile: device.mobile },
    area: areaOf(options, part),
    image: imageOf(options),
    wait: {
      until: options.wait_until,
      ...(options.wait_for !== undefined && { selector: options.wait_for }),
      delayMs: options.delay,
      bestEffort: options.best_effort,
    },
    timeoutMs: options.timeout,
    media: { dark: options.dark_mode, reducedMotion: options.reduced_motion },
    javascript: options.javascript,
    css: stylesOf(options, part),
    ...(options.block_cookie_banners && "url" in source && { script: hideBanners }),
    blockedHosts: options.block_ads ? adHosts : [],
    cookies: options.cookies ?? [],
    headers: options.headers ?? {},
    ...(userAgent !== undefined && { userAgent }),
    ...(timezone !== undefined && { timezone: checkedZone(timezone, part) }),
    ...(locale !== undefined && { locale: checkedLocale(locale, part) }),
    ...(geolocation && { geolocation }),
  };
}

function imageOf({
  format,
  omit_background,
  quality,
  ...more
}: CaptureOptions & Extras): Shot["image"] {
  const transparent = omit_background && format !== "jpeg";
  // What is worked on afterwards must not have lost anything yet.
  const isLast =
    more.resize_width === undefined && (more.frame ?? "none") === "none" && !more.background;
  const isLossy = format === "jpeg" || format === "webp";
  return isLast && isLossy ? { type: format, quality, transparent } : { type: "png", transparent };
}

function areaOf(
  { full_page, selector, clip }: CaptureOptions & Extras,
  part: string,
): Shot["area"] {
  const named = [full_page && "full_page", selector && "selector", clip && "clip"].filter(Boolean);
  if (named.length > 1)
    throw invalid(
      part,
      `have at most one of full_page, selector and clip: it has ${named.join(" and ")}`,
    );
  return full_page ? "page" : selector !== undefined ? { selector } : (clip ?? "viewport");
}

function stylesOf(options: CaptureOptions & Extras, part: string): string[] {
  const hidden = [
    ...(options.block_ads ? adPlaces : []),
    ...(options.block_cookie_banners ? consentBoxes : []),
  ];
  for (const [index, selector] of options.hide_selectors.entries())
    if (/[{}<]|\/\*/.test(selector))
      throw invalid(`${part}.hide_selectors.${index}`, "be a CSS selector");
  // Each in a rule of its own: one that cannot be read must not take the others with it.
  const rules = [...hidden, ...options.hide_selectors].map(
    (selector) => `${selector}{display:none!important}`,
  );
  return [rules.join("\n"), ...(options.css ? [options.css] : [])];
}

function checkedZone(zone: string, part: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw invalid(`${part}.timezone`, `be a time zone such as Europe/Berlin: it is "${zone}"`);
  }
}

function checkedLocale(locale: string, part: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0]!;
  } catch {
    throw invalid(`${part}.locale`, `be a language such as de-CH: it is "${locale}"`);
  }
}

function invalid(at: string, what: string) {
  return screenshot.error("invalid_input", `${at} must ${what}`, { at });
}
