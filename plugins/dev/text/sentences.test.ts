import { expect, test } from "bun:test";
import { countSentences } from "./sentences.ts";

test.each([
  ["Mr. Smith went to Washington, D.C. He paid $3.50. Really?!", 3],
  ["The U.S. Army trains here. It is large.", 2],
  ["J. R. R. Tolkien wrote it. We read it.", 2],
  ["See Fig. 3 and No. 5. Then stop.", 2],
  ["He works at Acme Inc. The pay is good.", 2],
  ["Acme Inc. Germany is a branch.", 1],
  ["E.g. This. And i.e. That.", 2],
  ["Use tools, e.g. Bun or Deno. Done.", 2],
  ["Dr. Who met Prof. X on Jan. 5. They left.", 2],
  ["I live in the U.S. I like it.", 2],
  ["One... Two. Three!", 3],
  ["Title\n\nA sentence.\nItem a.\nItem b.", 4],
  ["He said “Go.” She went.", 2],
  ["... !!! ???", 0],
  ["", 0],
])("counts the sentences of %j", (text, count) => {
  expect(countSentences(text, "en")).toBe(count);
});

test.each([
  ["de", "Wir treffen uns am 3. Oktober. Dr. Müller kommt, z.B. Montag.", 2],
  ["de", "Er kam als 3. Sie kam später.", 2],
  ["fr", "M. Dupont et Mme. Durand sont là. Ils parlent.", 2],
  ["es", "El Sr. García llegó. La Sra. López no.", 2],
  ["ja", "これは一つ。これは二つ。", 2],
])("counts the sentences of %s: %j", (locale, text, count) => {
  expect(countSentences(text, locale)).toBe(count);
});
