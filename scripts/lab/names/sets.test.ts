import { expect, test } from "bun:test";
import { isFirstName, isSurname } from "../../../plugins/ai/names/known-names.ts";
import { readIobSentences } from "./read-iob.ts";
import { buildNamedSentences, buildTraps } from "./sets.ts";

test("no list of the product has a name of the sentences for measuring", () => {
  const words = buildNamedSentences(2000).flatMap(({ text, names }) =>
    names.flatMap(({ start, end }) => text.slice(start, end).split(" ")),
  );
  const known = words.filter(
    (word) => word.length > 3 && (isFirstName(word, "en") || isSurname(word)),
  );
  expect([...new Set(known)]).toEqual([]);
});

test("the sentences for measuring are the same each time", () => {
  expect(buildNamedSentences(50)).toEqual(buildNamedSentences(50));
  expect(new Set(buildTraps(500)).size).toBe(500);
});

test("every second document is held out from training", () => {
  const iob = `# newdoc id = a
# text = Anna left.
1	Anna	B-PER
2	left	O
3	.	O

# newdoc id = b
# text = Bank of Oslo
1	Bank	B-ORG
2	of	I-ORG
3	Oslo	I-ORG
`;
  expect(readIobSentences(iob)).toEqual({
    train: [{ text: "Anna left.", names: [{ type: "person", start: 0, end: 4 }] }],
    heldOut: [{ text: "Bank of Oslo", names: [{ type: "organization", start: 0, end: 12 }] }],
  });
});
