import { afterAll, describe, expect, test } from "bun:test";
import { rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { json, sampleCases } from "hub/testing";
import { quietLog } from "../../platform/log/log.ts";
import { createSandbox } from "../../platform/sandbox/sandbox.ts";
import { docsHub } from "../../testing/docs-hub.ts";
import { pluginFolder, removePluginFolders, sound } from "../../testing/plugin-folder.ts";
import { runHub } from "../../testing/running-hub.ts";
import { loadAll } from "./load-all.ts";
import { loadPlugin } from "./load-plugin.ts";
import { parseRouteFile } from "./load-routes.ts";

afterAll(removePluginFolders);

test.each([
  ["generate.get.ts", "GET", "/generate"],
  ["index.get.ts", "GET", ""],
  ["generate/svg.get.ts", "GET", "/generate/svg"],
  ["validate/[email].get.ts", "GET", "/validate/:email"],
  ["convert/[amount]/[from]/[to].post.ts", "POST", "/convert/:amount/:from/:to"],
])("the route file %s is %s %s", (file, method, path) => {
  expect(parseRouteFile(file)).toEqual({ method, path });
});

/** An error schema, as source code. */
const plainErrors =
  '{ name: "plain", title: "Plain", schema: { type: "string" }, note: "Plain.", mediaType: "text/plain", write: () => "" }';
const manifest = (fields: string) => ({
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Sample", summary: "Says hello.", ${fields} } as never);`,
});
const route = (fields: string) => `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "x", response: t.Object({}), example: {}, handler: () => ({}), ${fields}
});`;

const bare = (fields: string) => `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({ ${fields} } as never);`;

const faultyRoutes: [fields: string, sentence: string][] = [
  ["response: t.Object({}), example: {}, handler: () => ({})", "routes/a.get.ts has no summary"],
  ['summary: "x", example: {}, handler: () => ({})', "routes/a.get.ts has no response"],
  [
    'summary: "x", response: { type: "object" }, example: {}, handler: () => ({})',
    "the response of routes/a.get.ts is invalid",
  ],
  ['summary: "x", response: t.Object({}), handler: () => ({})', "routes/a.get.ts has no example"],
  [
    'summary: "x", query: { a: 1 }, response: t.Object({}), example: {}, handler: () => ({})',
    "the query of routes/a.get.ts is not a schema",
  ],
  [
    'summary: "x", response: t.Object({ a: t.String() }), plain: "b", example: {}, handler: () => ({ a: "" })',
    'the plain of routes/a.get.ts must name a field of its response (success, a): it is "b"',
  ],
];

describe.each([
  ["in the hub", {}, faultyRoutes],
  // Each takes a process. By default: a missing part, an invalid schema, and a part of the request.
  [
    "outside, as data",
    { outside: { sandbox: createSandbox("auto"), log: quietLog } },
    sampleCases(faultyRoutes, 3),
  ],
])("the loader rejects a route %s, naming file and field:", (_, options, rows) => {
  test.each(rows)("%s", async (fields, sentence) => {
    const folder = pluginFolder({ "routes/a.get.ts": bare(fields) });
    await expect(loadPlugin(folder, options)).rejects.toThrow(sentence);
  });
});

test("a plugin folder without a plugin.ts is reported, and another folder is ignored", async () => {
  const lacking = pluginFolder({ "plugin.ts": "" }, "lacking");
  const root = dirname(lacking);
  await Bun.write(`${root}/misnamed/plugin.js`, "export default {};");
  await Bun.write(`${root}/shared/text.ts`, "export {};");
  await Bun.write(`${root}/.git/routes/x`, "");
  const { plugins, broken } = await loadAll([root]);
  expect(plugins).toEqual([]);
  expect(broken.map(({ name, reason }) => [name, reason])).toEqual([
    [
      "lacking",
      'Cannot load plugin "lacking": it has no plugin.ts, which must export its manifest',
    ],
    [
      "misnamed",
      'Cannot load plugin "misnamed": it has no plugin.ts, which must export its manifest',
    ],
  ]);
  await expect(loadAll([root], { strict: true })).rejects.toThrow("it has no plugin.ts");
});

test.each([
  ['hello: { type: "text", description: "A" }', 'an invalid setting "hello": its name must be'],
  ['MODE: { type: "text" }', 'an invalid setting "MODE": description is wrong'],
  ['MODE: { type: "text", description: "A", secret: 1 }', '"MODE": secret is wrong'],
  ['MODE: { type: "word", description: "A" }', 'the setting "MODE" of the type "word"'],
  ['MODE: { type: "list", items: "word", description: "A" }', 'of the type "word"'],
  ['MODE: { type: "integer", default: -1, description: "A" }', "the default of a setting"],
])("plugin.ts is rejected with the setting %s", async (setting, reason) => {
  const folder = pluginFolder(manifest(`settings: { ${setting} }`));
  await expect(loadPlugin(folder)).rejects.toThrow(reason);
});

test("settings are variables that a plugin may read", async () => {
  const settings = 'settings: { MODE: { type: "text", description: "A" } }';
  const { plugin } = await loadPlugin(
    pluginFolder(manifest(`permissions: { env: ["HUB_OFFLINE"] }, ${settings}`)),
  );
  expect(plugin.manifest.permissions).toEqual({ env: ["HUB_OFFLINE", "MODE"] });
});

test("envValues are lists of words of variables that a manifest requests", async () => {
  const load = (fields: string) => loadPlugin(pluginFolder(manifest(fields)));
  await expect(load('envValues: { MODE: ["a"] }')).rejects.toThrow(
    'plugin.ts has "MODE" in envValues but not in permissions.env',
  );
  await expect(load('permissions: { env: ["MODE"] }, envValues: { MODE: "a" }')).rejects.toThrow(
    'the envValues of "MODE" in plugin.ts must be a list of strings',
  );
  await load('permissions: { env: ["MODE"] }, envValues: { MODE: ["a"] }');
});

describe("the loader rejects, naming the file,", () => {
  test.each<[string, Record<string, string>, string]>([
    [
      "a route file without a method",
      { "routes/a.ts": route("") },
      `Cannot find the method of "a.ts": its name must end in .get.ts, .post.ts, .put.ts, .patch.ts or .delete.ts`,
    ],
    [
      "a path whose parameters differ from the schema's",
      { "routes/[coin].get.ts": route("params: t.Object({ code: t.String() })") },
      "routes/[coin].get.ts has [coin] in its path but [code] in its params",
    ],
    [
      "a response with a field that the hub sets itself",
      { "routes/a.get.ts": route("response: t.Object({ success: t.Boolean() })") },
      'routes/a.get.ts must not have "success" in its response, because the hub adds it',
    ],
    [
      "an example outside its schema",
      {
        "routes/a.get.ts": route(
          "query: t.Object({ n: t.Integer({ maximum: 5 }) }), example: { query: { n: 9 } }",
        ),
      },
      "the example of routes/a.get.ts does not match its query: query.n must be a whole number of at most 5: it is 9",
    ],
    [
      "an example without a required field",
      { "routes/a.get.ts": route("query: t.Object({ n: t.Integer() })") },
      "query.n is missing: it must be a whole number",
    ],
    [
      "two files for one path",
      { "routes/a.get.ts": route(""), "routes/a/index.get.ts": route("").replace("../", "../../") },
      "routes/a.get.ts and routes/a/index.get.ts both declare GET /api/sample/a",
    ],
    [
      "two names for one path parameter",
      {
        "routes/[coin].get.ts": route(
          "params: t.Object({ coin: t.String() }), example: { params: { coin: 'x' } }",
        ),
        "routes/[id]/history.get.ts": route(
          "params: t.Object({ id: t.String() }), example: { params: { id: 'x' } }",
        ).replace("../", "../../"),
      },
      "routes/[id]/history.get.ts has the parameter [id] where another file has [coin]",
    ],
    [
      "a sample of no route",
      manifest('try: { "/b": "nope.get" }'),
      'try "/b" names "nope.get", which is not a file in routes/',
    ],
    [
      "a public path of no route",
      manifest('public: { "/b": "nope.get" }'),
      'public "/b" names "nope.get", which is not a file in public/',
    ],
    [
      "a public file without a declared path",
      { "public/a.get.ts": route("") },
      "public/a.get.ts is unused: it is not in the manifest's public",
    ],
    [
      "an alias of no route",
      manifest('aliases: { "/b": "nope.get" }'),
      'aliases "/b" names "nope.get", which is not a file in aliases/',
    ],
    [
      "an optional alias of no route, even if it isn't chosen",
      manifest('optionalAliases: { shields: { "/b": "nope.get" } }'),
      'aliases "/b" names "nope.get", which is not a file in aliases/',
    ],
    [
      "optional aliases with an invalid name",
      manifest('optionalAliases: { "a,b": { "/b": "a.get" } }'),
      'plugin.ts has the optional aliases "a,b": the name must be a word such as "shields"',
    ],
    [
      "optional aliases without a path",
      manifest("optionalAliases: { shields: {} }"),
      'the optional aliases "shields" of plugin.ts must map a path to its file',
    ],
    [
      "two public files for one method of a path",
      {
        ...manifest('public: { "/b": ["a.get", "c.get"] }'),
        "public/a.get.ts": route(""),
        "public/c.get.ts": route(""),
      },
      "public/a.get.ts and public/c.get.ts both declare GET /b",
    ],
    [
      "a public path whose parameters differ from the schema's",
      { ...manifest('public: { "/b/:code": "a.get" }'), "public/a.get.ts": route("") },
      "public/a.get.ts has [code] in its path but [] in its params",
    ],
    [
      "a public file without a method",
      { ...manifest('public: { "/b": "a" }'), "public/a.ts": route("") },
      'Cannot find the method of "a.ts"',
    ],
    [
      "a public path that belongs to the hub",
      { ...manifest('public: { "/api/b": "a.get" }'), "public/a.get.ts": route("") },
      'public "/api/b" is below "/api", which is reserved for the hub',
    ],
    [
      "a public path that belongs to the operator",
      { ...manifest('public: { "/admin/b": "a.get" }'), "public/a.get.ts": route("") },
      'public "/admin/b" is below "/admin", which is reserved for the hub',
    ],
    [
      "a public path that matches everything",
      {
        ...manifest('public: { "/:any": "a.get" }'),
        "public/a.get.ts": route(
          "params: t.Object({ any: t.String() }), example: { params: { any: 'x' } }",
        ),
      },
      'public/a.get.ts must be a path such as "/s/:code", starting with a word: it is "/:any"',
    ],
    ...["/", "/:any", "/a/", "/a//b", "/a/../b", "/a/*", "/a/:b?", "/a b", "/a/:b/:b"].map(
      (path): [string, Record<string, string>, string] => [
        `the trial path ${path}, which is none`,
        manifest(`try: { "${path}": "greet.get" }`),
        `try "${path}" must be a path such as "/s/:code", starting with a word: it is "/try${path}"`,
      ],
    ),
    [
      "a file whose name isn't a path",
      { "routes/a*.get.ts": route("") },
      'routes/a*.get.ts must be a path such as "/s/:code", starting with a word: it is "/api/sample/a*"',
    ],
    [
      "a public path that is also an alias",
      {
        ...manifest('public: { "/b": "a.get" }, aliases: { "/b": "c.get" }'),
        "public/a.get.ts": route(""),
        "aliases/c.get.ts": route(""),
      },
      "public/a.get.ts and aliases/c.get.ts both declare GET /b",
    ],
    [
      "two names for one parameter of a sample's path",
      manifest('try: { "/b/:name": "greet.get", "/b/:who/c": "greet.get" }'),
      'try "/b/:who/c" has the parameter [who] where another file has [name]',
    ],
    [
      "a rate limit that isn't a number",
      {
        ...manifest('public: { "/b": "a.get" }'),
        "public/a.get.ts": route("publicPerMinute: 0.5"),
      },
      'the publicPerMinute of public/a.get.ts must be a whole number from 1 to 1000 or "unlimited": it is 0.5',
    ],
    [
      "rejected headers outside of aliases",
      { "routes/a.get.ts": route('refusedHeaders: { "x-a": "no" }') },
      "routes/a.get.ts has refusedHeaders, which is only for files in aliases/",
    ],
    [
      "rejected headers without a body",
      {
        ...manifest('aliases: { "/b": "a.get" }'),
        "aliases/a.get.ts": route('refusedHeaders: { "x-a": "no" }'),
      },
      "aliases/a.get.ts has refusedHeaders, which is only for routes with a body",
    ],
    [
      "a header for a field that the body doesn't have",
      {
        ...manifest('aliases: { "/b": "a.post" }'),
        "aliases/a.post.ts": route('body: t.Object({}), headerFields: { "x-a": "name" }'),
      },
      'aliases/a.post.ts has the field "name" in headerFields, but not in its body',
    ],
    [
      "background jobs without an account",
      {
        ...manifest('aliases: { "/b": "a.get" }'),
        "aliases/a.get.ts": route('heavy: true, keyless: { policy: "a", perMinute: 9 }'),
      },
      "aliases/a.get.ts has keyless and is heavy: it must have background: false, because a job needs an account",
    ],
    [
      "a rate limit without keys that is too high",
      {
        ...manifest('aliases: { "/b": "a.get" }'),
        "aliases/a.get.ts": route('keyless: { policy: "a", perMinute: 1001 }'),
      },
      "the keyless.perMinute of aliases/a.get.ts must be a whole number from 1 to 1000: it is 1001",
    ],
    [
      "a rate limit on a path with a key",
      { "routes/a.get.ts": route("publicPerMinute: 9") },
      "routes/a.get.ts has publicPerMinute, which is only for files in public/",
    ],
    [
      "a rate limit of samples that isn't a number",
      { ...manifest('try: { "/b": "a.get" }'), "routes/a.get.ts": route("tryPerMinute: 1001") },
      "the tryPerMinute of routes/a.get.ts must be a whole number from 1 to 1000: it is 1001",
    ],
    [
      "a rate limit of samples without samples",
      { "routes/a.get.ts": route("tryPerMinute: 9") },
      "routes/a.get.ts has tryPerMinute but is not in the manifest's try",
    ],
    [
      "a gallery by a field without listed values",
      {
        "routes/a.post.ts": route(
          'body: t.Object({ a: t.Optional(t.String()) }), gallery: "body.a"',
        ),
      },
      'the gallery of routes/a.post.ts must name a field with listed values, like "query.style": it is "body.a"',
    ],
    [
      "a gallery of too many values",
      {
        "routes/a.get.ts": route(
          'query: t.Object({ a: oneOf(Array.from({ length: 51 }, (_, at) => "v" + at), { default: "v0" }) }), gallery: "query.a" as never',
        ).replace("{ t }", "{ oneOf, t }"),
      },
      "the gallery of routes/a.get.ts must have at most 50 examples: it has 51",
    ],
    [
      "an example of the gallery that does not match its schema",
      {
        "routes/a.get.ts": route(
          'query: t.Object({ a: t.Optional(t.Integer()) }), gallery: { Odd: { query: { a: "x" } } } as never',
        ),
      },
      "the example of routes/a.get.ts does not match its query: query.a must be",
    ],
    [
      "a cost by a field that isn't a list",
      { "routes/a.post.ts": route('body: t.Object({ a: t.String() }), cost: "body.a"') },
      'the cost of routes/a.post.ts must name a list of its body, like "body.items": it is "body.a"',
    ],
    [
      "a cost on a path without a daily quota",
      {
        ...manifest('public: { "/b": "a.post" }'),
        "public/a.post.ts": route('body: t.Object({ a: t.Array(t.String()) }), cost: "body.a"'),
      },
      "public/a.post.ts has a cost, but calls without a key are free",
    ],
    [
      "a limit for a host without permission",
      manifest('permissions: { net: ["a.example"] }, upstreams: { "b.example": {} }'),
      'plugin.ts has the upstream "b.example", which is not in permissions.net',
    ],
    [
      "a limit of zero calls",
      manifest('permissions: { net: ["a.example"] }, upstreams: { "a.example": { perMinute: 0 } }'),
      'plugin.ts has the perMinute 0 for "a.example": it must be a whole number of at least 1',
    ],
    [
      "a base URL from a variable without permission",
      manifest(
        'permissions: { net: ["a.example"] }, upstreams: { "a.example": { base: ["{HUB_KEY_PEPPER}"] } }',
      ),
      'plugin.ts has "HUB_KEY_PEPPER" in the base of "a.example" but not in permissions.env',
    ],
    [
      "a manifest with an unknown field",
      manifest("tryy: {}"),
      'plugin.ts has the unknown field "tryy": it must be one of title, summary, permissions,',
    ],
    [
      "a permission of an unknown kind",
      manifest('permissions: { disk: ["/"] }'),
      'plugin.ts has the unknown permission "disk": it must be one of net, env, run, read, kv',
    ],
    [
      "a permission that is not a list",
      manifest("permissions: { env: true }"),
      "plugin.ts must have a list of strings as permissions.env",
    ],
    [
      "a permission for a header that frames the message",
      manifest('permissions: { headers: ["content-length"] }'),
      'plugin.ts has "content-length" in permissions.headers, which no plugin can set',
    ],
    ...[
      "set-cookie",
      "clear-site-data",
      "strict-transport-security",
      "access-control-allow-origin",
      "service-worker-allowed",
      "x-accel-redirect",
      "x-frame-options",
      "refresh",
      "sourcemap",
    ].map((name): [string, Record<string, string>, string] => [
      `a route that declares the header ${name}`,
      { "routes/a.get.ts": route(`headers: ["${name}"]`) },
      `routes/a.get.ts has "${name}" in headers, which browsers or proxies act on: request it in permissions.headers of plugin.ts instead`,
    ]),
    ...['"Location"', '"location"', '"a b"', "1"].map(
      (name): [string, Record<string, string>, string] => [
        `a route that declares the header ${name}`,
        { "routes/a.get.ts": route(`headers: [${name} as never]`) },
        `routes/a.get.ts has ${name} in headers, which is not in lower case or is reserved for the hub`,
      ],
    ),
    [
      "a route whose headers are not a list",
      { "routes/a.get.ts": route('headers: "x-a" as never') },
      "the headers of routes/a.get.ts must be a list of names",
    ],
    [
      "a limit that is not a number",
      manifest('limits: { max: "5" }'),
      'the limit "max" of plugin.ts must be a number',
    ],
    [
      "an invalid error format",
      {
        ...manifest('aliases: { "/v1/b": "a.get" }, errorShapes: { "/v1": "soap" }'),
        "aliases/a.get.ts": route(""),
      },
      'errorShapes "/v1" must have name, title, schema, note, mediaType and write',
    ],
    [
      "an error format for another path",
      manifest(`errorShapes: { "/v1": ${plainErrors} }`),
      'errorShapes "/v1" matches none of its paths at the root: it must be their first word, such as "/v1"',
    ],
    [
      "an order with a missing file",
      { ...manifest('first: ["a.get", "b.get"]'), "routes/a.get.ts": route("") },
      'first names "b.get", which is not a file in routes/',
    ],
    [
      "an order with a file twice",
      { ...manifest('first: ["a.get", "a.get"]'), "routes/a.get.ts": route("") },
      'first contains "a.get" twice',
    ],
    [
      "an order that is not a list of names",
      manifest("first: 'a.get'"),
      "plugin.ts must have a list of route file names as first",
    ],
    ["a manifest without a title", manifest('title: ""'), "plugin.ts has no title"],
    [
      "an invalid plugin.ts",
      { "plugin.ts": "export default {};" },
      "the default export of plugin.ts is not a definePlugin()",
    ],
    [
      "a route of another plugin",
      {
        "other.ts": sound["plugin.ts"],
        "routes/a.get.ts": route("").replace("../plugin.ts", "../other.ts"),
      },
      "the default export of routes/a.get.ts is not a route() of this plugin",
    ],
    [
      "a file with a missing import",
      { "routes/a.get.ts": "import 'no-such-package';" },
      "importing routes/a.get.ts failed: ResolveMessage: Cannot find package 'no-such-package'",
    ],
    [
      "a file with a syntax error",
      { "routes/a.get.ts": "export default {\n  a: (1 + )\n};" },
      "routes/a.get.ts:2:11: Unexpected )",
    ],
    [
      "a file with several syntax errors",
      { "routes/a.get.ts": "export default {\n  a: 1 ),\n};" },
      'routes/a.get.ts:2:8: Expected "}" but found ")"; routes/a.get.ts:2:9: Expected ";" but found ","',
    ],
    [
      "a file that imports one with an error",
      { "routes/a.get.ts": 'import "../work.ts";', "work.ts": "let a = 1;\nlet a = 2;" },
      'work.ts:2:5: "a" has already been declared',
    ],
    [
      "a file that throws when it is imported",
      { "routes/a.get.ts": "\nthrow new Error('It cannot be');" },
      "routes/a.get.ts:2:11: It cannot be",
    ],
    [
      "a folder without routes",
      { "routes/greet.get.ts": "" },
      "it must have a routes/ folder with its endpoints",
    ],
  ])("%s", async (_, files, sentence) => {
    const load = loadPlugin(pluginFolder(files));
    await expect(load).rejects.toThrow('Cannot load plugin "sample": ');
    await expect(load).rejects.toThrow(sentence);
  });

  test("a folder whose name cannot be part of a path", async () => {
    const load = loadPlugin(pluginFolder({}, "My_Plugin"));
    await expect(load).rejects.toThrow("must be in kebab-case");
  });
});

test("a folder outside the repository is loaded, and its handlers are isolated", async () => {
  const { plugins } = await loadAll(["plugins", dirname(pluginFolder())]);
  const sample = plugins.find(({ name }) => name === "sample");
  expect(sample?.isolated).toBe(true);
  expect(sample?.routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/sample/greet",
  ]);
});

