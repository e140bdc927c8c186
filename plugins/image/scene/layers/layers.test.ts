import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { hex, type Rgb } from "../../color/rgb.ts";
import { colorAt, meanLuma, paintOn, paintScene, pixelsWhere, stageFor } from "../scene.fixture.ts";
import { isMoonlit } from "../stage/plan.ts";
import type { Stage } from "../stage/stage.ts";
import { findMiddle } from "../stage/winding-path.ts";
import { paintRidge } from "./far.ts";
import { paintBlades, paintGround } from "./ground.ts";
import { paintPaths } from "./paths.ts";
import { gradientSteps, paintDisc, paintLights, paintSky, paintStars } from "./sky.ts";
import { paintWater } from "./water.ts";
import { getCloudCover, paintClouds, paintWeather } from "./weather.ts";

const grey: Rgb = [90, 90, 90];
const blue: Rgb = [40, 70, 160];
const size = { width: 160, height: 120 };

/** The pixels that differ from the colour they were painted on. */
const changed = (stage: Stage, from: Rgb) =>
  pixelsWhere(stage, (_, x, y) =>
    colorAt(stage, x, y).some((part, at) => Math.abs(part - (from[at] ?? 0)) > 1),
  );
const getRow = (stage: Stage, at: number) => Math.floor(at / stage.width);

describe("the sky", () => {
  test("goes from its first colour at the top to its last at the horizon", () => {
    const stops = ["000000", "404040", "808080", "c0c0c0"].map(hex);
    const colors = gradientSteps(stops);
    expect(colors).toHaveLength(256);
    expect(colors[0]?.map(Math.round)).toEqual([0, 0, 0]);
    expect(colors.at(-1)?.map(Math.round)).toEqual([192, 192, 192]);
    for (const [at, [red]] of colors.slice(1).entries())
      expect(red).toBeGreaterThanOrEqual((colors[at]?.[0] ?? 0) - 1e-6);
  });

  test("is brightest about the sun", () => {
    const stage = stageFor("a hill at sunset, cloudless", size);
    paintSky(stage);
    const { sun } = stage;
    const near = meanLuma(stage, (x, y) => Math.hypot(x - sun.x, y - sun.y) < 12);
    const far = meanLuma(
      stage,
      (x, y) => y < stage.horizon && Math.hypot(x - sun.x, y - sun.y) > 60,
    );
    expect(near).toBeGreaterThan(far + 30);
  });

  test.each([
    ["a hill at noon", false],
    ["a hill at night", true],
    ["a blue moon over a hill", true],
    ["a green sun over a hill", false],
  ])("%s has its disc where the light is", (prompt, isMoon) => {
    const stage = stageFor(prompt, { width: 300, height: 300 });
    paintDisc(stage);
    expect(isMoonlit(stage)).toBe(isMoon);
    const { x, y } = stage.sun;
    const [red, green, bluePart] = colorAt(stage, Math.round(x), Math.round(y));
    expect(red + green + bluePart).toBeGreaterThan(200);
    if (prompt.includes("blue")) expect(bluePart).toBeGreaterThan(red * 1.5);
    if (prompt.includes("green")) expect(green).toBeGreaterThan(red * 1.2);
    const far = pixelsWhere(stage, (_, px, py) => Math.hypot(px - x, py - y) > 140);
    expect(far.every((at) => stage.canvas.luma(at) === 0)).toBeTrue();
  });

  test("has no disc where it is denied or hidden", () => {
    for (const prompt of ["a hill at noon without sun", "a storm over a hill", "stars at night"]) {
      const stage = stageFor(prompt, size);
      paintDisc(stage);
      expect(stage.canvas.color.every((part) => part === 0)).toBeTrue();
    }
  });

  test("has more stars the denser they are, none below the horizon", async () => {
    const starry = async (density: number) => {
      const stage = stageFor("a hill at night", size);
      await paintOn(stage, [0, 0, 0], () => paintStars(stage, { density }));
      return { stage, lit: changed(stage, [0, 0, 0]) };
    };
    const [few, many] = await Promise.all([starry(0.4), starry(1.6)]);
    expect(few.lit.length).toBeGreaterThan(10);
    expect(many.lit.length).toBeGreaterThan(few.lit.length * 2);
    for (const at of many.lit) expect(getRow(many.stage, at)).toBeLessThan(many.stage.horizon + 3);
  });
});

