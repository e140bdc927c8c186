import { describe, expect, test } from "bun:test";
import { toLch } from "../color/rgb.ts";
import { layoutFigures, type Sprite } from "./figures/layout.ts";
import { figures, nounWords } from "./parse/nouns.ts";
import { colorAt, paintScene, pixelsWhere, stageFor } from "./scene.fixture.ts";
import type { Stage } from "./stage/stage.ts";

const size = { width: 200, height: 200 };

async function layout(prompt: string, options = size): Promise<Record<string, Sprite>> {
  const sprites = await layoutFigures(stageFor(prompt, options));
  return Object.fromEntries(sprites.map((sprite) => [sprite.thing.name, sprite]));
}

/** Returns the words that the picture shows, and those that it doesn't. */
async function readReport(prompt: string): Promise<[shown: string[], ignored: string[]]> {
  const { report, reading } = await paintScene(prompt, size);
  const isShown = ({ asks }: (typeof reading.terms)[number]) => asks.some((ask) => report.has(ask));
  const texts = (terms: readonly { text: string }[]) => terms.map(({ text }) => text);
  return [
    texts(reading.terms.filter(isShown)),
    texts(reading.terms.filter((term) => !isShown(term))),
  ];
}

const getBottom = (sprite: Sprite | undefined) => sprite?.y ?? Number.NaN;
const getTop = (sprite: Sprite | undefined) => (sprite ? sprite.y - sprite.tall : Number.NaN);

describe("positions", () => {
  test("a thing on another one is above its middle", async () => {
    const { cat, "wrapped-gift": gift } = await layout("a cat on a gift");
    expect(getBottom(cat)).toBeLessThan((getTop(gift) + getBottom(gift)) / 2);
  });

  test("a rider is on the mount", async () => {
    const { astronaut, horse } = await layout("an astronaut riding a horse on the moon");
    expect(getTop(astronaut)).toBeLessThan(getTop(horse));
    expect(getBottom(astronaut)).toBeWithin(getTop(horse), getBottom(horse));
  });

  test("a thing under another one is below its top, within its width", async () => {
    const { dog, table } = await layout("a dog under a table");
    expect(getTop(dog)).toBeGreaterThan(getTop(table));
    expect(Math.abs((dog?.x ?? 0) - (table?.x ?? 0))).toBeLessThan((table?.tall ?? 0) / 2);
  });

  test("animals and people in water are behind the shore", async () => {
    const { hippopotamus, dog } = await layout("a hippo in a pond and a dog");
    expect([hippopotamus?.footing, dog?.footing]).toEqual(["water", "ground"]);
    expect(getBottom(hippopotamus)).toBeLessThan(getBottom(dog));
  });

  test("things stand on the sea floor, and animals swim", async () => {
    const { rock, whale } = await layout("a rock and a whale under the sea");
    expect([rock?.footing, whale?.footing]).toEqual(["ground", undefined]);
  });

  test("many bees are around a flower, and not in a row", async () => {
    const sprites = await layoutFigures(stageFor("many bees around a sunflower", size));
    const bees = sprites.filter(({ thing }) => thing.name === "honeybee");
    expect(bees).toHaveLength(9);
    expect(new Set(bees.map(({ y }) => Math.round(y))).size).toBeGreaterThan(4);
  });

  test.each([
    ["an ant, a mouse and a fox", "ant mouse fox"],
    ["a man, a dog and an elephant", "dog man elephant"],
    ["a girl with a cat and a horse", "cat girl horse"],
    ["a cow, a chicken and a woman", "chicken cow woman"],
    ["a butterfly next to a rabbit next to a bear", "butterfly rabbit bear"],
  ])("figures are ordered by their real size: %s", async (prompt, names) => {
    const all = await layout(prompt);
    const heights = names.split(" ").map((name) => all[name]?.tall ?? Number.NaN);
    expect(heights).toEqual(heights.toSorted((one, two) => one - two));
  });

  test.each([
    "twelve elephants",
    "twenty sheep and a barn",
    "seven birds on a fence",
    "a man sitting on a bench under a tree",
    "a whale above a castle",
    "a giraffe on a bus, close-up",
    "ten balloons over a city",
    "a cat next to a dog next to a horse next to a cow next to a pig",
    "a bird on a cat on a dog on a horse on an elephant",
    "a tiny ant and a huge rocket",
    "a king under an umbrella behind a car",
  ])("nothing is cut at an edge: %s", async (prompt) => {
    for (const shape of [size, { width: 320, height: 120 }, { width: 120, height: 320 }])
      for (const { art, x, y, tall } of await layoutFigures(stageFor(prompt, shape))) {
        const half = (tall * art.aspect) / 2;
        expect(x - half).toBeGreaterThan(-2);
        expect(x + half).toBeLessThan(shape.width + 2);
        expect(y - tall).toBeGreaterThan(-2);
        expect(y).toBeLessThan(shape.height + 2);
      }
  });
});