test("the endpoints that a manifest lists come first, the others in alphabetical order", async () => {
  const dir = pluginFolder({
    ...manifest('first: ["d.get", "b.get"]'),
    "routes/greet.get.ts": "",
    ...Object.fromEntries(["a", "b", "c", "d"].map((name) => [`routes/${name}.get.ts`, route("")])),
  });
  const { routes } = await loadPlugin(dir);
  expect(routes.map(({ file }) => file)).toEqual(["d", "b", "a", "c"].map((f) => `${f}.get.ts`));
});

test("a symlinked folder is a folder", async () => {
  const root = dirname(pluginFolder({}, "elsewhere"));
  symlinkSync(pluginFolder(), `${root}/linked`);
  const { plugins } = await loadAll([root]);
  expect(plugins.map(({ name }) => name)).toEqual(["elsewhere", "linked"]);
});

test("a plugin can contain its own packages", async () => {
  const dir = pluginFolder({
    "package.json": '{ "type": "module", "dependencies": { "politeness": "1.0.0" } }',
    "node_modules/politeness/package.json":
      '{ "name": "politeness", "version": "1.0.0", "type": "module", "main": "index.js" }',
    "node_modules/politeness/index.js": 'export const word = "Dear ";',
    "routes/greet.get.ts": sound["routes/greet.get.ts"]
      .replace("import sample", 'import { word } from "politeness";\nimport sample')
      .replace('"Hello "', "word"),
  });
  const { routes } = await loadPlugin(dir);
  expect(await routes[0]?.route.handler({ query: { name: "Ada" } })).toEqual({
    greeting: "Dear Ada",
  });
});

