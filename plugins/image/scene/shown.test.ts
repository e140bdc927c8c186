import { describe, expect, test } from "bun:test";
import { sampleCases } from "hub/testing";
import { createDice } from "../dice.ts";
import { compose } from "./compose.ts";
import { readPrompt } from "./parse/read-prompt.ts";
import { thingWords } from "./parse/thing-words.ts";
import { type Plan, planOf } from "./plan.ts";
import { setStage } from "./set-stage.ts";
import { wordsShown } from "./shown.ts";

const plan = (prompt: string, negative?: string) =>
  planOf(readPrompt(prompt, negative), createDice("1/time"));
const tell = (prompt: string, negative?: string) => {
  const { shown, ignored } = wordsShown(plan(prompt, negative));
  return { shown: shown.map(({ text }) => text), ignored: ignored.map(({ text }) => text) };
};

/** The colours of a scene, so that two can be compared. */
async function paint(scene: Plan): Promise<Float32Array> {
  const size = { width: 120, height: 100 };
  const stage = setStage(scene, { ...size, seed: "1", isFlat: false, palette: [] });
  await compose(stage);
  return stage.canvas.color;
}

async function differ(one: Plan, other: Plan): Promise<boolean> {
  const [a, b] = await Promise.all([paint(one), paint(other)]);
  return a.some((value, at) => Math.abs(value - (b[at] ?? 0)) > 6);
}

test.each(Object.keys(thingWords))("%s can be drawn", (name) => {
  expect(tell(name)).toEqual({ shown: [name], ignored: [] });
});

test.each([
  ["abstract shapes and a road", "road"],
  ["a lake in the desert", "desert"],
  ["sun and moon", "moon"],
  ["the sun at night", "sun"],
  ["stars at noon", "stars"],
  ["two moons over a hill", "two"],
  ["three mountains", "three"],
  ["20 sheep", "20"],
  ["purple stars at night", "purple"],
  ["a big lake", "big"],
  ["a lake on the left", "left"],
  ["rain on a planet in space", "rain"],
  ["a coral reef at sunset", "sunset"],
  ["an autumn desert", "autumn"],
  ["a cat flying", "flying"],
  ["a dog standing on a road", "standing"],
  ["portrait of a woman", "portrait"],
  ["sunrise and sunset", "sunrise"],
  ["a pale horse", "pale"],
  ["a red, green and blue horse", "green"],
  ["a house with trees and without grass", "grass"],
  ["a forest without trees", "trees"],
  ["cars and houses, but no red cars", undefined],
])("%j has something that is not shown, and tells it", (prompt, word) => {
  const { shown, ignored } = tell(prompt);
  if (word) {
    expect(ignored).toContain(word);
    expect(shown).not.toContain(word);
  } else expect(ignored).toEqual(["red"]);
});

describe("what is not to be seen is not", () => {
  const denials: [prompt: string, word: string][] = [
    ["a hill", "clouds"],
    ["a hill", "sun"],
    ["a field", "trees"],
    ["a field", "hills"],
    ["mountains", "snow"],
    ["a house at night", "stars"],
    ["a house at night", "moon"],
    ["a storm", "lightning"],
    ["a field in winter", "snow"],
    ["a city", "water"],
  ];
  test.each(sampleCases(denials, 5))("%j without %s", async (prompt, word) => {
    const denied = plan(`${prompt} without ${word}`);
    expect(wordsShown(denied).shown.map(({ text }) => text)).toContain(word);
    const { time } = denied;
    expect(await differ(denied, { ...plan(prompt), time })).toBeTrue();
    expect(await differ(denied, { ...plan(prompt, word), time })).toBeFalse();
  });
});

describe("what a scene tells of what holds for all of it is seen", () => {
  const circumstances = {
    time: ["dawn", "golden hour", "sunset", "dusk", "night"],
    weather: ["cloudy", "rain", "storm", "snow", "fog"],
    season: ["spring", "autumn", "winter"],
    mood: ["gloomy", "dreamy", "vibrant", "romantic", "epic", "lonely"],
    composition: ["top view", "wide angle"],
  };
  const places = ["a hill", "the sea", "a lake", "a desert", "a city", "a planet", "a reef"];

  // By default two of each kind.
  test.each(
    Object.entries(circumstances).flatMap(([part, words]) =>
      sampleCases(
        words.map((word, at) => [part, word, places[at % places.length] ?? ""] as const),
        2,
      ),
    ),
  )("%s: %s, %s", async (part, word, place) => {
    const scene = plan(`${place}, ${word}`);
    const { ignored } = wordsShown(scene);
    const other = scene.time === "day" ? "night" : "day";
    const without = {
      ...scene,
      reading: { ...scene.reading, [part]: undefined },
      time: part === "time" ? other : scene.time,
    };
    expect(await differ(scene, without)).toBe(ignored.length === 0);
  });
});