describe("clouds", () => {
  test.each([
    ["a hill at noon, cloudless", 0],
    ["a hill at noon without clouds", 0],
    ["a hill by day", 0.3],
    ["a hill at noon", 0.12],
    ["a hill at night", 0.12],
    ["clouds over a hill at noon", 0.55],
    ["clouds at night", 0.65],
    ["an overcast hill", 0.75],
    ["a storm", 0.95],
  ])("%s is covered by %d", (prompt, cover) => {
    expect(getCloudCover(stageFor(prompt))).toBe(cover);
  });

  test("hide the more of the sky the more there are, and nothing of the ground", async () => {
    const hidden = async (cover: number) => {
      const stage = stageFor("a hill at noon", size);
      await paintOn(stage, blue, () => paintClouds(stage, cover));
      const pixels = changed(stage, blue);
      for (const at of pixels) expect(getRow(stage, at)).toBeLessThan(stage.horizon + 8);
      return pixels.length / (stage.width * stage.horizon);
    };
    const [none, some, most, all] = await Promise.all([0, 0.3, 0.75, 0.95].map(hidden));
    expect(none).toBe(0);
    expect(some).toBeWithin(0.02, 0.7);
    expect(all).toBeGreaterThan(most ?? 1);
    expect(all).toBeGreaterThan(0.75);
  });

  test("have the colour that is asked for", async () => {
    const stage = stageFor("pink clouds over a hill at noon, overcast", size);
    await paintOn(stage, blue, () => paintClouds(stage, 0.95));
    const clouds = changed(stage, blue);
    const pink = clouds.filter((at) => {
      const [red, green] = colorAt(stage, at % stage.width, getRow(stage, at));
      return red > green * 1.1;
    });
    expect(pink.length / clouds.length).toBeGreaterThan(0.5);
  });
});

describe("a ridge", () => {
  const ridge = { name: "r", height: 50, base: 90, depth: 0.1, color: hex("808080"), layer: 11 };

  test.each(["rock", "hill", "wood", "dune"] as const)(
    "of %s stands on its base, in its layer",
    (kind) => {
      const stage = stageFor("mountains at noon", size);
      paintRidge(stage, { ...ridge, kind });
      const own = pixelsWhere(stage, (at) => stage.canvas.layer[at] === 11);
      const rows = own.map((at) => getRow(stage, at));
      expect(Math.max(...rows)).toBeWithin(88, 93);
      expect(Math.min(...rows)).toBeWithin(90 - 50 * 1.7, 90 - 50 * 0.3);
      // Below each pixel of it there is another, down to its base.
      const all = new Set(own);
      expect(own.every((at) => getRow(stage, at) >= 88 || all.has(at + stage.width))).toBeTrue();
      for (const at of own) expect(stage.canvas.luma(at)).toBeGreaterThan(5);
    },
  );

  test("has its highest summit where it is asked for", () => {
    for (const peak of [0.2, 0.5, 0.8]) {
      const stage = stageFor("mountains at noon", size);
      paintRidge(stage, { ...ridge, kind: "rock", peaks: [peak] });
      const [first = 0] = pixelsWhere(stage, (at) => stage.canvas.layer[at] === 11);
      expect((first % stage.width) / stage.width).toBeWithin(peak - 0.12, peak + 0.12);
    }
  });

  test("has snow above its line and none below", () => {
    const whiteness = (snow?: number) => {
      const stage = stageFor("mountains at noon", { ...size, isFlat: true });
      paintRidge(stage, {
        ...ridge,
        kind: "rock",
        color: hex("803010"),
        ...(snow !== undefined && { snow }),
      });
      return pixelsWhere(stage, (_, x, y) => {
        const [red, , bluePart] = colorAt(stage, x, y);
        return bluePart > 60 && bluePart > red * 0.8;
      }).length;
    };
    expect(whiteness()).toBe(0);
    expect(whiteness(0.8)).toBeGreaterThan(0);
    expect(whiteness(0.3)).toBeGreaterThan(whiteness(0.8) * 2);
  });

  test("is paler the further away it is", () => {
    const distance = (depth: number) => {
      const stage = stageFor("mountains at noon", size);
      paintRidge(stage, { ...ridge, kind: "hill", color: hex("203010"), depth });
      return meanLuma(stage, (x, y) => stage.canvas.layer[y * stage.width + x] === 11);
    };
    expect(distance(0.5)).toBeGreaterThan(distance(0) + 10);
    expect(distance(0.95)).toBeGreaterThan(distance(0.5) + 10);
  });
});

