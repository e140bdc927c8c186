import { expect, test } from "bun:test";
import { apply, createMutants, locate } from "./mutants.ts";

const source = `
export function take(list: readonly number[], most: number): boolean {
  if (!list.some((item) => item >= most)) return false;
  log("full");
  return list.length + 1 < most && most > 0;
}
`;

test("each mutant is a different program that can be parsed", () => {
  const mutants = createMutants("a.ts", source);
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

test("methods with inherited names are no operators", () => {
  expect(createMutants("a.ts", "const a = b.toString(c.hasOwnProperty(d));")).toEqual([]);
});

test("types and imports aren't mutated", () => {
  expect(createMutants("a.ts", 'import { a } from "b";\ntype C = 1 | 2;\nlet d: 3;\n')).toEqual([]);
});

test("a survivor names its line, the change and the code", () => {
  const mutant = createMutants("a.ts", source).find(({ kind }) => kind === ">=");
  expect(mutant && locate(source, mutant)).toEqual({
    line: 3,
    change: ">= -> >",
    code: "if (!list.some((item) => item >= most)) return false;",
  });
});