test("a broken folder is skipped with its message, and the others are loaded", async () => {
  const broken = pluginFolder({ "plugin.ts": "export default {};" }, "broken");
  const { plugins, broken: left } = await loadAll([dirname(pluginFolder()), dirname(broken)]);
  expect(plugins.map(({ name }) => name)).toEqual(["sample"]);
  expect(left).toEqual([
    {
      name: "broken",
      dir: broken,
      reason:
        'Cannot load plugin "broken": the default export of plugin.ts is not a definePlugin()',
    },
  ]);
});

test("temporary files of systems and editors aren't endpoints", async () => {
  const left = { "routes/._greet.get.ts": "\0", "routes/.history/greet.get.ts": "\0" };
  const { routes } = await loadPlugin(pluginFolder(left));
  expect(routes.map(({ path }) => path)).toEqual(["/api/sample/greet"]);
});

test("a second folder with the same name is skipped", async () => {
  const { plugins, broken } = await loadAll([dirname(pluginFolder()), dirname(pluginFolder())]);
  expect(plugins.length).toBe(1);
  expect(broken[0]?.reason).toContain("already has this name");
});

describe("a path belongs to its first plugin, and another folder with it is skipped:", () => {
  const first = {
    ...manifest(
      'try: { "/uuid": "greet.get", "/hash/:algo": "greet.get" }, public: { "/s/:code": "a.get", "/t/b": "b.get" }',
    ),
    "public/a.get.ts": route(
      "params: t.Object({ code: t.String() }), example: { params: { code: 'x' } }",
    ),
    "public/b.get.ts": route(""),
  };
  /** Loads both without separate processes, which don't affect path conflicts. */
  const inTrust = { trusted: ["first", "second"] };
  const one = (name: string) =>
    route(`params: t.Object({ ${name}: t.String() }), example: { params: { ${name}: "x" } }`);
  test.each<[string, Record<string, string>, string]>([
    [
      "a sample with the same path",
      manifest('try: { "/uuid": "greet.get" }'),
      'try "/uuid" declares GET /try/uuid, which conflicts with GET /try/uuid of "first" (try "/uuid")',
    ],
    [
      "a sample with the same path and another parameter name",
      manifest('try: { "/hash/:x": "greet.get" }'),
      'try "/hash/:x" declares GET /try/hash/:x, which conflicts with GET /try/hash/:algo of "first" (try "/hash/:algo")',
    ],
    [
      "a word for the other's parameter",
      manifest('try: { "/hash/md5": "greet.get" }'),
      'try "/hash/md5" declares GET /try/hash/md5, which overlaps with GET /try/hash/:algo of "first" (try "/hash/:algo")',
    ],
    [
      "a parameter that the router would give the other's name",
      manifest('try: { "/hash/:x/long": "greet.get" }'),
      'try "/hash/:x/long" declares GET /try/hash/:x/long, which has a different parameter name than GET /try/hash/:algo of "first" (try "/hash/:algo")',
    ],
    [
      "a public path with another parameter name",
      { ...manifest('public: { "/s/:id": "a.get" }'), "public/a.get.ts": one("id") },
      'public/a.get.ts declares GET /s/:id, which conflicts with GET /s/:code of "first" (public/a.get.ts)',
    ],
    [
      "another method of a public path",
      { ...manifest('public: { "/s/:code": "a.post" }'), "public/a.post.ts": one("code") },
      'public/a.post.ts declares POST /s/:code, which conflicts with GET /s/:code of "first" (public/a.get.ts)',
    ],
    [
      "an alias with the same path as a public path",
      { ...manifest('aliases: { "/t/b": "a.get" }'), "aliases/a.get.ts": route("") },
      'aliases/a.get.ts declares GET /t/b, which conflicts with GET /t/b of "first" (public/b.get.ts)',
    ],
    [
      "a public path below the other's",
      { ...manifest('public: { "/t/c/d": "a.get" }'), "public/a.get.ts": route("") },
      'public/a.get.ts declares GET /t/c/d, which has the same first segment as GET /t/b of "first" (public/b.get.ts)',
    ],
    [
      "a public path of the hub's own",
      { ...manifest('public: { "/docs": "a.get" }'), "public/a.get.ts": route("") },
      'public/a.get.ts declares GET /docs, which conflicts with GET /docs of "hub" (routes/docs/index.get.ts)',
    ],
    [
      "an alias below the hub's own",
      { ...manifest('aliases: { "/problems/x/y": "a.get" }'), "aliases/a.get.ts": route("") },
      'which has the same first segment as GET /problems/:code of "hub" (routes/problems/[code].get.ts)',
    ],
  ])("%s", async (_, files, sentence) => {
    const { view } = docsHub([]);
    const roots = [pluginFolder(first, "first"), pluginFolder(files, "second")].map(dirname);
    const { plugins, broken } = await loadAll(roots, { ...inTrust, own: view.own });
    expect(plugins.map(({ name }) => name)).toEqual(["first"]);
    expect(broken[0]?.reason).toStartWith('Cannot load plugin "second": ');
    expect(broken[0]?.reason).toContain(sentence);
  });

  const peer = {
    ...manifest(
      `aliases: { "/badge/:badge": "a.get", "/v1/audio/speech": "b.get" }, errorShapes: { "/v1": ${plainErrors} }`,
    ),
    "aliases/a.get.ts": one("badge"),
    "aliases/b.get.ts": route(""),
  };
  test.each([
    ["/badge/:badge", "badge", "conflicts with GET /badge/:badge"],
    ["/badge/:text", "text", "conflicts with GET /badge/:badge"],
    ["/badge/:text/large", "text", "has a different parameter name than GET /badge/:badge"],
    ["/v1/:kind/speech", "kind", "overlaps with GET /v1/audio/speech"],
  ])("an alias %s next to those of another service", async (path, name, why) => {
    const files = { ...manifest(`aliases: { "${path}": "c.get" }`), "aliases/c.get.ts": one(name) };
    const roots = [pluginFolder(peer, "first"), pluginFolder(files, "second")].map(dirname);
    const { plugins, broken } = await loadAll(roots, inTrust);
    expect(plugins.map(({ name }) => name)).toEqual(["first"]);
    expect(broken[0]?.reason).toContain(`aliases/c.get.ts declares GET ${path}, which ${why}`);
  });

  test("but aliases can have the same start, as other services have chosen their paths", async () => {
    const files = {
      ...manifest('aliases: { "/v1/:date": "a.get" }'),
      "aliases/a.get.ts": one("date"),
    };
    const roots = [pluginFolder(peer, "first"), pluginFolder(files, "second")].map(dirname);
    expect((await loadAll(roots, inTrust)).broken).toEqual([]);
  });

  test("an alias with a word of its clients may overlap with a parameter of another service", async () => {
    const shape = plainErrors.replace("{", '{ words: new Set(["models"]), ');
    const owner = (path: string) => ({
      ...manifest(`aliases: { "${path}": "a.get" }, errorShapes: { "/v1": ${shape} }`),
      "aliases/a.get.ts": route(""),
    });
    const dated = {
      ...manifest('aliases: { "/v1/:date": "a.get" }'),
      "aliases/a.get.ts": one("date"),
    };
    const load = async (path: string) => {
      const roots = [pluginFolder(dated, "first"), pluginFolder(owner(path), "second")];
      return (await loadAll(roots.map(dirname), inTrust)).broken.length;
    };
    expect([await load("/v1/models"), await load("/v1/engines")]).toEqual([0, 1]);
  });

  test("the name of the hub itself, and one whose page the hub has", async () => {
    const { view } = docsHub([]);
    const roots = ["hub", "answers", "errors", "limits"].map((name) =>
      dirname(pluginFolder({}, name)),
    );
    const { plugins, broken } = await loadAll(roots, { own: view.own });
    expect(plugins).toEqual([]);
    expect(broken.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('Cannot load plugin "hub": '),
      'Cannot load plugin "answers": its page would be /documentation/answers, which is already taken',
      'Cannot load plugin "errors": its page would be /documentation/errors, which is already taken',
      'Cannot load plugin "limits": its page would be /documentation/limits, which is already taken',
    ]);
  });
});

