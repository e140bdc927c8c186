import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "../../core/testing/is-running.ts";
import { apply, createMutants, fails } from "./mutate.ts";

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

test("types and imports aren't mutated", () => {
  expect(createMutants("a.ts", 'import { a } from "b";\ntype C = 1 | 2;\nlet d: 3;\n')).toEqual([]);
});

test.each([
  ["fail", "expect(1).toBe(2)", 20_000],
  ["pass", "", 20_000],
  ["never end", "for (;;);", 2000],
])("child processes of tests end with them if they %s", async (how, end, timeout) => {
  const dir = mkdtempSync(join(tmpdir(), "utilhub-mutate-"));
  try {
    await Bun.write(
      join(dir, "a.test.ts"),
      `import { expect, test } from "bun:test";
test("a", async () => {
  const { pid } = Bun.spawn(["sleep", "300"], { stdio: ["ignore", "ignore", "ignore"] });
  await Bun.write("pid", String(pid));
  ${end}
});`,
    );
    expect(await fails(dir, ["a.test.ts"], timeout)).toBe(how !== "pass");
    const pid = Number(readFileSync(join(dir, "pid"), "utf8"));
    while (isRunning(pid)) await Bun.sleep(10);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
