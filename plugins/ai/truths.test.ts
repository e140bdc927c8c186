import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);

// Names, codes and quotations drawn at random: no speller knows them, and none is a mistake.
const small = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzäöéłñ"),
  minLength: 3,
  maxLength: 10,
});
const name = small.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
const code = fc.tuple(small, fc.constantFrom("_", ".", "/", "-7", "::", "@", "#", "2"), small);
const kept = fc.oneof(
  name,
  code.map((parts) => parts.join("")),
  fc.tuple(small, small).map((words) => `“${words.join(" ")}”`),
  small.map((word) => `\`${word}\``),
  small.map((word) => word.toUpperCase()),
);

const texts = cases(3);

// Each unknown word has the speller look through its whole dictionary, so that a text has a few.
test(
  "what is named, quoted or encoded is never corrected",
  async () => {
    const all = fc.array(kept, { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(all, async (things) => {
        const text = things.map((thing) => `We saw ${thing} and went home.`).join("\n\n");
        const { corrected_text } = await json(
          await hub.post("/api/ai/grammar", { text, language: "en" }),
        );
        expect(corrected_text).toBe(text);
      }),
      texts,
    );
  },
  20_000 * texts.numRuns,
);
