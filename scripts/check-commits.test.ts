import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMissing } from "../core/testing/mod.ts";
import { checkMessage } from "./check-commits.ts";

test.each([
  "site: show the region",
  "scripts: let tests run new-plugin and new-route in their process",
  "core/app, docs: name HUB_TIERS once\n\nReasons.\n\nFigures: 3 files.",
  "mcp: say GET in descriptions",
  "pdf: accept PDF 2.0 headers",
])("accepts %j", (message) => {
  expect(checkMessage(message)).toEqual([]);
});

test.each([
  ["Format", 'The subject must be "area: verb what", such as "site: show the region"'],
  ["Site: show it", 'The subject must be "area: verb what", such as "site: show the region"'],
  ["site: ", 'The subject must be "area: verb what", such as "site: show the region"'],
  ["site: Show it", '"Show" must be lower case'],
  ["site: fixed it", '"fixed" must be imperative, such as "add" or "fix"'],
  ["site: fix", 'The subject must say what "fix" is about'],
  ["site: show it.", "The subject must not end with a full stop"],
  [`site: show ${"a".repeat(62)}`, "The subject must have at most 72 characters: it has 73"],
  ["site: show it\nthe body", "An empty line must separate the subject from the body"],
])("rejects %j", (message, fault) => {
  expect(checkMessage(message)).toEqual([fault]);
});

test("a subject of 72 characters is accepted, each of them counted once", () => {
  expect(checkMessage(`site: show ${"😀".repeat(61)}`)).toEqual([]);
});

test.skipIf(isMissing("git"))("checks each commit of a range", () => {
  const folder = mkdtempSync(join(tmpdir(), "utilhub-commits-"));
  const git = (...args: string[]) => {
    const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
    const { exitCode, stderr } = Bun.spawnSync(["git", ...author, ...args], { cwd: folder });
    expect(exitCode, stderr.toString()).toBe(0);
  };
  const run = (range: string) =>
    Bun.spawnSync([process.execPath, `${import.meta.dir}/check-commits.ts`, range], {
      cwd: folder,
    }).exitCode;
  git("init", "--quiet");
  for (const subject of ["First", "site: show the region", "Format"])
    git("commit", "--quiet", "--allow-empty", "--message", subject);
  expect(run("--all")).toBe(2);
  expect(run("HEAD..HEAD")).toBe(0);
  expect(run("HEAD~2..HEAD~1")).toBe(0);
  expect(run("HEAD~1..HEAD")).toBe(1);
  expect(run("HEAD..no-such-commit")).toBe(1);
  rmSync(folder, { recursive: true });
});
