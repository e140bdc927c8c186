import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, seededRandom, testHub } from "hub/testing";
import type { ModelDoors } from "../language-model/doors.ts";
import { inflect } from "../text/inflect.ts";
import { applyEdits } from "./apply.ts";
import { findFault, rewriteByModel } from "./by-model.ts";
import { measureReadability } from "./readability.ts";
import { rewrite } from "./rewrite.ts";

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

test("rewriting doesn't change URLs, quotations and the caller's terms", async () => {
  const text = 'Utilize the Utilize Tool at https://x.example/utilize: "utilize it".';
  const { rewritten } = await post({ text, mode: "simple", preserve_terms: ["utilize tool"] });
  expect(rewritten).toBe('Use the Utilize Tool at https://x.example/utilize: "utilize it".');
});

test("rejects a model's change to code and quotations in fix mode", () => {
  const input = { language: "en", mode: "fix" as const, strength: 2, preserve_terms: [] };
  const text = 'He wrote "teh" in notes_v1.txt, wich is odd.';
  expect(findFault(text.replace("wich", "which"), { text, ...input })).toBeUndefined();
  expect(findFault(text.replace("teh", "the"), { text, ...input })).toContain('"teh"');
  expect(findFault(text.replace("notes_v1", "Notes v1"), { text, ...input })).toContain("notes_v1");
});

test("rewriting doesn't change tags and any kind of quotation", async () => {
  const text = "Utilize #utilize and @utilize, said 'utilize it' and «utilize it».";
  const { rewritten } = await post({ text, mode: "simple" });
  expect(rewritten).toBe("Use #utilize and @utilize, said 'utilize it' and «utilize it».");
});

test("adjusts the article to the new word", async () => {
  expect((await post({ text: "It is an objective.", mode: "simple" })).rewritten).toBe(
    "It is a goal.",
  );
});

test("strength limits the changes", async () => {
  const text = "I think that it will help.";
  expect((await post({ text, mode: "concise", strength: 1 })).changes).toEqual([]);
  expect((await post({ text, mode: "concise", strength: 2 })).rewritten).toBe("It will help.");
});

test("plain words improve readability", async () => {
  const { readability } = await post({
    text: "We utilize numerous methodologies.",
    mode: "simple",
  });
  expect(readability.after.reading_ease).toBeGreaterThan(readability.before.reading_ease);
});

test.each(["expand", "creative"])(
  "rewriting fails with 501 for %s without a language model",
  async (mode) => {
    const res = await hub.post("/api/ai/rewrite", { text: "It is a text.", mode });
    expect([res.status, (await json(res)).code]).toEqual([501, "capability_unavailable"]);
  },
);

test.each([
  ["formal", true],
  ["casual", true],
  ["concise", false],
])("the mode %s says whether rules do what needs a language model", async (mode, degraded) => {
  const answer = await post({ text: "I gotta go now.", mode });
  expect(answer.degraded).toBe(degraded);
  expect("degraded_reason" in answer).toBe(degraded);
});

test("rewriting fails with 422 for another language", async () => {
  const res = await hub.post("/api/ai/rewrite", {
    text: "Das ist ein deutscher Satz.",
    mode: "formal",
  });
  expect([res.status, (await json(res)).code]).toEqual([422, "language_unsupported"]);
});

const plain = { language: "en", strength: 2, preserve_terms: [] };

test.each([
  ["use", ["use", "uses", "used", "used", "using"]],
  ["stop", ["stop", "stops", "stopped", "stopped", "stopping"]],
  ["carry out", ["carry out", "carries out", "carried out", "carried out", "carrying out"]],
  ["write", ["write", "writes", "wrote", "written", "writing"]],
  ["go with", ["go with", "goes with", "went with", "gone with", "going with"]],
  ["fix", ["fix", "fixes", "fixed", "fixed", "fixing"]],
  ["play", ["play", "plays", "played", "played", "playing"]],
  ["see", ["see", "sees", "saw", "seen", "seeing"]],
  ["begin", ["begin", "begins", "began", "begun", "beginning"]],
  ["put off", ["put off", "puts off", "put off", "put off", "putting off"]],
])("%s is inflected", (verb, forms) => expect<string[]>(inflect(verb)).toEqual(forms));

test.each([
  ["The window was broken by the boys.", "The boys broke the window."],
  ["They were helped by her yesterday.", "She helped them yesterday."],
  ["The plan will be approved by the council.", "The council will approve the plan."],
  ["The house has been sold by us.", "We have sold the house."],
  ["The cake had been quickly eaten by Tom.", "Tom quickly had eaten the cake."],
  ["Reports must be written by staff!", "Staff must write Reports!"],
  ["The man who was seen by me left.", undefined],
  ["It was built by 1900 and by hand, they say.", undefined],
  ["It was broken.", undefined],
])("the active voice of %j is %j", async (passive, active) => {
  const { rewritten } = await rewrite({ ...plain, text: passive, mode: "active" });
  expect(rewritten).toBe(active ?? passive);
});

