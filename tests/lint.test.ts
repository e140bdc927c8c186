import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { documentText } from "../core/runtime/docs/document-text.ts";
import { loadAll } from "../core/runtime/load/load-all.ts";
import { docsHub } from "../core/testing/docs-hub.ts";

const root = `${import.meta.dir}/..`;
const dir = mkdtempSync(`${tmpdir()}/utilhub-lint-`);
const file = `${dir}/openapi.json`;

beforeAll(async () => {
  const { plugins } = await loadAll([`${root}/plugins`], { aliases: "all" });
  const { view } = docsHub(plugins);
  await Bun.write(file, documentText(view, { service: undefined, as: "json" }));
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Runs a linter by its name among the packages, and reads the findings it prints as JSON. */
async function lint(name: string, ...args: string[]) {
  const { stdout } = Bun.spawn(
    [process.execPath, "--bun", `${root}/node_modules/.bin/${name}`, "lint", ...args, file],
    {
      cwd: root,
      // Neither may tell its maker of this run.
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      stderr: "ignore",
    },
  );
  return JSON.parse(await stdout.text());
}

test("Redocly finds nothing in the document by its recommended rules", async () => {
  const { problems } = await lint("redocly", "--config=redocly.yaml", "--format=json");
  expect(problems).toEqual([]);
});

test("Spectral finds nothing in the document by its rules for OpenAPI", async () => {
  const findings = await lint("spectral", "--ruleset=.spectral.yaml", "--format=json", "--quiet");
  expect(findings).toEqual([]);
});
