import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { Type as t } from "@sinclair/typebox";
import type { Permissions } from "../../contract/doors.ts";
import { createKv } from "../../platform/store/kv.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { createDoors, type DoorBackends, grant, narrowPermissions } from "./grant.ts";
import { seededRandom } from "./random.ts";

const dir = mkdtempSync(`${tmpdir()}/utilhub-grant-`);
mkdirSync(`${dir}/data`);
writeFileSync(`${dir}/data/list.txt`, "a list");
writeFileSync(`${dir}/secret.txt`, "a secret");

let answer = () => new Response('{"rate":1.5,"more":true}');
const records = openSqlite(":memory:");
const backends = {
  reach: async () => answer(),
  browser: async () => ({ status: 200 }),
  kv: (name: string) => createKv(records, name, () => 0),
  env: { TOKEN: "t", OTHER: "o" },
  clock: () => 0,
  random: seededRandom(1),
  log: () => ({ info() {}, warn() {}, error() {} }),
  run: async () => ({ exitCode: 0, stdout: new Uint8Array(), stderr: "" }),
  resolve: async (name: string) => ({ status: "found", records: [name] }),
  data: { find: (id: string) => `found ${id}`, get: (id: string) => `got ${id}` },
  later() {},
} as unknown as DoorBackends;

const all: Permissions = {
  net: ["a.example"],
  env: ["TOKEN"],
  run: ["true"],
  read: ["data"],
  kv: true,
  browser: true,
};
// biome-ignore lint/suspicious/noExplicitAny: the test calls what the types would reject
function grantDoors(permissions: Permissions, denied: (keyof Permissions)[] = []): any {
  return grant({ name: "sample", dir }, { permissions, denied, backends });
}

test("permissions of the manifest are granted", async () => {
  const doors = grantDoors(all);
  expect((await doors.net("https://a.example/x")).status).toBe(200);
  expect(doors.env).toEqual({ TOKEN: "t" });
  expect((await doors.run("true")).exitCode).toBe(0);
  expect(Buffer.from(await doors.read("data/list.txt")).toString()).toBe("a list");
  expect(await doors.kv.increment("calls")).toBe(1);
  expect(await doors.browser({})).toEqual({ status: 200 });
});

test("the values of settings have their types, and those that aren't granted their defaults", () => {
  const settings = {
    PACE: { type: "integer", default: 5, description: "Pace" },
    MODES: { type: "list", description: "Modes" },
  } as const;
  const permissions = { env: ["PACE", "MODES", "OTHER"] };
  const env = { PACE: "7", MODES: "a, b", OTHER: "o" };
  const read = (denied: (keyof Permissions)[]): object =>
    grant(
      { name: "sample", dir },
      { permissions, settings, denied, backends: { ...backends, env } },
    ).env;
  expect(read([])).toEqual({ PACE: 7, MODES: ["a", "b"], OTHER: "o" });
  expect(read(["env"])).toEqual({ PACE: 5, MODES: [] });
});

describe("with named hosts and all public addresses, a request for", () => {
  const reached: unknown[] = [];
  const reach: DoorBackends["reach"] = async (url, _, hosts) => {
    reached.push([url.host, hosts]);
    return new Response();
  };
  const { net } = grant(
    { name: "sample", dir },
    { permissions: { net: ["public", "a.example"] }, backends: { ...backends, reach } },
    // biome-ignore lint/suspicious/noExplicitAny: the test calls what the types would reject
  ) as any;

  test.each([
    ["its own host is allowed", "https://a.example/", { own: true }, ["a.example"]],
    ["the same host from a user is like any other", "https://a.example/", {}, "public"],
    [
      "another host is like any other, from a user or not",
      "https://b.example/",
      { own: true },
      "public",
    ],
  ])("%s", async (_, url, init, hosts) => {
    await net(url, init);
    expect(reached.at(-1)).toEqual([new URL(url).host, hosts]);
  });
});

describe("use without a permission in the manifest is the plugin's error:", () => {
  const doors = grantDoors({ net: ["a.example"], read: ["data"] });
  test.each<[string, () => Promise<unknown>]>([
    ["another host", () => doors.net("https://b.example/")],
    ["another port", () => doors.net("https://a.example:8443/")],
    ["a program", () => doors.run("rm")],
    ["another folder", () => doors.read("secret.txt")],
    ["a path out of a folder", () => doors.read("data/../secret.txt")],
    ["an absolute path", () => doors.read("/etc/passwd")],
    ["the store", () => doors.kv.get("x")],
    ["the browser", () => doors.browser({})],
  ])("%s", async (_, work) => {
    await expect(work()).rejects.toThrow('Plugin "sample" requires');
  });
});

