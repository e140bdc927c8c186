import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { describeColor } from "./describe-color.ts";
import { parseColor } from "./parse-color.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const get = async (color: string, query = "") =>
  json(await hub.get(`/api/dev/color/${encodeURIComponent(color)}${query}`));

describe("color", () => {
  test("returns a colour in every colour space", async () => {
    expect(await get("tomato")).toMatchObject({
      hex: "#ff6347",
      hex8: "#ff6347ff",
      rgb: { r: 255, g: 99, b: 71 },
      hsl: { h: 9.13, s: 100, l: 63.92 },
      hsv: { h: 9.13, s: 72.16, v: 100 },
      hwb: { h: 9.13, w: 27.84, b: 0 },
      cmyk: { c: 0, m: 61.18, y: 72.16, k: 0 },
      alpha: 1,
      in_srgb_gamut: true,
    });
  });

  // The values of red in CSS Color 4: lab(54.29 80.8 69.9), oklch(0.628 0.2577 29.23).
  test("matches CSS for red in the device-independent colour spaces", async () => {
    expect(await get("red")).toMatchObject({
      lab: { l: 54.291, a: 80.805, b: 69.891 },
      oklch: { l: 0.62796, c: 0.25768, h: 29.23 },
      oklab: { l: 0.62796, a: 0.22486, b: 0.12585 },
      xyz: { x: 0.41239, y: 0.21264, z: 0.01933 },
      display_p3: { r: 0.91749, g: 0.20029, b: 0.13856 },
    });
  });

  test("returns hue 0 for grey, and only black ink for black", async () => {
    const grey = await get("lab(50% 0 0)");
    expect([grey.hsl.h, grey.lch.h, grey.oklch]).toEqual([0, 0, { l: grey.oklab.l, c: 0, h: 0 }]);
    expect((await get("000")).cmyk).toEqual({ c: 0, m: 0, y: 0, k: 100 });
  });

  test("keeps a colour out of the sRGB gamut, and returns the nearest one in gamut", async () => {
    const green = await get("color(display-p3 0 1 0)");
    expect(green).toMatchObject({
      in_srgb_gamut: false,
      display_p3: { r: 0, g: 1, b: 0 },
      hex: "#00fb29",
      rgb: { r: 0, g: 251, b: 41 },
    });
    expect(green.css.srgb).toBe("color(srgb -0.5116 1.01827 -0.31067)");
    expect((await get("oklch(1 0 0)")).in_srgb_gamut).toBe(true);
  });

  test("writes opacity in every notation that supports it", async () => {
    const { hex, hex8, alpha, css } = await get("rgb(255 0 0 / 50%)");
    expect({ hex, hex8, alpha }).toEqual({ hex: "#ff0000", hex8: "#ff000080", alpha: 0.5 });
    expect(css.hex).toBe("#ff000080");
    expect(css.hsl).toBe("hsl(0 100% 50% / 0.5)");
    expect(css.display_p3).toBe("color(display-p3 0.91749 0.20029 0.13856 / 0.5)");
  });

  test("writes CSS notations that parse to the same colour", async () => {
    for (const color of ["#010203", "#7f0081", "#c0ffee", "#808080", "#fefefe", "#0000ff"]) {
      const { cmyk, ...css } = (await get(color)).css as Record<string, string>;
      expect(cmyk).toStartWith("device-cmyk(");
      for (const notation of Object.values(css)) expect((await get(notation)).hex).toBe(color);
    }
  });

  test("names a colour by its keyword, and by its name in the list or the nearest one", async () => {
    expect((await get("663399")).name).toMatchObject({ css: "rebeccapurple", delta_e: 0 });
    expect((await get("c93f38")).name).toEqual({
      exact: "100 Mph",
      css: null,
      nearest: "100 Mph",
      nearest_hex: "#c93f38",
      delta_e: 0,
    });
    const { exact, nearest, delta_e } = (await get("c93f39")).name;
    expect({ exact, nearest }).toEqual({ exact: null, nearest: "100 Mph" });
    expect(delta_e).toBeWithin(0.0001, 0.02);
  });

  test("returns the luminance, and whether white text has more contrast", async () => {
    expect(await get("fff")).toMatchObject({ luminance: 1, is_dark: false });
    expect(await get("767676")).toMatchObject({ luminance: 0.18116, is_dark: false });
    expect(await get("737373")).toMatchObject({ luminance: 0.17144, is_dark: true });
  });

  test.each([
    ["hex8", "#ff6347ff"],
    ["hsv", "hsv(9.13 72.16% 100%)"],
    ["oklch", "oklch(0.69622 0.19552 32.32)"],
    ["rec2020", "color(rec2020 0.84695 0.49455 0.35593)"],
    ["name", "Bruschetta Tomato"],
  ])("returns the bare %s to clients that accept text", async (to, expected) => {
    const res = await hub.get(`/api/dev/color/tomato?to=${to}`, { accept: "text/plain" });
    expect(await res.text()).toBe(expected);
  });

  test("fails with 400 for an invalid colour, with its location", async () => {
    const res = await hub.get("/api/dev/color/bluish");
    expect(res.status).toBe(400);
    expect((await json(res)).errors[0].location).toBe("path.color");
    expect((await hub.get(`/api/dev/color/${"a".repeat(129)}`)).status).toBe(400);
    expect((await hub.get("/api/dev/color/red?to=pantone")).status).toBe(400);
  });

  test("can be cached", async () => {
    const res = await hub.get("/api/dev/color/red");
    expect(res.headers.get("cache-control")).toContain("immutable");
  });

  test("has a trial endpoint without a key", async () => {
    const res = await hub.fetch(new Request("http://localhost/try/color/663399"));
    expect((await json(res)).name.css).toBe("rebeccapurple");
  });
});

test("color keeps more precision than 255 steps", async () => {
  expect((await get("hsl(210.3,50.5%,40.2%)")).hsl).toEqual({ h: 210.3, s: 50.5, l: 40.2 });
  expect((await get("hwb(90.5 20.3% 40.7%)")).hwb).toEqual({ h: 90.5, w: 20.3, b: 40.7 });
});

test("color reads back each notation that it writes", async () => {
  for (const hex of ["#ff6347", "#000000", "#1e90ff80", "#ffffff", "#7f7f7f"]) {
    const { css } = await describeColor(parseColor(hex, "color"), { to: "hex" });
    const { converted } = await describeColor(parseColor(hex, "color"), { to: "hsv" });
    for (const text of [...Object.values(css), converted]) {
      const read = await describeColor(parseColor(text, "color"), { to: "hex" });
      expect([text, read.hex]).toEqual([text, css.hex.slice(0, 7)]);
    }
  }
});
