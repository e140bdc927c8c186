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
