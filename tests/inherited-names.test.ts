import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sampleCases, testHub } from "hub/testing";
import { parseSync, Visitor } from "oxc-parser";
import { loadAll } from "../core/host/load/load-all.ts";
import type { LoadedRoute } from "../core/host/plugin/loaded-plugin.ts";
import { docsHub } from "../core/testing/docs-hub.ts";
import { exampleRequest } from "../core/testing/mod.ts";

/** Names that objects inherit. A caller's text must not find a value with them. */
const inherited = [
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "isPrototypeOf",
  "__defineGetter__",
  "__lookupSetter__",
  "toLocaleString",
  "propertyIsEnumerable",
  "prototype",
  "length",
];

/** Texts with half a character, control characters, and marks without a letter. */
const odd = ["a\ud800b", "\udc00", "\0", "\u202e\u2028", "\ufeff\u0301"];

const root = join(import.meta.dir, "..");
const { plugins } = await loadAll([`${root}/plugins`], { strict: true, aliases: "all" });
const docs = docsHub(plugins);
const hubs = new Map<object, { fetch: (request: Request) => Promise<Response> }>([
  [docs.view.own, docs],
]);
const closing: (() => unknown)[] = [];
for (const plugin of plugins) {
  const hub = await testHub(plugin, { net: { "*": () => new Response("<title>Page</title>") } });
  hubs.set(plugin, hub);
  closing.push(() => hub.close(0));
}
afterAll(() => Promise.all(closing.map((close) => close())));

type Position = readonly string[];

function isObject(value: unknown): value is Record<string, unknown> {
  return Array.isArray(value) || (value as object | undefined)?.constructor === Object;
}

/** Returns the places of all texts in an example, and of a field with an inherited name in each of its objects. */
function listPlaces(value: unknown, at: Position = []): Position[] {
  if (typeof value === "string") return [at];
  if (!isObject(value)) return [];
  const added = Array.isArray(value) || at.length === 0 ? [] : [[...at, ""]];
  return [
    ...added,
    ...Object.entries(value).flatMap(([key, item]) => listPlaces(item, [...at, key])),
  ];
}

/** Returns a copy of an example with an inherited name at a place: as its value, or as a field's name. */
function insert(value: unknown, [key, ...rest]: Position, name: string): unknown {
  if (key === undefined) return name;
  const entries = Object.entries(isObject(value) ? value : {});
  if (key === "") return Object.fromEntries([...entries, [name, "x"]]);
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? insert(item, rest, name) : item));
  const { [key]: old, ...others } = Object.fromEntries(entries);
  return { ...others, [key]: insert(old, rest, name) };
}

function* listRequests(loaded: LoadedRoute): Generator<[place: string, Request]> {
  const { route } = loaded;
  const optional = (["query", "body"] as const).flatMap((part) =>
    Object.entries(route[part]?.properties ?? {})
      .filter(([name, { type }]) => type === "string" && !(name in (route.example[part] ?? {})))
      .map(([name]) => [part, name]),
  );
  // Examples of heavy routes take up to a second.
  for (const place of [...listPlaces(route.example), ...optional])
    for (const name of route.heavy ? [...inherited.slice(0, 3), odd[0]] : [...inherited, ...odd]) {
      // A path can't have half a character.
      const text = place[0] === "params" ? name?.toWellFormed() : name;
      const example = insert(route.example, place, text ?? "") as typeof route.example;
      yield [
        `${place.join(".")} ${JSON.stringify(name)}`,
        exampleRequest({ ...loaded, route: { ...route, example } }),
      ];
    }
}

describe.each([...plugins, docs.view.own])(
  "no inherited name and no odd text breaks $name:",
  (plugin) => {
    const routes = [...plugin.routes, ...plugin.open];
    test.each(routes.map((loaded) => [`${loaded.method} ${loaded.path}`, loaded] as const))(
      "%s",
      async (_, loaded) => {
        const broken: string[] = [];
        for (const [place, request] of sampleCases([...listRequests(loaded)], 4)) {
          request.headers.set("x-api-key", "test");
          const answer = await hubs.get(plugin)?.fetch(request);
          if (answer === undefined || answer.status === 500) broken.push(place);
          await answer?.body?.cancel();
        }
        expect(broken).toEqual([]);
      },
      120_000,
    );
  },
);

/** Matches the start of a constant that is a table: typed as a record, and not made by `asTable`. */
const tableStart =
  /^(?:export )?const (\w+): (?:Readonly<)?Record<string,[^;]*?> =\s+(\{\s*[^\s}]|[\w.]+;)/gm;

/** Returns the names of a module's tables, and those that it reads by a variable, as `units[name]`. */
function findTables(file: string, source: string) {
  const read = new Set<string>();
  new Visitor({
    MemberExpression({ object, computed, property }) {
      if (computed && property.type !== "Literal" && object.type === "Identifier")
        read.add(object.name);
    },
  }).visit(parseSync(file, source).program);
  const tables = Array.from(source.matchAll(tableStart), ([, name = ""]) => name);
  return { file, source, read, tables };
}

/** Returns the tables in these modules that are read by a variable and have inherited names. */
function findUnsafeTables(sources: readonly (readonly [file: string, source: string])[]) {
  const modules = sources.map(([file, source]) => findTables(file, source));
  return modules.flatMap(({ file, tables }) =>
    tables
      .filter((name) =>
        modules.some(
          (other) =>
            other.read.has(name) &&
            (other.file === file ||
              new RegExp(`^import [^;]*\\b${name}\\b`, "m").test(other.source)),
        ),
      )
      .map((name) => `${file}: write "${name} = asTable(…)", because it is read by a variable`),
  );
}

test.each([
  ["const units: Record<string, string> = { m: 'metre' }; units[name];", 1],
  ["export const units: Readonly<Record<string, string>> = {\n  m: 'metre',\n};\nunits[name];", 1],
  ["const units: Readonly<Record<string, string>> = data.units;\nunits[name];", 1],
  ["const units: Record<string, string> = asTable({ m: 'metre' }); units[name];", 0],
  ["const units: Record<Unit, string> = { m: 'metre' }; units[unit];", 0],
  ["const units: Record<string, string> = { m: 'metre' }; units.m; units['m'];", 0],
  ["const counts: Record<string, number> = {}; counts[name] = 1;", 0],
])("%j has %d tables with inherited names", (source, count) => {
  expect(findUnsafeTables([["units.ts", source]])).toHaveLength(count);
});

test("no table with inherited names is read by a variable", async () => {
  const files = Array.from(new Bun.Glob("{admin,core,plugins,routes}/**/*.ts").scanSync(root));
  const own = files.filter((file) => !/node_modules|\.test\.ts$|fixtures?[/.]/.test(file));
  const sources = own.map(async (file) => [file, await Bun.file(join(root, file)).text()] as const);
  expect(findUnsafeTables(await Promise.all(sources))).toEqual([]);
  expect(own.length).toBeGreaterThan(1500);
});
