import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { faultOf } from "./by-model.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = async (body: object) =>
  json(await hub.post("/api/ai/rewrite", { language: "en", ...body }));

describe("rewriting makes", () => {
  test.each([
    [
      "formal",
      "Hey Tom, thanks for the info. It's been a mess, we can't help ASAP!",
      "Hello Tom, thank you for the information. It has been a mess, we cannot assist as soon as possible.",
    ],
    [
      "casual",
      "I would like to inform you that it is not possible to assist you.",
      "I'd like to tell you that it's not possible to help you.",
    ],
    [
      "concise",
      "It is important to note that we left due to the fact that it was, of course, cold.",
      "We left because it was cold.",
    ],
    [
      "simple",
      "We utilize numerous tools in order to obtain an additional result.",
      "We use many tools to get another result.",
    ],
    [
      "polite",
      "Send me the report ASAP! I want an answer.",
      "Could you please send me the report as soon as you can? I would like an answer.",
    ],
    [
      "active",
      "The report was written by Anna in May. He was seen by me.",
      "Anna wrote the report in May. I saw him.",
    ],
    ["fix", "I could of done it.", "I could have done it."],
  ])(
    "%s: %s",
    async (mode, text, rewritten) => {
      const shifted = `😀\n\n${text}`;
      const res = await post({ text: shifted, mode });
      expect(res.rewritten).toBe(`😀\n\n${rewritten}`);
      for (const { start, end, before } of res.changes)
        expect(shifted.slice(start, end)).toBe(before);
    },
    30_000,
  );
});

test("rewriting leaves addresses, quotations and the caller's terms alone", async () => {
  const text = 'Utilize the Utilize Tool at https://x.example/utilize: "utilize it".';
  const { rewritten } = await post({ text, mode: "simple", preserve_terms: ["utilize tool"] });
  expect(rewritten).toBe('Use the Utilize Tool at https://x.example/utilize: "utilize it".');
});

test("a model that fixes may not touch codes and quotations", () => {
  const input = { language: "en", mode: "fix" as const, strength: 2, preserve_terms: [] };
  const text = 'He wrote "teh" in notes_v1.txt, wich is odd.';
  expect(faultOf(text.replace("wich", "which"), { text, ...input })).toBeUndefined();
  expect(faultOf(text.replace("teh", "the"), { text, ...input })).toContain('"teh"');
  expect(faultOf(text.replace("notes_v1", "Notes v1"), { text, ...input })).toContain("notes_v1");
});

test("rewriting leaves tags and quotations of any kind alone", async () => {
  const text = "Utilize #utilize and @utilize, said 'utilize it' and «utilize it».";
  const { rewritten } = await post({ text, mode: "simple" });
  expect(rewritten).toBe("Use #utilize and @utilize, said 'utilize it' and «utilize it».");
});

test("a fitting article stands before the new word", async () => {
  expect((await post({ text: "It is an objective.", mode: "simple" })).rewritten).toBe(
    "It is a goal.",
  );
});

test("strength tells how much may change", async () => {
  const text = "I think that it will help.";
  expect((await post({ text, mode: "concise", strength: 1 })).changes).toEqual([]);
  expect((await post({ text, mode: "concise", strength: 2 })).rewritten).toBe("It will help.");
});

test("plain words are easier to read", async () => {
  const { readability } = await post({
    text: "We utilize numerous methodologies.",
    mode: "simple",
  });
  expect(readability.after.reading_ease).toBeGreaterThan(readability.before.reading_ease);
});

test.each(["expand", "creative"])(
  "rewriting answers 501 for %s without a language model",
  async (mode) => {
    const res = await hub.post("/api/ai/rewrite", { text: "It is a text.", mode });
    expect([res.status, (await json(res)).code]).toEqual([501, "capability_unavailable"]);
  },
);

test("rewriting answers 422 for another language", async () => {
  const res = await hub.post("/api/ai/rewrite", {
    text: "Das ist ein deutscher Satz.",
    mode: "formal",
  });
  expect([res.status, (await json(res)).code]).toEqual([422, "language_unsupported"]);
});
