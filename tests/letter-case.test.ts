import { expect, test } from "bun:test";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

const root = join(import.meta.dir, "..");

/** Letters of one case. With the flag `i` they match both: the flag belongs around other parts, as `(?i:…)`. */
const oneCase = /\\p\{(?:L[utl]|Upper|Lower)/;

test("no regular expression asks for capitals and ignores case", async () => {
  const found: string[] = [];
  for (const file of new Bun.Glob("{admin,core,plugins,routes}/**/*.ts").scanSync(root)) {
    if (/node_modules|\.(?:test|fixture)\.ts$/.test(file)) continue;
    const code = await Bun.file(join(root, file)).text();
    if (!oneCase.test(code)) continue;
    const visitor = new Visitor({
      Literal(node) {
        if ("regex" in node && node.regex.flags.includes("i") && oneCase.test(node.regex.pattern))
          found.push(`${file}: ${node.regex.pattern}`);
      },
      NewExpression(node) {
        const [pattern, flags] = node.arguments.map(({ start, end }) => code.slice(start, end));
        if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
        if (/^"\w*i/.test(flags ?? "") && oneCase.test(pattern ?? ""))
          found.push(`${file}: ${pattern}`);
      },
    });
    visitor.visit(parseSync(file, code).program);
  }
  expect(found).toEqual([]);
});

test("nor does a row of a table with patterns", async () => {
  const found: string[] = [];
  for (const file of new Bun.Glob("plugins/**/*.tsv").scanSync(root))
    if (!file.includes("node_modules"))
      for (const line of (await Bun.file(join(root, file)).text()).split("\n"))
        if (/\t[dgmsuvy]*i[dgmsuvy]*\t/.test(line) && /\\p\{L[utl]|\{names?\}/.test(line))
          found.push(`${file}: ${line}`);
  expect(found).toEqual([]);
});
