import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";

const root = `${import.meta.dir}/..`;
const folder = mkdtempSync(`${tmpdir()}/utilhub-author-`);
afterAll(() => rmSync(folder, { recursive: true }));

async function bun(args: readonly string[], cwd: string) {
  const child = Bun.spawn([process.execPath, ...args], { cwd, stdout: "pipe", stderr: "pipe" });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, said: out + error };
}

const newPlugin = (...args: string[]) => bun(["scripts/new-plugin.ts", ...args], root);

test("a plugin outside is a package of its own, whose tests and types hold where it is", async () => {
  expect((await newPlugin("roman", "--outside", folder)).said).toContain(`Wrote ${folder}/roman`);
  const dir = `${folder}/roman`;
  // The packages that come from the registry are those of this checkout: a test has no network.
  const described = JSON.parse(readFileSync(`${dir}/package.json`, "utf8"));
  described.devDependencies.typescript = `link:${root}/node_modules/tsc`;
  described.devDependencies["bun-types"] = `link:${root}/node_modules/bun-types`;
  writeFileSync(`${dir}/package.json`, JSON.stringify(described));
  expect(await bun(["install"], dir)).toMatchObject({ code: 0 });
  const tests = await bun(["test"], dir);
  expect([tests.code, tests.said]).toEqual([0, expect.stringContaining("2 pass")]);
  expect(await bun(["run", "--silent", "types"], dir)).toEqual({ code: 0, said: "" });
  const route = `${dir}/routes/greet.get.ts`;
  writeFileSync(route, readFileSync(route, "utf8").replace("query.name", "query.nobody"));
  expect((await bun(["run", "types"], dir)).said).toContain("Property 'nobody' does not exist");
});

test.each([
  [["Roman", "--outside", folder], "The name must be in kebab-case"],
  [["../roman", "--outside", `${folder}/x`, "more"], "Usage: bun run new-plugin"],
  [[], "Usage: bun run new-plugin"],
  [["hello", "--inside", "x"], "Unknown option '--inside'"],
])("%j is refused", async (args, sentence) => {
  const { code, said } = await newPlugin(...args);
  expect([code, said]).toEqual([1, expect.stringContaining(sentence)]);
});
