import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const ask = (query: string) => hub.get(`/api/dev/lorem?${query}`);

const counts = [1, 2, 3, 5, 7, 19, 20, 100, 1000];

test.each(counts)("lorem writes %d words", async (count) => {
  const { text, words } = await json(await ask(`unit=words&count=${count}`));
  expect([text.split(" ").length, words]).toEqual([count, count]);
  expect(text).toMatch(/^Lorem(?: [a-z]+)*$/);
});

test.each(counts)("lorem writes %d sentences", async (count) => {
  const { text } = await json(await ask(`unit=sentences&count=${count}&classic=false`));
  const sentences = text.split(". ");
  expect(sentences).toHaveLength(count);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][a-z]*(?:,? [a-z]+){5,15}\.?$/);
});

test.each([1, 2, 50])("lorem writes %d paragraphs, also as HTML", async (count) => {
  const { text, html, characters } = await json(await ask(`count=${count}`));
  const paragraphs: string[] = text.split("\n\n");
  expect(paragraphs).toHaveLength(count);
  expect(html).toBe(paragraphs.map((one) => `<p>${one}</p>`).join("\n"));
  expect(characters).toBe(text.length);
});

test("lorem begins with the traditional sentence", async () => {
  const { text } = await json(await ask("unit=sentences&count=1"));
  expect(text).toBe(
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.",
  );
});

// Calculated by an implementation of Mulberry32 in Python. A seed must give the same text in every version.
test.each([
  ["words", 6, 0, "Elementum a dolore convallis laborum massa"],
  ["words", 6, 1, "Nisl a maecenas viverra vitae enim"],
  ["words", 6, 2, "Pretium euismod erat malesuada tempus nisl"],
  ["words", 6, 7, "Ac ante viverra pharetra luctus id"],
  ["words", 6, 42, "Nam justo sunt officia cursus maecenas"],
  ["words", 6, 2026, "Labore et occaecat nibh cras dolor"],
  ["words", 6, 65535, "Fugiat fringilla sollicitudin nisl id esse"],
  ["words", 6, 65536, "Urna suscipit id mi dolore sagittis"],
  ["words", 6, 123456789, "Eget vivamus rutrum dignissim est purus"],
  ["words", 6, 2147483647, "Interdum congue fusce habitant commodo veniam"],
  ["words", 6, 2147483648, "Semper justo rutrum lobortis sodales incididunt"],
  ["words", 6, 4294967295, "Tristique deserunt porta vel sollicitudin malesuada"],
  ["sentences", 1, 0, "A dolore convallis laborum massa nibh nulla labore."],
  [
    "sentences",
    1,
    1,
    "A maecenas viverra vitae enim neque, posuere integer vulputate labore leo consequat.",
  ],
  [
    "sentences",
    1,
    2,
    "Euismod erat malesuada tempus nisl libero felis risus, cillum rutrum dictum integer sit.",
  ],
  [
    "sentences",
    1,
    42,
    "Justo sunt officia cursus maecenas, elit nisi tellus lacus egestas tincidunt pulvinar.",
  ],
  [
    "sentences",
    1,
    1000003,
    "Placerat tellus vivamus ut vestibulum fermentum urna, ligula consectetur faucibus sunt diam cursus duis neque.",
  ],
  [
    "sentences",
    1,
    4294967295,
    "Deserunt porta vel sollicitudin malesuada orci lacus consectetur voluptate tempor, deserunt facilisis proident laoreet.",
  ],
  [
    "sentences",
    2,
    3,
    "Aliquam labore at quis laoreet lectus culpa eiusmod mattis, diam auctor porta laoreet. Euismod pariatur erat officia maecenas, sit malesuada ac tempus et vehicula reprehenderit incididunt porta.",
  ],
  [
    "sentences",
    2,
    4,
    "Excepteur dolor auctor donec lobortis at vivamus, nisi pariatur reprehenderit fringilla pretium tempus maecenas pulvinar. Proident varius viverra lacus facilisis, rutrum elementum purus maecenas exercitation.",
  ],
] as const)("lorem writes %s: %d with seed %d", async (unit, count, seed, text) => {
  const query = `unit=${unit}&count=${count}&seed=${seed}&classic=false`;
  expect((await json(await ask(query))).text).toBe(text);
});

test("lorem repeats a text with its seed, and repeats no word at once", async () => {
  const first = await json(await ask("count=20&seed=7"));
  expect(await json(await ask("count=20&seed=7"))).toEqual(first);
  expect((await json(await ask("count=20&seed=8"))).text).not.toBe(first.text);
  const words: string[] = first.text.toLowerCase().match(/[a-z]+/g);
  expect(words.filter((word, index) => word === words[index + 1])).toEqual([]);
});

test.each(["count=0", "count=1001", "unit=lines", "seed=-1", "seed=4294967296"])(
  "lorem rejects %s",
  async (query) => {
    const answer = await json(await ask(query));
    expect(answer).toMatchObject({
      status: 400,
      errors: [{ location: `query.${query.split("=")[0]}` }],
    });
  },
);
