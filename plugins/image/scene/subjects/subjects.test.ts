import { describe, expect, test } from "bun:test";
import { sampleCases } from "hub/testing";
import { hex, lchOf } from "../rgb.ts";
import { drawPortrait, letterPortrait, lettersOff, type Portrait } from "../scene.fixture.ts";
import { subjects } from "../subjects.ts";
import { portraits } from "./portraits.fixture.ts";

const names = Object.keys(subjects);

const drawn = new Map<string, Promise<Portrait>>();

/** The usual portrait of a subject, drawn once for all tests that look at it. */
function usualPortrait(name: string): Promise<Portrait> {
  const known = drawn.get(name) ?? drawPortrait(name);
  drawn.set(name, known);
  return known;
}

/** What has a part alone in the colour that is asked for: a sail, a coat, a scarf. */
const partlyColored = [
  "boat",
  "house",
  "island",
  "lighthouse",
  "person",
  "rocket",
  "snowman",
  "tulip",
  "waterfall",
];
/** What has colours of its own. */
const uncolored = ["campfire"];

test("there is a portrait of each subject and of nothing else", () => {
  expect(Object.keys(portraits)).toEqual(names);
});

describe.each(names)("%s", (name) => {
  const { wide = 0, place } = subjects[name] ?? {};

  test("looks as it did", async () => {
    // An edge may be rounded otherwise on another machine, which is two or three letters of 160.
    const drawn = letterPortrait(await usualPortrait(name));
    expect(lettersOff(drawn, portraits[name] ?? [])).toBeLessThan(4);
  });

  test("is as high as its units say, as wide as it is declared, and stands at its foot", async () => {
    const { box, covered } = await usualPortrait(name);
    const [across, high] = [box.right - box.left, box.bottom - box.top];
    // Above a volcano there is smoke, and below a rocket there is fire.
    expect(high).toBeWithin(80, name === "volcano" ? 145 : 120);
    expect(across / 100 / wide).toBeWithin(0.7, 1.45);
    if (place !== "air") expect(box.bottom).toBeWithin(-3, 19);
    expect(covered.length / (across * high)).toBeGreaterThan(0.25);
    // It is drawn about its middle, so that it is where it is placed.
    expect(Math.abs(box.left + box.right)).toBeLessThan(across * 0.45);
  });
});

describe.each(sampleCases(names, 10))("%s", (name) => {
  test("is the same for the same dice", async () => {
    const [one, same] = await Promise.all([usualPortrait(name), drawPortrait(name)]);
    expect(Buffer.compare(one.data, same.data)).toBe(0);
  });

  test("has lines around it in a cartoon, which make it no larger than a few units", async () => {
    const [round, flat] = await Promise.all([
      usualPortrait(name),
      drawPortrait(name, { isFlat: true }),
    ]);
    expect(Buffer.compare(round.data, flat.data)).not.toBe(0);
    for (const side of ["left", "right", "top", "bottom"] as const)
      expect(Math.abs(flat.box[side] - round.box[side])).toBeLessThan(9);
  });
});

// By default every other subject in one colour, and each colour in turn.
const colored = names.flatMap((name, at) =>
  [0, 1, 2].map((shift) => [name, ["2f6fd0", "d8322c", "3d8f46"][(at + shift) % 3] ?? ""] as const),
);

test.each(sampleCases(colored, Math.ceil(names.length / 2)))(
  "a %s has the colour #%s where that is asked for",
  async (name, digits) => {
    const [usual, asked] = await Promise.all([
      usualPortrait(name),
      drawPortrait(name, { colors: [hex(digits)] }),
    ]);
    if (uncolored.includes(name)) return expect(Buffer.compare(usual.data, asked.data)).toBe(0);
    const shares = sharesAbout(asked, lchOf(hex(digits))[2]);
    const [wished = 0] = shares;
    if (partlyColored.includes(name)) return expect(wished).toBeGreaterThan(0.09);
    expect(wished).toBe(Math.max(...shares));
  },
);

test.each(["bird", "balloon", "butterfly", "tree", "tulip"])(
  "no two of several %s are alike",
  async (name) => {
    const [one, other] = await Promise.all([
      drawPortrait(name, { seed: "1" }),
      drawPortrait(name, { seed: "3" }),
    ]);
    expect(Buffer.compare(one.data, other.data)).not.toBe(0);
  },
);

test.each(["house", "lighthouse", "car", "church"])("%s has light in the night", async (name) => {
  const bright = async (prompt: string) => {
    const { data, covered } = await drawPortrait(name, { prompt });
    return covered.filter((at) => (data[at * 4] ?? 0) > 225 && (data[at * 4 + 1] ?? 0) > 180)
      .length;
  };
  expect(await bright(`a ${name} at night`)).toBeGreaterThan(20);
});

/** Which share of a subject is in each quarter of the colour circle, that about a hue first. */
function sharesAbout({ data, covered }: Portrait, hue: number): number[] {
  const counts = [0, 0, 0, 0];
  for (const at of covered) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4);
    const [, chroma, own] = lchOf([red, green, blue]);
    const quarter = (Math.round((own - hue) / 90) + 8) % 4;
    // What is nearly grey has no hue.
    if (chroma > 0.04) counts[quarter] = (counts[quarter] ?? 0) + 1;
  }
  return counts.map((count) => count / covered.length);
}

test.each(["balloon", "boat", "castle", "cat", "house", "rocket"])(
  "a %s has both of two colours",
  async (name) => {
    const colors = ["2f6fd0", "d8322c"].map(hex);
    const drawn = await drawPortrait(name, { colors });
    for (const color of colors) {
      const [share = 0] = sharesAbout(drawn, lchOf(color)[2]);
      expect(share).toBeGreaterThan(0.05);
    }
  },
);
