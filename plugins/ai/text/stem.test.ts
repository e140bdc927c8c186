import { expect, test } from "bun:test";
import { stem } from "./stem.ts";

// From the sample vocabulary of https://snowballstem.org/algorithms/english/stemmer.html
test.each([
  ["consignment", "consign"],
  ["consistency", "consist"],
  ["knightly", "knight"],
  ["knocking", "knock"],
  ["generously", "generous"],
  ["happiness", "happi"],
  ["relational", "relat"],
  ["hopping", "hop"],
  ["hoping", "hope"],
  ["cries", "cri"],
  ["ties", "tie"],
  ["gas", "gas"],
  ["skis", "ski"],
  ["inning", "inning"],
  ["say", "say"],
  ["university", "univers"],
  ["dog's", "dog"],
])("%s has the stem %s", (word, expected) => expect(stem(word)).toBe(expected));
