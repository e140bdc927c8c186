import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { newRoute } from "./new-route.ts";

const usage = `Usage: bun run new-plugin <name>
  bun run new-plugin hello             writes plugins/hello
  bun run new-plugin ../mine/hello     writes a folder elsewhere, to be named in HUB_PLUGINS`;

if (import.meta.main) {
  try {
    const [given] = process.argv.slice(2);
    if (!given) throw new Error(usage);
    const dir = newPlugin(given);
    console.log(`Wrote ${dir}\nTest it:  bun test ${dir}\nServe it: bun run start`);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** Writes a plugin folder with one route and its test, for its author to change. */
export function newPlugin(given: string): string {
  const dir = resolve(given.includes("/") ? given : `plugins/${given}`);
  const name = basename(dir);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(`The name must be in kebab-case, as it is part of the path: it is "${name}"`);
  if (existsSync(dir)) throw new Error(`"${dir}" is there already`);
  mkdirSync(dir, { recursive: true });
  for (const [file, text] of Object.entries(files(name))) writeFileSync(`${dir}/${file}`, text);
  newRoute(`${dir}/greet.get`);
  return dir;
}

function files(name: string): Record<string, string> {
  const title = name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll("-", " ");
  return {
    "plugin.ts": `import { definePlugin } from "hub";

export default definePlugin({
  title: "${title}",
  summary: "Greets people.",
  try: { "/${name}": "greet.get" },
});
`,
    [`${name}.test.ts`]: `import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);

test("greet greets by name", async () => {
  const answer = await hub.get("/api/${name}/greet?name=Ada");
  expect(answer.status).toBe(200);
  expect(await json(answer)).toEqual({ success: true, greeting: "Hello, Ada" });
});

test("greet answers 400 without a name", async () => {
  const answer = await hub.get("/api/${name}/greet");
  expect(answer.status).toBe(400);
  expect((await json(answer)).errors[0].location).toBe("query.name");
});
`,
  };
}