test.each([
  [1, "Send it now.", "Could you please send it as soon as you can?"],
  [3, "Please fix this bug!", "Would you be so kind as to fix this bug?"],
  [2, "Help yourself.", "Help yourself."],
  [2, "Can you please come?", "Could you please come?"],
  [1, "I disagree.", "I disagree."],
  [2, "I disagree.", "I see this a little differently."],
  [2, "This is late!!!", "This is late."],
])("in polite mode at strength %d, %j becomes %j", async (strength, text, polite) => {
  const { rewritten } = await rewrite({ ...plain, text, mode: "polite", strength });
  expect(rewritten).toBe(polite);
});

test.each([
  ["it's been long", "it has been long"],
  ["it's long", "it is long"],
  ["it's painted by her", "it is painted by her"],
  ["he'd better go", "he had better go"],
  ["he'd go", "he would go"],
  ["we can’t", "we cannot"],
])("%j expands to %j", async (short, long) => {
  const { rewritten } = await rewrite({
    ...plain,
    text: `And ${short}.`,
    mode: "formal",
    strength: 1,
  });
  expect(rewritten).toBe(`And ${long}.`);
});

const edit = fc
  .tuple(fc.nat(20), fc.integer({ min: 1, max: 5 }), fc.constantFrom("", "new", "a b"))
  .map(([start, length, after]) => ({ start, end: start + length, after, rule: "X" }));

test("edits have positions, and applying them gives the new text", () => {
  const text = "The quick, brown fox is an old dog. It runs.";
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
      const { text: changed, changes } = applyEdits(text, edits);
      let written = "";
      let from = 0;
      for (const { start, end, before, after } of changes) {
        expect(start).toBeGreaterThanOrEqual(from);
        expect(text.slice(start, end)).toBe(before);
        written += text.slice(from, start) + after;
        from = end;
      }
      expect(written + text.slice(from)).toBe(changed);
    }),
    cases(200),
  );
});

test.each([
  ["The cat sat.", { reading_ease: 119.2, grade: 0, words: 3, sentences: 1 }],
  ["", { reading_ease: 205.8, grade: 0, words: 0, sentences: 1 }],
  [
    "Institutional considerations necessitate comprehensive documentation.",
    { reading_ease: -187.4, grade: 40.6, words: 5, sentences: 1 },
  ],
])("calculates the readability of %j by Flesch and Kincaid", (text, measures) => {
  expect(measureReadability(text)).toEqual(measures);
});

/** Returns the response for a text rewritten by a language model. */
function rewriteAs(rewritten: string, text: string) {
  const message = { content: JSON.stringify({ rewritten }) };
  const doors = {
    net: async () => Response.json({ choices: [{ message }] }),
    env: { OPENAI_MODEL: "m", OPENAI_API_KEY: "k" },
    kv: { increment: async () => 1 },
    clock: () => 0,
    random: seededRandom(1),
    log: { info() {}, warn() {}, error() {} },
    caller: { id: "a", address: "", userAgent: "", referrer: "" },
  } as unknown as ModelDoors;
  return rewriteByModel({ ...plain, mode: "creative", text }, doors, { timeoutMs: 1000 });
}

const sentence = fc
  .array(fc.constantFrom("the", "bank", "rates", "rose", "again", ",", "😀"), {
    minLength: 1,
    maxLength: 7,
  })
  .map((words) => words.join(" "));

test("changes of a model have positions, and applying them gives the new text", async () => {
  await fc.assert(
    fc.asyncProperty(sentence, sentence, async (text, wanted) => {
      const { rewritten, changes } = await rewriteAs(wanted, text);
      expect(rewritten).toBe(wanted);
      let written = "";
      let from = 0;
      for (const { start, end, before, after } of changes) {
        expect(text.slice(start, end)).toBe(before);
        expect(before).not.toBe(after);
        written += text.slice(from, start) + after;
        from = end;
      }
      expect(written + text.slice(from)).toBe(wanted);
    }),
    cases(60),
  );
});

test("writes out slang in formal texts, but not letters and abbreviations", async () => {
  const write = async (text: string) => (await post({ text, mode: "formal" })).rewritten;
  expect(
    await write("hey, gonna need u to fix the login thing asap cuz customers r really mad lol"),
  ).toBe(
    "Hello, going to require you to resolve the login thing as soon as possible because customers are mad",
  );
  expect(await write("i think u r right, idk tho")).toBe(
    "I think you are right, I do not know though",
  );
  const plain = "R is a language of the U.S. team, i.e. vitamin I and the letter u.";
  expect(await write(plain)).toBe(plain);
});
