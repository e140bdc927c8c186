import { expect, test } from "bun:test";
import { openNgrams } from "./ngrams.ts";

const sentences = [
  "L'économie n'a pas aujourd'hui besoin d'un autre détour.",
  "Der schnelle braune Fuchs springt über den faulen Hund.",
  "Быстрая лиса перепрыгивает через ленивую собаку.",
  "E' un'altra cosa, 12:30 {ma} c'è \\ tempo",
  "constructor __proto__ toString valueOf",
];

test.each(sentences)(
  "scores languages as the package with its own loader does: %s",
  async (text) => {
    const { eld } = await import("eld/large");
    expect((await openNgrams()).detect(text).getScores()).toEqual(eld.detect(text).getScores());
  },
);

test("creates no object for each n-gram", async () => {
  const program = `const heap = () => (Bun.gc(true), require("bun:jsc").heapStats().objectCount);
    const before = heap();
    const { openNgrams } = await import(${JSON.stringify(`${import.meta.dir}/ngrams.ts`)});
    globalThis.kept = await openNgrams();
    console.log(heap() - before);`;
  const child = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe" });
  expect(Number(await child.stdout.text())).toBeLessThan(10_000);
});