test("a permission that the operator denies is reported as denied", async () => {
  const doors = grantDoors(all, ["net", "kv", "env", "browser"]);
  await expect(doors.net("https://a.example/")).rejects.toMatchObject({
    code: "capability_unavailable",
    status: 501,
    message: 'The operator of this hub denies "net" to the service "sample"',
  });
  for (const refused of [doors.kv.get("x"), doors.browser({})])
    await expect(refused).rejects.toMatchObject({ code: "capability_unavailable" });
  expect(doors.env).toEqual({});
});

test("an invalid host name can be requested if the manifest allows it, or all hosts", async () => {
  for (const net of [["dns:*"], ["public", "a.example"], ["dns:b.example"], "public"] as const)
    expect(await grantDoors({ net }).net.resolve("b.example", "A")).toMatchObject({
      status: "found",
    });
  for (const permissions of [{ net: ["b.example"] }, { net: ["dns:a.example"] }, {}])
    await expect(grantDoors(permissions).net.resolve("b.example", "A")).rejects.toThrow(
      'Plugin "sample" requires net access to "dns:b.example"',
    );
});

test("a plugin reads its own datasets by name, and those of others in its manifest", () => {
  const { data } = grantDoors({ data: ["other/list"] });
  expect([data.find("list"), data.get("sample/list")]).toEqual([
    "found sample/list",
    "got sample/list",
  ]);
  expect(data.get("other/list")).toBe("got other/list");
  for (const id of ["other/secrets", "sampler/list"])
    expect(() => data.find(id)).toThrow(
      `Plugin "sample" requires data access to "${id}": its manifest allows ["other/list"]`,
    );
});

test("a missing permission is reported by what it allows", async () => {
  await expect(grantDoors({ run: ["true"] }).run("rm")).rejects.toThrow(
    'Plugin "sample" requires run access to "rm": its manifest allows ["true"]',
  );
  // The plugin's missing permission is reported first, even if the operator denies it too.
  await expect(grantDoors({}, ["run"]).run("rm")).rejects.toThrow(
    'plugin.ts does not request the permission "run"',
  );
});

test("the store is available in all ways with the permission, and in none without", async () => {
  const { kv } = grantDoors({ kv: true });
  await kv.set("colour/1", "blue");
  expect([await kv.get("colour/1"), await kv.keys("colour/")]).toEqual(["blue", ["colour/1"]]);
  await kv.delete("colour/1");
  expect(await kv.keys("colour/")).toEqual([]);
  const closed = grantDoors({}).kv;
  for (const work of [closed.set, closed.delete, closed.increment, closed.keys])
    await expect(work("x")).rejects.toThrow('requires kv access to "kv"');
});

test("a denied kind is removed from a manifest's permissions, and all others stay", () => {
  expect(narrowPermissions(all, ["net", "kv"])).toEqual({
    env: ["TOKEN"],
    run: ["true"],
    read: ["data"],
    browser: true,
  });
  expect(narrowPermissions({ kv: true })).toEqual({ kv: true });
});

test("a plugin's doors are created once, and denied for that plugin only", () => {
  const loaded = (name: string) =>
    ({ name, dir, plugin: { manifest: { permissions: all } } }) as unknown as LoadedPlugin;
  const doors = createDoors({ backends, denied: { one: ["env"] } });
  const [one, two] = [loaded("one"), loaded("two")];
  expect(doors(one)).toBe(doors(one));
  expect([doors(one).env, doors(two).env]).toEqual([{}, { TOKEN: "t" }]);
});

describe("a response that is parsed as JSON", () => {
  const schema = t.Object({ rate: t.Number() }, { additionalProperties: false });
  const read = () => grantDoors(all).net.json("https://a.example/x", schema);

  test("has the fields of the schema", async () => {
    expect(await read()).toEqual({ rate: 1.5 });
  });

  test.each<[string, () => Response]>([
    ["with another shape", () => new Response('{"rate":"1.5"}')],
    ["that isn't JSON", () => new Response("<html>")],
    ["with a failing status", () => new Response("{}", { status: 500 })],
  ])("and is one %s is the upstream's failure", async (_, other) => {
    const before = answer;
    answer = other;
    await expect(read()).rejects.toMatchObject({ code: "upstream_failed", status: 502 });
    answer = before;
  });
});
