import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "../../../core/testing/is-running.ts";
import { copyRepository, fails } from "./test-copy.ts";

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

test("the packages of a copy are inside it, where job processes may read", async () => {
  const root = mkdtempSync(join(tmpdir(), "utilhub-copied-"));
  await Bun.write(join(root, "node_modules/a/index.js"), "1");
  const copy = copyRepository(root);
  try {
    const file = join(copy, "node_modules/a/index.js");
    expect(realpathSync(file)).toStartWith(`${realpathSync(copy)}/`);
    expect(await Bun.file(file).text()).toBe("1");
  } finally {
    for (const folder of [root, copy]) rmSync(folder, { recursive: true });
  }
});
