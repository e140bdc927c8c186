import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleCases } from "hub/testing";
import packageJson from "../package.json" with { type: "json" };

const root = join(import.meta.dir, "..");
const empty = mkdtempSync(join(tmpdir(), "utilhub-help-"));
afterAll(() => rmSync(empty, { recursive: true, force: true }));

/** Modules that are not programs. */
const modules = ["help.ts", "sample-calls.ts"];
const programs = [
  "core/main.ts",
  "core/capture-examples.ts",
  "scripts/lab/bench/main.ts",
  ...["scripts", "scripts/lab"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter(
        (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !modules.includes(name),
      )
      .map((name) => `${folder}/${name}`),
  ),
];

test("every command in package.json is covered", () => {
  const named = Object.values(packageJson.scripts).flatMap((line) =>
    Array.from(line.matchAll(/(?:scripts|core)\/[\w/-]+\.ts/g), ([file]) => file),
  );
  // It takes no arguments, and runs after an installation.
  expect(named.filter((file) => !programs.includes(file))).toEqual([]);
});

test.each(sampleCases(programs, 5))(
  "%s --help prints its usage and does nothing else",
  async (program) => {
    const child = Bun.spawn([process.execPath, join(root, program), "--help"], {
      cwd: empty,
      env: { PATH: process.env.PATH ?? "", HUB_DATA: join(empty, "data") },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [said, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    expect([await child.exited, errors]).toEqual([0, ""]);
    expect(said).toStartWith("Usage: ");
    expect(readdirSync(empty)).toEqual([]);
  },
);
