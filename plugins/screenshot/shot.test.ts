import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { readAdPlaces } from "./page/ad-hosts.ts";
import type { CaptureOptions, PostOptions } from "./request.ts";
import { buildShot } from "./shot.ts";

const usual: CaptureOptions = {
  full_page: false,
  format: "png",
  quality: 80,
  wait_until: "auto",
  delay: 0,
  timeout: 15_000,
  best_effort: false,
  dark_mode: false,
  reduced_motion: true,
  block_ads: true,
  hide_selectors: [],
  omit_background: false,
  javascript: true,
  cache_ttl: 300,
  fail_on_status: false,
};
const shoot = (more: Partial<CaptureOptions> & PostOptions = {}) =>
  buildShot({ url: "https://example.com/" }, { ...usual, ...more }, { part: "body" });

test.each<[Partial<CaptureOptions> & PostOptions, object]>([
  [{}, { type: "png", transparent: false }],
  [{ omit_background: true }, { type: "png", transparent: true }],
  [
    { format: "jpeg", omit_background: true },
    { type: "jpeg", quality: 80, transparent: false },
  ],
  [
    { format: "webp", quality: 30 },
    { type: "webp", quality: 30, transparent: false },
  ],
  [{ format: "json" }, { type: "png", transparent: false }],
  [
    { format: "webp", resize_width: 64 },
    { type: "png", transparent: false },
  ],
  [
    { format: "jpeg", frame: "dark" },
    { type: "png", transparent: false },
  ],
  [
    { format: "webp", background: "red" },
    { type: "png", transparent: false },
  ],
  [
    { format: "webp", frame: "none" },
    { type: "webp", quality: 80, transparent: false },
  ],
])("with %j the browser writes %j, to lose no quality before the final encoding", (more, image) => {
  expect(shoot(more).image).toEqual(image as never);
});

test.each<[Partial<CaptureOptions> & PostOptions, unknown]>([
  [{}, "viewport"],
  [{ full_page: true }, "page"],
  [{ selector: "main" }, { selector: ["main"], every: false, padding: 0 }],
  [
    { selector: "main", selectors: ["p"], selector_all: true, padding: 9 },
    { selector: ["main", "p"], every: true, padding: 9 },
  ],
  [{ clip: { x: 0, y: 1, width: 2, height: 3 } }, { x: 0, y: 1, width: 2, height: 3 }],
])("%j captures %j", (more, area) => {
  expect(shoot(more).area).toEqual(area as never);
});

test("limits a window to exactly the pixels of an image", () => {
  const scale = fc.double({ min: 1, max: 3, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 320, max: 3840 }), scale, (width, device_scale_factor) => {
      const takeShot = () => shoot({ width, device_scale_factor });
      if (width * device_scale_factor > 8192)
        expect(takeShot).toThrow("body.device_scale_factor must be such that");
      else expect(takeShot().viewport).toMatchObject({ width, height: 800 });
    }),
    cases(100),
  );
});

test("changes the caller's own page only on request, and hides banners on other pages", () => {
  const own = buildShot({ html: "<p>" }, usual, { part: "body" });
  expect(own.script).toBeUndefined();
  const asked = { ...usual, block_cookie_banners: true };
  expect(buildShot({ html: "<p>" }, asked, { part: "body" }).script).toContain("cookie");
  expect(shoot().script).toContain("cookie");
  expect(shoot({ css: "p{}" }).css.at(-1)).toBe("p{}");
  expect(shoot({ block_ads: false, block_cookie_banners: false }).css).toEqual([""]);
});

test("each hidden selector has a separate rule that it can't escape", () => {
  const [rules = ""] = shoot({ hide_selectors: ["a > b", "[x=']']"] }).css;
  expect(rules.split("\n").slice(-2)).toEqual([
    "a > b{display:none!important}",
    "[x=']']{display:none!important}",
  ]);
  for (const selector of ["a{", "}", "</style>", "/* a"])
    expect(() => shoot({ hide_selectors: ["a", selector] })).toThrow("body.hide_selectors.1 must");
});

test("the list of hosts contains plain names without duplicates", () => {
  for (const host of readAdPlaces().hosts) expect(host).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
});
