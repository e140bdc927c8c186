import { expect, test } from "bun:test";
import terms from "./terms.json" with { type: "json" };

test("each term has a path in both syntaxes, and each group exists and is used", () => {
  const used = new Set(["invoice"]);
  for (const [group, fields] of Object.entries(terms))
    for (const [name, term] of Object.entries<string[] | Record<string, unknown>>(fields)) {
      const { group: inner, ...paths } = Array.isArray(term) ? { text: term } : term;
      if (typeof inner === "string") used.add(inner);
      for (const pair of Object.values(paths))
        expect([`${group}.${name}`, pair]).toEqual([
          `${group}.${name}`,
          [expect.stringMatching(/^\S/), expect.stringMatching(/^\S/)],
        ]);
    }
  expect([...used].sort()).toEqual(Object.keys(terms).sort());
});
