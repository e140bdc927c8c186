import { describe, expect, test } from "bun:test";
import { readPrompt } from "./read-prompt.ts";
import type { Thing } from "./reading.ts";

function describeThing({ name, count, isPlural, colors, relation }: Thing): string {
  const number = count !== undefined && count !== 1 ? [`${count}`] : isPlural ? ["some"] : [];
  const words = [...number, ...colors.map((color) => color.name), name];
  return relation ? `${words.join(" ")} (${relation.kind} ${relation.to.name})` : words.join(" ");
}

/** Describes the things of a prompt, or the main nouns that can't be drawn. */
function describeReading(prompt: string): string {
  const { things, missing } = readPrompt(prompt);
  if (missing.length > 0) return `missing: ${missing.map(({ text }) => text).join(", ")}`;
  return things.map(describeThing).join(", ");
}

test.each([
  ["three red cats", "3 red cat"],
  ["a red cat and a blue cat", "red cat, blue cat"],
  ["two black cats and three white dogs", "2 black black-cat, 3 white dog"],
  ["a dark blue boat at sea", "dark blue sailboat, sea"],
  ["a dark-blue boat", "dark blue sailboat"],
  ["a red-haired girl", "girl"],
  ["red, blue and yellow cars", "some red blue yellow automobile"],
  ["an orange cat", "orange cat"],
  ["an orange", "tangerine"],
  ["a black cat", "black black-cat"],
  ["a bowl of ramen", "steaming-bowl"],
  ["a wooden sign", "placard"],
  ["a dozen eggs", "12 egg"],
  ["20 sheep on a hill", "20 ewe, hill"],
  ["a flock of birds over a field", "8 bird (above field), field"],
  ["a bouquet of roses", "bouquet"],
  ["a field of sunflowers", "field, some sunflower"],
  ["apple pie", "missing: apple pie"],
  ["a cat zorblax", "missing: zorblax"],
  ["a zorblax on a hill", "missing: zorblax"],
  ["a cat on a zorblax", "cat"],
  ["a fluffy cat, masterpiece, 8k", "cat"],
  ["a painting of a dragon", "dragon"],
  ["a fire truck", "fire-engine"],
  ["a hot dog", "hot-dog"],
  ["an orange sunset over the sea", "sea"],
  ["a man watches tv", "man, television"],
  ["two watches", "2 watch"],
  ["a pair of glasses", "glasses"],
  ["a house on fire", "house"],
  ["a dog not wearing a hat", "dog"],
  ["can you make a picture of a whale please", "spouting-whale"],
  ["a baseball bat", "missing: baseball bat"],
  ["twenty sheep", "20 ewe"],
  ["a lion king", "missing: lion king"],
  ["a golden retriever puppy", "dog"],
  ["a cat astronaut", "missing: cat astronaut"],
  ["a bowl of fruit on a table", "bowl-with-spoon (on table), table"],
  ["ein Hund auf einer Wiese", "missing: Hund, Wiese"],
  ["un chat sur une table", "missing: chat, table"],
  ["das Boot", "missing: Boot"],
  ["un gato en la playa", "missing: gato, playa"],
])("%j: %s", (prompt, expected) => {
  expect(describeReading(prompt)).toBe(expected);
});

describe("relations", () => {
  test.each([
    ["a cat on a chair", "cat (on chair), chair"],
    ["a cat and a dog under a tree", "cat (under tree), dog (under tree), tree"],
    ["an astronaut riding a horse on the moon", "astronaut (riding horse), horse (on moon), moon"],
    ["a girl holding a balloon", "girl, balloon (holding girl)"],
    ["a girl flying a kite", "girl, kite (holding girl)"],
    ["a cat wearing sunglasses", "cat, sunglasses (wearing cat)"],
    ["a man with a hat", "man, top-hat (wearing man)"],
    ["a basket of apples", "basket, some red-apple (in basket)"],
    ["a basket of apples on a table", "basket (on table), some red-apple (in basket), table"],
    ["a vase of flowers", "amphora, some tulip (in amphora)"],
    ["a house with bats", "house, some bat (next to house)"],
    ["a dog behind a car", "dog (behind automobile), automobile"],
    ["a dragon flying over a castle", "dragon (above castle), castle"],
    ["a cat on a dog on a horse", "cat (on dog), dog (on horse), horse"],
    ["an eagle flying over mountains", "eagle (above mountain), some mountain"],
    ["an astronaut on mars", "astronaut (on planet-surface), rust planet-surface"],
    ["a castle behind a forest", "castle, forest"],
    ["a frog wearing a crown on a rock", "frog (on rock), crown (wearing frog), rock"],
    [
      "a girl holding a basket of apples",
      "girl, basket (holding girl), some red-apple (in basket)",
    ],
    ["a bird. a cat on a bed", "bird, cat (on bed), bed"],
    ["a chef in a kitchen holding a pizza", "cook, room, pizza (holding cook)"],
    ["a knight holding a sword and a shield", "missing: knight"],
    [
      "a guard holding a sword and a shield",
      "guard, crossed-swords (holding guard), shield (holding guard)",
    ],
  ])("%j: %s", (prompt, expected) => {
    expect(describeReading(prompt)).toBe(expected);
  });

  test("never form a circle", () => {
    const { things } = readPrompt("a cat on a dog. the dog on the cat");
    expect(things.filter(({ relation }) => relation)).toHaveLength(1);
  });
});

test("a pose selects an illustration", () => {
  const { things } = readPrompt("a woman running and a man dancing");
  expect(things.map(({ figure }) => figure?.name)).toEqual(["woman-running", "man-dancing"]);
});

test.each([
  ["a beach without people, boats or dogs", ["person", "sailboat", "dog"]],
  ["a lake with no trees and a boat", ["tree"]],
  ["a street with no red cars", []],
])("%j excludes %j", (prompt, absent) => {
  expect([...readPrompt(prompt).absent]).toEqual(absent);
});

test("quoted text isn't drawn", () => {
  const { things, terms } = readPrompt('a dog that says "hello cat"');
  expect(things.map(({ name }) => name)).toEqual(["dog"]);
  expect(terms.find(({ key }) => key === "cat")?.asks).toEqual([]);
});
