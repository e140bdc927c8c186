import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { json } from "hub/testing";
import { loadAll } from "../core/runtime/load/load-all.ts";
import { issueKeys, startProcess } from "./hub-process.ts";

const root = `${import.meta.dir}/..`;
const readme = await Bun.file(`${root}/README.md`).text();
const operating = await Bun.file(`${root}/docs/OPERATING.md`).text();
const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

test("the table of services is what the plugins say", async () => {
  const { plugins } = await loadAll([`${root}/plugins`], { strict: true });
  const rows = plugins.map(
    ({ name, plugin: { manifest }, routes }) =>
      `| ${manifest.title} | \`/api/${name}\` | ${routes.length} | ${manifest.summary} |`,
  );
  const [, table = ""] = /\| service .*\n\|[-|]+\n((?:\|.*\n)+)/.exec(readme) ?? [];
  expect(table.trim().split("\n").toSorted()).toEqual(rows.toSorted());
});

test("the table of variables is what the configuration reads", async () => {
  const source = await Bun.file(`${root}/core/runtime/config.ts`).text();
  const read = new Set(source.match(/\b(?:HUB_[A-Z_]+|PORT|HOST|TRUSTED_PROXIES)\b/g));
  read.add("HUB_COMMIT");
  const [, table = ""] = operating.split("| variable |");
  const told = new Set(
    table.split("\n\n")[0]?.match(/\b(?:HUB_[A-Z_]+|PORT|HOST|TRUSTED_PROXIES)\b/g),
  );
  expect([...told].toSorted()).toEqual([...read].toSorted());
});

test("who follows the plugin guide word for word has two endpoints that answer", async () => {
  const copy = copyOfTheProject();
  const [, guide = ""] = /## Write a plugin\n([\s\S]*?)\n## /.exec(readme) ?? [];
  for (const [, language, code = ""] of guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)) {
    if (language === "ts") write(`${copy}/${/^\/\/ (\S+)/.exec(code)?.[1]}`, code);
    else for (const line of code.trim().split("\n")) await run(line, copy);
  }
  for (const [, line = ""] of guide.matchAll(/`(bun run new-route \S+)`/g)) await run(line, copy);
  const data = `${copy}/data`;
  const [key = ""] = await issueKeys(data, 1);
  const { child, url } = await startProcess({ HUB_DATA: data }, copy);
  const get = async (path: string) =>
    json(await fetch(`${url}/api/hello/${path}`, { headers: { "x-api-key": key } }));
  expect(await get("greet?name=Ada")).toEqual({ success: true, greeting: "Hello, Ada" });
  expect(await get("shout?name=Ada")).toEqual({ success: true, greeting: "Hello, Ada" });
  expect(await get("shout/hello?times=2&mark=?")).toEqual({
    success: true,
    shouted: "HELLO? HELLO?",
  });
  expect((await json(await fetch(`${url}/openapi.json`))).paths).toHaveProperty([
    "/api/hello/shout/{word}",
  ]);
  child.kill();
  await child.exited;
}, 60_000);

/** Without its services, which have nothing to do with the guide. */
function copyOfTheProject(): string {
  const copy = mkdtempSync(`${tmpdir()}/utilhub-copy-`);
  copies.push(copy);
  for (const name of ["core", "routes", "scripts", "package.json", "bunfig.toml", "tsconfig.json"])
    cpSync(`${root}/${name}`, `${copy}/${name}`, {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  mkdirSync(`${copy}/plugins`);
  for (const folder of [".", "core"])
    symlinkSync(`${root}/${folder}/node_modules`, `${copy}/${folder}/node_modules`);
  return copy;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function run(line: string, cwd: string): Promise<void> {
  const [, ...args] = line.split(" ");
  const child = Bun.spawn([process.execPath, ...args], { cwd, stdout: "pipe", stderr: "pipe" });
  const output = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(await child.exited, `${line}\n${output.join("\n")}`).toBe(0);
}
