import { expect, test } from "bun:test";
import { apply, mutantsOf } from "./mutate.ts";

const source = `
export function take(list: readonly number[], most: number): boolean {
  if (!list.some((item) => item >= most)) return false;
  log("full");
  return list.length + 1 < most && most > 0;
}
`;

test("each mutant is another program that can be read", () => {
  const mutants = mutantsOf("a.ts", source);
  const kinds = mutants.map(({ kind }) => kind).sort();
  expect(kinds).toEqual([
    "&&",
    "+",
    "<",
    ">",
    ">=",
    "boolean",
    "condition",
    "not",
    "number",
    "number",
    "some",
    "statement",
  ]);
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  for (const mutant of mutants) {
    const changed = apply(source, mutant);
    expect(changed).not.toBe(source);
    expect(() => transpiler.transformSync(changed)).not.toThrow();
  }
});

test("types and imports are left alone", () => {
  expect(mutantsOf("a.ts", 'import { a } from "b";\ntype C = 1 | 2;\nlet d: 3;\n')).toEqual([]);
});
