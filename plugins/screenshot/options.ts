import { oneOf, t } from "hub";
import { deviceNames } from "./page/devices.ts";
import screenshot from "./plugin.ts";

const { limits } = screenshot;

/** What both endpoints take besides the page itself. */
export const captureFields = {
  device: t.Optional(
    oneOf(deviceNames, {
      description: "A window as such devices have one; each of its numbers can be set by itself",
    }),
  ),
  width: t.Optional(
    t.Integer({
      minimum: limits.widthMin,
      maximum: limits.widthMax,
      description: "Of the window, in CSS pixels; the device's, or 1280",
    }),
  ),
  height: t.Optional(
    t.Integer({
      minimum: limits.heightMin,
      maximum: limits.heightMax,
      description: "Of the window, in CSS pixels; the device's, or 800",
    }),
  ),
  device_scale_factor: t.Optional(
    t.Number({
      minimum: 1,
      maximum: limits.scaleMax,
      description: "Pixels of the image to a CSS pixel; the device's, or 1",
    }),
  ),
  full_page: t.Boolean({
    default: false,
    description: `The whole page and not just the window: it is scrolled through so that everything loads, what stays in place while one scrolls is drawn once, and it ends at ${limits.pageHeightMax} pixels`,
  }),
  selector: t.Optional(
    t.String({
      minLength: 1,
      maxLength: limits.selectorMax,
      description: "A CSS selector: only the first element that fits and can be seen",
    }),
  ),
  format: oneOf(["png", "jpeg", "webp", "base64", "json"], {
    default: "png",
    description: "`base64` is a PNG as text; `json` has it as a data URI with all that is known",
  }),
  quality: t.Integer({ minimum: 1, maximum: 100, default: 80, description: "Of JPEG and WebP" }),
  resize_width: t.Optional(
    t.Integer({
      minimum: 16,
      maximum: limits.widthMax,
      description: "Scales the image down to so many pixels across",
    }),
  ),
  wait_until: oneOf(["auto", "load", "domcontentloaded", "networkidle"], {
    default: "auto",
    description:
      "When the page is ready: `auto` is when it has come to rest. Images and fonts are there, what its scripts asked for has come, timers of up to 3 seconds are over, nothing that is seen says that it loads, and nothing grows or changes; what goes on for ever, as a clock, an animation or a request every second, is not waited for",
  }),
  wait_for: t.Optional(
    t.String({
      minLength: 1,
      maxLength: limits.selectorMax,
      description: "A CSS selector: an element that must be there to be seen",
    }),
  ),
  delay: t.Integer({
    minimum: 0,
    maximum: limits.delayMsMax,
    default: 0,
    description: "Milliseconds to wait after all that",
  }),
  timeout: t.Integer({
    minimum: limits.timeoutMsMin,
    maximum: limits.timeoutMsMax,
    default: 15_000,
    description: "Milliseconds for all of it, once there is a free page",
  }),
  best_effort: t.Boolean({
    default: false,
    description:
      "Takes a page that is not ready in time as it is by then, shortly before `timeout`, and says so by `X-Screenshot-Settled: false` and `settled`; without it, that is the failure `capture_timeout`",
  }),
  dark_mode: t.Boolean({ default: false, description: "Asks the page for its dark colours" }),
  reduced_motion: t.Boolean({
    default: true,
    description: "Asks the page to keep still, and takes animations to their end",
  }),
  block_ads: t.Boolean({
    default: true,
    description: "Asks no hosts that are known for advertising or for following people",
  }),
  block_cookie_banners: t.Boolean({
    default: true,
    description: "Hides what asks for consent, without consenting",
  }),
  hide_selectors: t.Array(t.String({ minLength: 1, maxLength: limits.selectorMax }), {
    default: [],
    maxItems: limits.hiddenMax,
    description: "CSS selectors of what is not to be seen",
  }),
  omit_background: t.Boolean({
    default: false,
    description: "Transparent where the page has no background; not in JPEG",
  }),
  javascript: t.Boolean({ default: true, description: "Whether the page's scripts run" }),
  timezone: t.Optional(
    t.String({ maxLength: 64, description: "The page's time zone, as Europe/Berlin" }),
  ),
  locale: t.Optional(
    t.String({ maxLength: 35, description: "The page's language, as de-CH (BCP 47)" }),
  ),
  cache_ttl: t.Integer({
    minimum: 0,
    maximum: limits.cacheSecondsMax,
    default: 300,
    description: "Seconds that the same request may be answered with the same image",
  }),
  fail_on_status: t.Boolean({
    default: false,
    description: "Whether a page that answers 400 or more is a failure",
  }),
};

/** The values of those fields. */
export interface CaptureOptions {
  device?: (typeof deviceNames)[number];
  width?: number;
  height?: number;
  device_scale_factor?: number;
  full_page: boolean;
  selector?: string;
  format: "png" | "jpeg" | "webp" | "base64" | "json";
  quality: number;
  resize_width?: number;
  wait_until: "auto" | "load" | "domcontentloaded" | "networkidle";
  wait_for?: string;
  delay: number;
  timeout: number;
  best_effort: boolean;
  dark_mode: boolean;
  reduced_motion: boolean;
  block_ads: boolean;
  block_cookie_banners: boolean;
  hide_selectors: string[];
  omit_background: boolean;
  javascript: boolean;
  timezone?: string;
  locale?: string;
  cache_ttl: number;
  fail_on_status: boolean;
}

/** How long a capture may take: a page that comes out blank is shown again. */
export function captureMs({ timeout }: { timeout: number }): number {
  return 2 * timeout + 30_000;
}
