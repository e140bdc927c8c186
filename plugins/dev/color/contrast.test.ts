import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { apca, apcaNeeded, contrastRatio } from "./contrast.ts";
import { parseColor } from "./parse-color.ts";
import { roundToSrgb } from "./srgb.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const get = async (query: Record<string, string>) =>
  json(await hub.get(`/api/dev/color/contrast?${new URLSearchParams(query)}`));
const rgb = (text: string) => roundToSrgb(parseColor(text, "color"));

// The pairs of apca-w3's own tests for 0.0.98G-4g, its two extremes, and values below its minimum.
describe("APCA matches its published values:", () => {
  test.each([
    ["888", "fff", 63.056469930209424],
    ["fff", "888", -68.54146436644962],
    ["000", "aaa", 58.146262578561334],
    ["aaa", "000", -56.24113336839742],
    ["123", "def", 91.66830811481631],
    ["def", "123", -93.06770049484275],
    ["123", "444", 8.32326136957393],
    ["444", "123", -7.526878460278154],
    ["123", "234", 0],
    ["000", "fff", 106.04067321268862],
    ["fff", "000", -107.88473318309848],
    ["777", "777", 0],
  ])("#%s on #%s", (text, background, lc) => {
    expect(apca(rgb(text), rgb(background))).toBeCloseTo(lc, 9);
  });
});

// Ratios from WebAIM's contrast checker.
describe("the contrast ratio matches WCAG 2:", () => {
  test.each([
    ["000", "fff", 21],
    ["fff", "000", 21],
    ["767676", "fff", 4.54],
    ["777777", "fff", 4.48],
    ["f00", "fff", 4],
    ["00f", "fff", 8.59],
    ["f00", "00f", 2.15],
    ["abc", "abc", 1],
  ])("#%s on #%s", (one, other, ratio) => {
    expect(contrastRatio(rgb(one), rgb(other))).toBeCloseTo(ratio, 2);
  });
});

describe("contrast", () => {
  test("reports which WCAG thresholds a pair meets", async () => {
    expect(await get({ foreground: "767676", background: "white" })).toMatchObject({
      foreground: "#767676",
      background: "#ffffff",
      ratio: 4.542,
      wcag: { aa_normal: true, aa_large: true, aaa_normal: false, aaa_large: true, ui: true },
      large_text: false,
      passes: true,
      suggestion: null,
    });
  });

  test("doesn't round a pair up to a threshold", async () => {
    const { ratio, wcag, passes } = await get({ foreground: "#777", background: "#fff" });
    expect({ ratio, passes, aa: wcag.aa_normal }).toEqual({
      ratio: 4.478,
      passes: false,
      aa: false,
    });
  });

  test("suggests the nearest passing colour of the same hue, darker or lighter", async () => {
    const { suggestion } = await get({ foreground: "777", background: "fff" });
    expect(suggestion).toEqual({
      foreground: "#767676",
      ratio: 4.542,
      apca_lc: 71.57,
      delta_e: 0.0034,
    });
    const lighter = (await get({ foreground: "555", background: "111" })).suggestion;
    expect(lighter.ratio).toBeWithin(4.5, 4.6);
    expect(lighter.foreground > "#555555").toBe(true);
  });

  test.each([
    ["aa", "white"],
    ["aaa", "white"],
    ["apca", "white"],
    ["apca", "black"],
    ["aaa", "navy"],
    ["aa", "gold"],
  ])("for the target %s suggests a colour on %s that meets it", async (target, background) => {
    const pair = { foreground: "tomato", background, target };
    const { suggestion } = await get(pair);
    expect(await get({ ...pair, foreground: suggestion.foreground })).toMatchObject({
      passes: true,
    });
  });

  test("suggests nothing if no colour passes", async () => {
    const answer = await get({ foreground: "888", background: "777", target: "aaa" });
    expect(answer).toMatchObject({ passes: false, suggestion: null });
  });

  test("has a lower threshold for large text, which is 14 points in bold", async () => {
    const pair = { foreground: "888", background: "fff" };
    const large = async (font_size: string, bold: string) => {
      const { large_text, passes } = await get({ ...pair, font_size, bold });
      return [large_text, passes];
    };
    expect(await large("23.9", "false")).toEqual([false, false]);
    expect(await large("24", "false")).toEqual([true, true]);
    expect(await large("18", "true")).toEqual([false, false]);
    expect(await large("18.67", "true")).toEqual([true, true]);
  });

  test("blends translucent colours over each other, and the lowest over white", async () => {
    const answer = await get({ foreground: "rgb(0 0 0 / 50%)", background: "#ffff0080" });
    expect(answer).toMatchObject({ foreground: "#808040", background: "#ffff7f" });
  });

  test("fails with 400 for an invalid colour or font size", async () => {
    const res = await hub.get("/api/dev/color/contrast?foreground=red&background=nope");
    expect(res.status).toBe(400);
    expect((await json(res)).errors[0].location).toBe("query.background");
    const small = await hub.get(
      "/api/dev/color/contrast?foreground=red&background=000&font_size=0",
    );
    expect(small.status).toBe(400);
  });

  test("returns the bare ratio to clients that accept text", async () => {
    const res = await hub.get("/api/dev/color/contrast?foreground=000&background=fff", {
      accept: "text/plain",
    });
    expect(await res.text()).toBe("21");
  });
});

test("APCA requires more contrast for smaller and lighter text", () => {
  const sizes = [12, 14, 16, 18, 24, 36];
  expect(sizes.map((size) => apcaNeeded({ size, bold: false }))).toEqual([90, 90, 90, 75, 60, 45]);
  expect(sizes.map((size) => apcaNeeded({ size, bold: true }))).toEqual([90, 75, 60, 60, 45, 45]);
});
