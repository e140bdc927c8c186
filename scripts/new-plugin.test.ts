import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { testHub } from "hub/testing";
import { loadPlugin } from "../core/host/load/load-plugin.ts";
import { runNewPlugin } from "./new-plugin.ts";
import { runNewRoute } from "./new-route.ts";

const root = `${import.meta.dir}/..`;
const folder = mkdtempSync(`${tmpdir()}/utilhub-author-`);
afterAll(() => rmSync(folder, { recursive: true }));

async function bun(args: readonly string[], cwd: string) {
  const child = Bun.spawn([process.execPath, ...args], { cwd, stdout: "pipe", stderr: "pipe" });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, said: out + error };
}

/** Runs a command in this process: its start costs more than its work. */
async function run(command: () => string | Promise<string>) {
  try {
    return { code: 0, said: `${await command()}\n` };
  } catch (error) {
    return { code: 1, said: (error as Error).message };
  }
}

const newPlugin = (...args: string[]) => run(() => runNewPlugin(args));

test("an external plugin is a separate package, whose tests and types work in place", async () => {
  const command = ["scripts/new-plugin.ts", "roman", "--outside", folder];
  expect((await bun(command, root)).said).toContain(`Created ${folder}/roman`);
  const dir = `${folder}/roman`;
  // The registry's packages come from this checkout, because a test has no network.
  const described = JSON.parse(readFileSync(`${dir}/package.json`, "utf8"));
  described.devDependencies.typescript = `link:${root}/node_modules/tsc`;
  described.devDependencies["bun-types"] = `link:${root}/node_modules/bun-types`;
  writeFileSync(`${dir}/package.json`, JSON.stringify(described));
  expect(await bun(["install"], dir)).toMatchObject({ code: 0 });
  const tests = await bun(["test"], dir);
  expect([tests.code, tests.said]).toEqual([0, expect.stringContaining("2 pass")]);
  expect(await bun(["run", "--silent", "types"], dir)).toEqual({ code: 0, said: "" });
  const route = `${dir}/routes/greet.get.ts`;
  const wrong = readFileSync(route, "utf8")
    .replace("query.name", "query.nobody")
    .replace("handler: ({ query })", "handler: ({ query, net, kv, env, run })")
    .replace("=> ({", "=> (net(''), kv.get(''), env.TOKEN, run('qpdf'), {");
  writeFileSync(route, wrong);
  const { said } = await bun(["run", "types"], dir);
  expect(said).toContain("Property 'nobody' does not exist");
  for (const kind of ["net", "kv", "env", "run"])
    expect(said).toContain(`MissingPermission<"${kind}">`);
});

test.each(["new-plugin", "new-route"])("%s exits with 1 if it fails", async (name) => {
  const { code, said } = await bun([`scripts/${name}.ts`], root);
  expect([code, said]).toEqual([1, expect.stringContaining(`Usage: bun run ${name}`)]);
});

test.each([
  [["Roman", "--outside", folder], "The name must be in kebab-case"],
  [["../roman", "--outside", `${folder}/x`, "more"], "Usage: bun run new-plugin"],
  [[], "Usage: bun run new-plugin"],
  [["hello", "--inside", "x"], "Unknown option '--inside'"],
])("rejects %j", async (args, sentence) => {
  const { code, said } = await newPlugin(...args);
  expect([code, said]).toEqual([1, expect.stringContaining(sentence)]);
});

describe("new-route", () => {
  const dir = `${folder}/shop`;
  const newRoute = (...args: string[]) => run(() => runNewRoute(args));
  const serves = async () => {
    const { routes } = await loadPlugin(dir);
    return routes.map(({ method, path }) => `${method} ${path}`);
  };

  test.each([
    ["shop/price/[coin].get", "price/[coin].get.ts", "GET /api/shop/price/:coin"],
    ["shop/index.post", "index.post.ts", "POST /api/shop"],
    [
      "shop/routes/orders/[id]/[item].delete.ts",
      "orders/[id]/[item].delete.ts",
      "DELETE /api/shop/orders/:id/:item",
    ],
  ])("%s writes routes/%s, which returns %s for its example", async (given, file, served) => {
    if (!existsSync(dir)) await newPlugin(dir);
    const { code, said } = await newRoute(`${folder}/${given}`);
    expect([code, said]).toEqual([
      0,
      expect.stringContaining(`Created ${dir}/routes/${file}: ${served}\n`),
    ]);
    expect(said).not.toContain("restart");
    expect(await serves()).toContain(served);
    const hub = await testHub(dir);
    expect((await hub.example(file)).status).toBe(200);
  });

  test.each([
    ["shop/shout.get", "Shout", "shout", { shout: "hello" }],
    [
      "shop/price-list/[coin].post",
      "Price list by coin",
      "price_list",
      { price_list: "coin hello" },
    ],
    ["shop/index.put", "Shop", "shop", { shop: "hello" }],
    ["shop/2fa/success.get", "Success", "the_success", { the_success: "hello" }],
    ["shop/2fa.get", "2fa", "the_2fa", { the_2fa: "hello" }],
  ])("%s is about its own words", async (given, summary, field, answer) => {
    if (!existsSync(dir)) await newPlugin(dir);
    expect((await newRoute(`${folder}/${given}`)).code).toBe(0);
    const file = `${given.slice("shop/".length)}.ts`;
    const hub = await testHub(dir);
    expect(hub.routes.find((route) => route.file === file)?.route).toMatchObject({
      summary,
      response: { properties: { [field]: { type: "string" } } },
    });
    expect(await (await hub.example(file)).json()).toEqual({ success: true, ...answer });
  });

  test.each([
    ["shop/greet/index.get", "Cannot add GET /api/shop/greet:"],
    ["shop/greet.get", "already exists"],
    ["shop/price/[coin-name].get", 'it has "[coin-name]"'],
    ["shop/[id]/[id].get", '"[id]" is repeated'],
    ["shop/../greet.get", 'it has ".."'],
    ["shop/a b.get", 'it has "a b"'],
    ["shop/greet.fetch", "Cannot find the method"],
    ["nothing/greet.get", "Cannot find a plugin for"],
  ])("rejects %s, and writes nothing", async (given, sentence) => {
    if (!existsSync(dir)) await newPlugin(dir);
    const before = await serves();
    const { code, said } = await newRoute(`${folder}/${given}`);
    expect([code, said]).toEqual([1, expect.stringContaining(sentence)]);
    expect(await serves()).toEqual(before);
  });
});