test("of optional aliases only the ones that the operator chose are loaded", async () => {
  const dir = pluginFolder({
    ...manifest('optionalAliases: { one: { "/b": "a.get" }, two: { "/c": "faulty.get" } }'),
    "aliases/a.get.ts": route(""),
    "aliases/faulty.get.ts": "throw new Error('It cannot be');",
  });
  expect((await loadPlugin(dir)).open).toEqual([]);
  const { open } = await loadPlugin(dir, { aliases: ["one", "unheard-of"] });
  expect(open.map(({ path }) => path)).toEqual(["/b"]);
  await expect(loadPlugin(dir, { aliases: "all" })).rejects.toThrow("It cannot be");
});

test("an external folder cannot take a sample's path", async () => {
  const folder = pluginFolder(manifest('try: { "/uuid": "greet.get" }'), "thief");
  const hub = await runHub({ HUB_PLUGINS: dirname(folder) });
  const trial = await json(await hub.get("/try/uuid"));
  const ready = await json(await hub.get("/readyz"));
  await hub.stop();
  expect(trial.uuids).toBeArray();
  expect(ready.broken).toEqual([
    { name: "thief", reason: expect.stringContaining("/try/uuid"), still_served: false },
  ]);
});

test("a strict hub doesn't start with a broken folder", async () => {
  const root = dirname(pluginFolder({ "plugin.ts": "export default {};" }));
  await expect(loadAll([root], { strict: true })).rejects.toThrow('Cannot load plugin "sample"');
});

test("a root can be a plugin itself, also while an editor replaces its plugin.ts", async () => {
  const folder = pluginFolder();
  pluginFolder({}, "other");
  const { plugins } = await loadAll([`${import.meta.dir}/../../../tests/standins`, folder]);
  expect(plugins.map(({ name, dir }) => [name, dir])).toEqual([["sample", folder]]);
  rmSync(`${folder}/plugin.ts`);
  const { broken } = await loadAll([`${import.meta.dir}/../../../tests/standins`, folder]);
  expect(broken).toEqual([
    { name: "sample", dir: folder, reason: expect.stringContaining("it has no plugin.ts") },
  ]);
});

test("a missing folder of plugins is named", async () => {
  await expect(loadAll(["plugins", "/no/such/folder"])).rejects.toThrow(
    'Cannot find the plugin folder "/no/such/folder" in HUB_PLUGINS',
  );
});
