import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { paletteSpaces, schemes } from "./request.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const get = async (query: Record<string, string>) =>
  json(await hub.get(`/api/dev/color/palette?${new URLSearchParams(query)}`));
const hexes = async (query: Record<string, string>) =>
  (await get(query)).colors.map(({ hex }: { hex: string }) => hex);

describe("palette", () => {
  test.each(schemes.flatMap((scheme) => paletteSpaces.map((space) => [scheme, space])))(
    "contains the given colour once in the scheme %s in %s, and no duplicates",
    async (scheme, space) => {
      const { base, colors } = await get({ color: "tomato", scheme, space });
      expect(base).toBe("#ff6347");
      const given = colors.filter(({ is_base }: { is_base: boolean }) => is_base);
      expect(given).toMatchObject([{ hex: "#ff6347" }]);
      const different = new Set(colors.map(({ hex }: { hex: string }) => hex));
      expect(different.size).toBe(scheme === "tailwind" ? 11 : 5);
    },
  );

  test("rotates HSL hues on the colour wheel", async () => {
    const red = { color: "f00", space: "hsl", count: "4" };
    expect(await hexes({ ...red, count: "2" })).toEqual(["#ff0000", "#00ffff"]);
    expect(await hexes({ ...red, scheme: "triadic", count: "3" })).toEqual([
      "#ff0000",
      "#00ff00",
      "#0000ff",
    ]);
    expect(await hexes({ ...red, scheme: "tetradic" })).toEqual([
      "#ff0000",
      "#80ff00",
      "#00ffff",
      "#8000ff",
    ]);
    expect(await hexes({ ...red, scheme: "split", count: "3" })).toEqual([
      "#ff0000",
      "#00ff80",
      "#0080ff",
    ]);
    expect(await hexes({ ...red, scheme: "analogous", count: "3" })).toEqual([
      "#ff0080",
      "#ff0000",
      "#ff8000",
    ]);
  });

  test("keeps lightness and chroma when it rotates OKLCh hues", async () => {
    const { colors } = await get({ color: "#7a8b99", scheme: "tetradic", count: "4" });
    for (const { oklch } of colors) {
      expect(oklch.l).toBeCloseTo(colors[0].oklch.l, 2);
      expect(oklch.c).toBeCloseTo(colors[0].oklch.c, 2);
    }
    expect((colors[2].oklch.h + 180) % 360).toBeCloseTo(colors[0].oklch.h, -1);
  });

  test("fades shades to black and tints to white", async () => {
    for (const space of paletteSpaces) {
      const lights = async (scheme: string) =>
        (await get({ color: "tomato", scheme, space, count: "20" })).colors.map(
          ({ oklch }: { oklch: { l: number } }) => oklch.l,
        );
      const [shades, tints] = [await lights("shades"), await lights("tints")];
      expect(shades).toEqual(shades.toSorted((a: number, b: number) => b - a));
      expect(tints).toEqual(tints.toSorted((a: number, b: number) => a - b));
    }
    const red = { color: "f00", space: "hsl", count: "2" };
    expect(await hexes({ ...red, scheme: "shades" })).toEqual(["#ff0000", "#800000"]);
    expect(await hexes({ ...red, scheme: "tints" })).toEqual(["#ff0000", "#ff8080"]);
  });

  test("returns Tailwind's eleven steps, each darker than the previous one", async () => {
    for (const color of ["3b82f6", "ffff00", "fdf2f8", "0b0b0b", "fff", "000"])
      for (const space of paletteSpaces) {
        const { colors } = await get({ color, space, scheme: "tailwind" });
        const steps = colors.map(({ step }: { step: number }) => step);
        expect(steps).toEqual([50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950]);
        const lights = colors.map(({ hsl }: { hsl: { l: number } }) => hsl.l);
        expect(lights).toEqual(lights.toSorted((a: number, b: number) => b - a));
      }
  });

  test("writes custom properties to clients that accept text", async () => {
    const res = await hub.get("/api/dev/color/palette?color=f00&count=2&space=hsl", {
      accept: "text/plain",
    });
    expect(await res.text()).toBe(":root {\n  --color-1: #ff0000;\n  --color-2: #00ffff;\n}");
  });

  test("returns the name and text contrast of every colour", async () => {
    const { colors } = await get({ color: "000", scheme: "tints", count: "2" });
    expect(colors[0]).toMatchObject({
      name: "Black",
      is_dark: true,
      contrast_white: 21,
      contrast_black: 1,
    });
  });

  test("fails with 400 for a count that Tailwind doesn't have", async () => {
    const res = await hub.get("/api/dev/color/palette?color=red&scheme=tailwind&count=5");
    expect(res.status).toBe(400);
    expect((await json(res)).detail).toBe(
      'query.count must be 11 or omitted if query.scheme is "tailwind": it is 5',
    );
  });

  test.each(["color=nope", "color=red&count=1", "color=red&count=21", "color=red&scheme=odd"])(
    "fails with 400 for %s",
    async (query) => {
      expect((await hub.get(`/api/dev/color/palette?${query}`)).status).toBe(400);
    },
  );
});