describe("water", () => {
  test("mirrors what is above it, and begins at the horizon", async () => {
    for (const above of [hex("d03020"), hex("20a040")]) {
      const stage = stageFor("a calm lake at noon, cloudless, no sun", size);
      const { horizon, width } = stage;
      await paintOn(stage, above, () => paintWater(stage, 0));
      expect(colorAt(stage, 50, horizon - 1)).toEqual(above);
      const mirrored = colorAt(stage, 50, horizon + 2);
      const strongest = above.indexOf(Math.max(...above));
      expect(mirrored.indexOf(Math.max(...mirrored))).toBe(strongest);
      expect(stage.canvas.layer[(horizon - 1) * width]).toBe(0);
      expect(stage.canvas.layer[horizon * width]).toBe(30);
    }
  });

  test("glitters below the sun", async () => {
    const stage = stageFor("the sea at sunset, cloudless", { width: 300, height: 200 });
    await paintOn(stage, [30, 30, 30], () => paintWater(stage, 0.8));
    const isBelow = (x: number) => Math.abs(x - stage.sun.x) < 15;
    const below = meanLuma(stage, (x, y) => y > stage.horizon && isBelow(x));
    const beside = meanLuma(stage, (x, y) => y > stage.horizon && Math.abs(x - stage.sun.x) > 100);
    expect(below).toBeGreaterThan(beside + 8);
  });
});

describe("the ground", () => {
  test("begins at its line, and the distance takes its colour", async () => {
    const stage = stageFor("a field at noon", size);
    const top = (x: number) => 60 + x / 10;
    await paintOn(stage, grey, () =>
      paintGround(stage, { color: hex("208020"), kind: "grass", top, from: 60 }),
    );
    for (const x of [0, 70, 150]) {
      expect(colorAt(stage, x, Math.floor(top(x)) - 2)).toEqual(grey);
      expect(stage.canvas.layer[Math.ceil(top(x) + 1) * stage.width + x]).toBe(20);
    }
    const greenness = (from: number, to: number) => {
      const pixels = pixelsWhere(stage, (_, x, y) => y >= from && y < to && x < 60);
      const sum = pixels.reduce((all, at) => {
        const [red, green] = colorAt(stage, at % stage.width, getRow(stage, at));
        return all + green / (red + 1);
      }, 0);
      return sum / pixels.length;
    };
    expect(greenness(100, 118)).toBeGreaterThan(greenness(68, 74));
  });

  test("has blades where they are to grow, but not on a road", async () => {
    const stage = stageFor("a field at noon", size);
    const blades = { color: hex("30a030"), from: 80 };
    await paintOn(stage, grey, () => paintBlades(stage, blades));
    const grown = changed(stage, grey);
    expect(grown.length).toBeGreaterThan(300);
    for (const at of grown) expect(getRow(stage, at)).toBeGreaterThan(66);
    stage.canvas.layer.fill(25);
    await paintOn(stage, grey, () => paintBlades(stage, blades));
    expect(changed(stage, grey)).toEqual([]);
  });

  test.each(["road", "river"])(
    "a %s winds from the viewer to the horizon, ever wider",
    async (name) => {
      const stage = stageFor(`a ${name} through a field at noon`, { width: 200, height: 160 });
      await paintOn(stage, grey, paintPaths);
      const layer = name === "river" ? 24 : 25;
      const wideAt = (y: number) =>
        pixelsWhere(stage, (at, _, row) => row === y && stage.canvas.layer[at] === layer).length;
      const { horizon, height } = stage;
      expect(wideAt(horizon - 1)).toBe(0);
      for (let y = horizon + 6; y < height; y += 5) expect(wideAt(y)).toBeGreaterThan(0);
      expect(wideAt(height - 2)).toBeGreaterThan(wideAt(horizon + 20) * 3);
      if (name === "river")
        for (const y of [horizon + 20, height - 10])
          expect(stage.canvas.layer[y * stage.width + Math.round(riverAt(stage, y))]).toBe(24);
    },
  );
});

describe("the weather", () => {
  test.each([
    ["rain over a hill without fog", 0.02],
    ["a storm over a hill", 0.02],
    ["snow falling on a hill", 0.005],
    ["a foggy hill", 0.3],
  ])("%s is seen", async (prompt, share) => {
    const stage = stageFor(prompt, size);
    await paintOn(stage, grey, paintWeather);
    const pixels = changed(stage, grey);
    expect(pixels.length / (stage.width * stage.height)).toBeGreaterThan(share);
    for (const at of pixels) expect(stage.canvas.luma(at)).toBeGreaterThan(90 - 2);
  });

  test("fair weather adds nothing", async () => {
    const stage = await paintOn(stageFor("a hill at noon, cloudless", size), grey, paintWeather);
    expect(changed(stage, grey)).toEqual([]);
  });

  test("fog is thickest where the ground begins", async () => {
    const stage = await paintOn(stageFor("a foggy hill", size), [0, 0, 0], paintWeather);
    const row = (y: number) => meanLuma(stage, (_, own) => own === y);
    expect(row(stage.horizon)).toBeGreaterThan(row(5) + 20);
    expect(row(stage.horizon)).toBeGreaterThan(row(stage.height - 1) + 20);
  });
});