describe("the report", () => {
  test.each([
    ["three red cars on a road at sunset", "three red cars road sunset", ""],
    ["an old cat with neon shoes", "cat shoes", "old neon"],
    ["stars over a hill at noon", "hill noon", "stars"],
    ["a red rainbow over the sea", "rainbow sea", "red"],
    ["two moons over a desert", "moons desert", "two"],
    ["fifty cats", "cats", "fifty"],
    ["twenty cats", "twenty cats", ""],
    ["a fox standing|on a beach", "fox standing|on beach", ""],
    ["a cat sleeping|on a bed", "cat bed", "sleeping|on"],
    ["a bird flying|over a hill", "bird flying|over hill", ""],
    ["a castle behind a forest", "castle forest", ""],
    ["an astronaut on mars", "astronaut mars", ""],
    ["a dog driving a car", "dog car", "driving"],
    ["a blue kite and a purple sailboat", "kite purple sailboat", "blue"],
    ["a dog in rainy weather", "dog rainy", "weather"],
    ["many birds over a lake", "many birds lake", ""],
    ["hundreds of sheep", "sheep", "hundreds"],
    ["a cat on a fence at noon", "cat fence noon", ""],
    ["a fox at noon in a storm", "fox storm", "noon"],
    ["a duck in the morning", "duck morning", ""],
    ["a city in the morning", "city", "morning"],
    ["a tiger, close-up", "tiger close-up", ""],
    ["an aerial view of a tiger", "tiger", "aerial|view"],
    ["a man sitting|on a bench in the park", "man sitting|on bench park", ""],
    ["a horse sitting|on a chair", "horse chair", "sitting|on"],
    ["a cat in a restaurant", "cat", "restaurant"],
    ["a red car with blue wheels", "red car", "blue wheels"],
    ["a house with a green door", "house", "green door"],
    ["a dog next to a green door", "dog green door", ""],
    ["a romantic sunset over a calm sea", "sunset sea", "romantic calm"],
    ["an epic dragon over majestic mountains", "dragon mountains", "epic majestic"],
    ["a lonely tree in a mysterious forest", "lonely tree forest", "mysterious"],
    ["a gloomy forest", "gloomy forest", ""],
    ["a cozy house in a field", "house field", "cozy"],
    ["a cat on the left of a house", "cat house", "left"],
    ["a girl flying|a kite", "girl flying kite", ""],
  ])("of %j has %j, and not %j", async (prompt, shown, ignored) => {
    const split = (text: string) =>
      text === "" ? [] : text.split(" ").map((term) => term.replace("|", " "));
    expect(await readReport(prompt.replaceAll("|", " "))).toEqual([split(shown), split(ignored)]);
  });
});

test.each([
  ["a dog in a park", "a dog on a meadow"],
  ["a car on a street", "a car on a meadow"],
  ["a girl in a library", "a girl in a room"],
  ["a girl in a kitchen", "a girl in a room"],
  ["an owl in autumn", "an owl in summer"],
])("%s has things that %s doesn't have", async (prompt, plain) => {
  const [one, other] = await Promise.all([prompt, plain].map((text) => paintScene(text, size)));
  const differing = pixelsWhere(size, (at) => one?.canvas.layer[at] !== other?.canvas.layer[at]);
  expect(differing.length).toBeGreaterThan(size.width * size.height * 0.1);
});

test("the sun is high at noon, and low in the morning", () => {
  const getHeight = (time: string) => {
    const { sun, horizon } = stageFor(`a field at ${time}`, size);
    return 1 - sun.y / horizon;
  };
  expect(getHeight("noon")).toBeGreaterThan(0.8);
  expect(getHeight("in the morning")).toBeLessThan(0.35);
});

/** Returns the mean hue of the pixels of a figure, in degrees. */
function measureHue(stage: Stage): number {
  const own = pixelsWhere(stage, (at) => stage.canvas.owner[at] === 1);
  const sum = own.reduce(
    ([x, y], at) => {
      const [, chroma, hue] = toLch(colorAt(stage, at % stage.width, Math.floor(at / stage.width)));
      const turn = (hue * Math.PI) / 180;
      return [x + Math.cos(turn) * chroma, y + Math.sin(turn) * chroma] as [number, number];
    },
    [0, 0] as [number, number],
  );
  return ((Math.atan2(sum[1], sum[0]) * 180) / Math.PI + 360) % 360;
}

test.each([
  ["green", 142],
  ["blue", 262],
  ["pink", 0],
])("%s elephants and tractors have this colour", async (color, hue) => {
  for (const noun of ["elephant", "tractor"]) await expectHue(`a ${color} ${noun} at noon`, hue);
});

async function expectHue(prompt: string, hue: number): Promise<void> {
  const stage = await paintScene(prompt, size);
  const off = Math.abs(((measureHue(stage) - hue + 540) % 360) - 180);
  expect(off).toBeLessThan(40);
}

test("the picture is the same for the same seed, and its scenery doesn't depend on its figures", async () => {
  const paint = (prompt: string) => paintScene(prompt, { width: 64, height: 64, seed: "x" });
  const [one, same, more] = await Promise.all([
    paint("a cat on a hill"),
    paint("a cat on a hill"),
    paint("a cat and a dog on a hill"),
  ]);
  expect(one.canvas.color).toEqual(same.canvas.color);
  expect([one.horizon, one.side]).toEqual([more.horizon, more.side]);
});

test("every figure has artwork inside its frame", async () => {
  const all = [...figures.values()];
  const sampled = all.filter((_, at) => at % 29 === 0);
  for (const { name } of sampled) {
    const word = name.replaceAll("-", " ");
    if (!nounWords.get(word)?.figure) continue;
    const [sprite] = await layoutFigures(stageFor(`one ${word}`, size));
    if (sprite) expect(sprite.art.aspect).toBeWithin(0.1, 8);
  }
});