describe("the lights of the sky", () => {
  test("a rainbow has red outside and violet inside, opposite to the sun", async () => {
    const stage = stageFor("a rainbow over a hill at noon", { width: 300, height: 240 });
    await paintOn(stage, grey, paintLights);
    const column = Math.round(stage.width - stage.sun.x);
    const [highest = 0] = changed(stage, grey);
    expect(Math.abs((highest % stage.width) - column)).toBeLessThan(25);
    const arc = changed(stage, grey).filter((at) => at % stage.width === column);
    const [outer = 0, inner = 0] = [arc[2], arc.at(-3)];
    const [outerRed, , outerBlue] = colorAt(stage, column, getRow(stage, outer));
    const [innerRed, , innerBlue] = colorAt(stage, column, getRow(stage, inner));
    expect(outerRed).toBeGreaterThan(outerBlue);
    expect(innerBlue).toBeGreaterThan(innerRed);
    for (const at of changed(stage, grey)) expect(getRow(stage, at)).toBeLessThan(stage.horizon);
  });

  test("an aurora is green below and violet above, or as it is asked for", async () => {
    const lit = async (prompt: string) => {
      const stage = await paintOn(
        stageFor(prompt, { width: 200, height: 200 }),
        [0, 0, 0],
        paintLights,
      );
      const pixels = changed(stage, [0, 0, 0]);
      for (const at of pixels) expect(getRow(stage, at)).toBeLessThan(stage.horizon);
      return pixels.reduce<Rgb>(
        ([red, green, bluePart], at) => {
          const [r, g, b] = colorAt(stage, at % 200, getRow(stage, at));
          return [red + r, green + g, bluePart + b];
        },
        [0, 0, 0],
      );
    };
    const [red, green] = await lit("an aurora over a hill at night");
    expect(green).toBeGreaterThan(red * 1.3);
    const [ownRed, ownGreen] = await lit("a red aurora over a hill at night");
    expect(ownRed).toBeGreaterThan(ownGreen * 1.3);
  });

  test("lightning goes from the top to the horizon", async () => {
    const stage = await paintOn(stageFor("lightning over a hill", size), [0, 0, 0], paintLights);
    const rows = new Set(changed(stage, [0, 0, 0]).map((at) => getRow(stage, at)));
    for (let y = 1; y < stage.horizon; y++) expect(rows).toContain(y);
  });
});

describe("a city", () => {
  test("is lit at night and not by day", async () => {
    const bright = async (time: string) => {
      const stage = await paintScene(`a city at ${time} without a river, cloudless`, {
        width: 240,
        height: 200,
      });
      const { layer } = stage.canvas;
      const own = pixelsWhere(stage, (at) => [15, 16, 17].includes(layer[at] ?? 0));
      expect(own.length).toBeGreaterThan(stage.width * stage.height * 0.08);
      const warm = own.filter((at) => {
        const [red, , bluePart] = colorAt(stage, at % stage.width, getRow(stage, at));
        return red > 120 && red > bluePart * 1.25;
      });
      return warm.length / own.length;
    };
    expect(await bright("night")).toBeGreaterThan((await bright("noon")) + 0.05);
  });
});

test("what is painted in one colour is in this colour, wherever it is seen", () => {
  const painted = [
    ["mountain", "a red mountain at noon", 11],
    ["hill", "red hills at noon", 14],
    ["dune", "red dunes at noon", 13],
    ["field", "a red field at noon", 20],
    ["road", "a red road at noon", 25],
    ["river", "a red river at noon", 24],
    ["sea", "a red sea at noon", 30],
    ["lake", "a red lake at noon", 30],
  ] as const;
  return fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...painted),
      fc.nat({ max: 99 }),
      async ([, prompt, layer], seed) => {
        const stage = await paintScene(prompt, { ...size, seed: String(seed) });
        const own = pixelsWhere(stage, (at) => stage.canvas.layer[at] === layer);
        const red = own.filter((at) => {
          const [r, g, b] = colorAt(stage, at % stage.width, getRow(stage, at));
          return r > g && r > b;
        });
        expect(own.length).toBeGreaterThan(100);
        expect(red.length / own.length).toBeGreaterThan(0.6);
      },
    ),
    cases(24, 6),
  );
});

/** Returns the middle of the river at a row, in pixels. */
function riverAt(stage: Stage, y: number): number {
  const { horizon, height } = stage;
  const share = Math.max(0, (y - horizon - 1) / (height + 3 - horizon)) ** (1 / 1.7);
  return findMiddle(stage, "river", share).x;
}
