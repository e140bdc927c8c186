import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import interpreted from "../../contract/interpreted-headers.json" with { type: "json" };
import { freeHeaders } from "../../contract/response-headers.ts";
import { json } from "../../testing/mod.ts";
import { pluginFolder, removePluginFolders, sound } from "../../testing/plugin-folder.ts";
import { runHub } from "../../testing/running-hub.ts";

/** Every header that browsers or proxies act on, except those that every plugin can set. */
const names = [
  ...interpreted.registered,
  ...interpreted.unregistered,
  ...interpreted.prefixes.map((prefix) => `${prefix}x`),
].filter((name) => !freeHeaders.includes(name));

/** A value that the hub itself never sends. */
const mark = "from-a-plugin";

/** The routes of a plugin that sets all of them in every way that it can answer. */
function hostileFiles(manifest = ""): Record<string, string> {
  const route = (answer: string, more = "") => `import { binary, redirect, reply, t } from "hub";
import sly from "../plugin.ts";
const names = ${JSON.stringify([...names, "x-undeclared"])};
const headers = Object.fromEntries(names.flatMap((name) => [
  [name, "${mark}"],
  [name.toUpperCase(), "${mark}"],
]));
export default sly.route({
  summary: "Set headers",
  response: t.Union([t.Object({ ok: t.Boolean() }), binary("text/html")]),
  headers: ["x-declared"],
  example: {},
  ${more}
  handler() { ${answer} },
});`;
  const both = { ...sound, "routes/greet.get.ts": "" };
  return {
    ...both,
    "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Sly",
  summary: "Sets headers.",
  errors: { sly: { status: 422, title: "Sly" } },
  try: { "/NAME": "json.get" },
  public: { "/NAME-open": "open.get", "/NAME-redirect": "redirect.get" },
  aliases: { "/NAME-alias": "alias.get" },
  ${manifest}
});`,
    "routes/json.get.ts": route("return reply({ ok: true }, { headers });"),
    "routes/file.get.ts": route('return reply("<p>", { type: "text/html", headers });'),
    "routes/heavy.get.ts": route("return reply({ ok: true }, { headers });", "heavy: true,"),
    "routes/stream.get.ts": route(
      'return reply(new Response("<p>").body, { type: "text/html", headers });',
    ),
    "routes/buffered.get.ts": route(
      'return reply(new Response("<p>").body, { type: "text/html", headers, buffered: true });',
      "heavy: true,",
    ),
    "routes/fail.get.ts": route('throw sly.error("sly", "No", { headers });'),
    "public/open.get.ts": route(
      'return reply("<p>", { type: "text/html", headers });',
      "publicPerMinute: 100,",
    ),
    "public/redirect.get.ts": route(
      'const { LOCATION: _, ...rest } = headers; return redirect("/elsewhere", { headers: rest });',
      "publicPerMinute: 100,",
    ),
    "aliases/alias.get.ts": route('return reply("<p>", { type: "text/html", headers });'),
  };
}

function folder(name: string, files: Record<string, string>): string {
  const named = Object.entries(files).map(([file, text]) => [file, text.replaceAll("NAME", name)]);
  return dirname(pluginFolder(Object.fromEntries(named), name));
}

const permission = 'permissions: { headers: ["set-cookie", "x-frame-options"] },';

/** A plugin with the permission, and ways to answer that are wrong. */
const asking = {
  "plugin.ts": sound["plugin.ts"].replace("summary:", `${permission} summary:`),
  "routes/set.get.ts": `import { reply, t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Set headers",
  query: t.Object({ caching: t.String({ default: "no-store" }) }),
  response: t.Object({ ok: t.Boolean() }),
  headers: ["x-declared"],
  example: {},
  handler: ({ query }) =>
    reply({ ok: true }, { headers: {
      "Set-Cookie": "a=b", "x-declared": "é", "link": "</a>; rel=next",
      "cache-control": query.caching, "location": "/a",
    } }),
});`,
};

/** A plugin whose answers can't be sent. The line of each handler is the first one. */
const wrong = {
  ...Object.fromEntries(
    Object.entries({
      latin: 'reply({ ok: true }, { headers: { etag: "日本" } })',
      line: 'reply({ ok: true }, { headers: { etag: "a\\r\\nset-cookie: a=b" } })',
      name: 'reply({ ok: true }, { headers: { "a b": "c" } })',
      number: "reply({ ok: true }, { headers: { etag: 1 } })",
      type: 'reply("", { type: "text/html; charset=日本" })',
      redirect: 'redirect("//other.example")',
      error: 'sample.error("invalid_input", "No", { headers: { etag: "日本" } })',
    }).map(([name, answer]) => [
      `routes/${name}.get.ts`,
      `import { redirect, reply, t } from "hub"; import sample from "../plugin.ts"; const answer = () =>
        ${answer};
export default sample.route({ summary: "Fail", response: t.Any(), example: {}, handler: () => answer() });`,
    ]),
  ),
  "plugin.ts": sound["plugin.ts"],
};

const log: { message: string; plugin?: string; file?: string; cause?: string }[] = [];
const record = (message: string, fields?: object) => void log.push({ message, ...fields });

let hub: Awaited<ReturnType<typeof runHub>>;
let headers: Record<string, string>;

beforeAll(async () => {
  const folders = [
    folder("inside", hostileFiles()),
    folder("outside", hostileFiles()),
    folder("asking", asking),
    folder("denied", asking),
    folder("wrong", wrong),
    folder("wrong-inside", wrong),
  ];
  const env = {
    HUB_TRUST: "inside,wrong-inside",
    HUB_DENY: "denied:headers",
    HUB_PLUGINS: folders.join(":"),
    HUB_TIERS: "free=1000/9000",
  };
  hub = await runHub(env, { info() {}, warn: record, error: record });
  headers = { "x-api-key": await hub.key() };
  const { broken } = await json(await hub.get("/services"));
  expect(broken).toEqual([]);
});

afterAll(async () => {
  await hub.stop();
  removePluginFolders();
});

describe("a plugin without permission sets no header that a browser or proxy acts on:", () => {
  const ways: [string, number][] = [
    ["/api/NAME/json", 200],
    ["/api/NAME/file", 200],
    ["/api/NAME/heavy", 200],
    ["/api/NAME/stream", 200],
    ["/api/NAME/buffered", 200],
    ["/api/NAME/fail", 422],
    ["/try/NAME", 200],
    ["/NAME-open", 200],
    ["/NAME-redirect", 302],
    ["/NAME-alias", 200],
  ];
  const cases = ["inside", "outside"].flatMap((name) =>
    ways.map(([path, status]) => [path.replace("NAME", name), status] as const),
  );

  test.each(cases)("%s", async (path, status) => {
    const answer = await fetch(hub.url + path, { headers, redirect: "manual" });
    expect(answer.status).toBe(status);
    const reached = [...answer.headers].filter(([, value]) => value.includes(mark));
    expect(reached).toEqual([]);
    expect(answer.headers.get("location")).toBe(status === 302 ? "/elsewhere" : null);
  });

  test("each removed header is logged once, with the name of the plugin", () => {
    for (const plugin of ["inside", "outside"]) {
      const message = `Removed the response header "set-cookie" of routes/json.get.ts`;
      const lines = log.filter(
        (line) => line.plugin === plugin && line.message.startsWith(message),
      );
      expect(lines).toHaveLength(1);
    }
  });
});

test("a plugin sets what every plugin can, what its route declares and what it has permission for", async () => {
  const answer = await hub.get("/api/asking/set", headers);
  const sent = ["set-cookie", "x-declared", "link", "location"];
  expect(sent.map((name) => answer.headers.get(name))).toEqual([
    "a=b",
    "é",
    "</a>; rel=next",
    null,
  ]);
});

test("the operator can deny the permission", async () => {
  const answer = await hub.get("/api/denied/set", headers);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(answer.headers.get("x-declared")).toBe("é");
});

test.each([
  ["public, max-age=60", "private, max-age=60"],
  ["PUBLIC,max-age=60, s-maxage=9", "private, max-age=60"],
  ["max-age=60", "private, max-age=60"],
  ['private="set-cookie", max-age=60', 'private, private="set-cookie", max-age=60'],
  ["no-store, public", "no-store"],
  ["private, max-age=60", "private, max-age=60"],
])("a response to a key is never public: %s", async (given, sent) => {
  const answer = await hub.get(`/api/asking/set?caching=${encodeURIComponent(given)}`, headers);
  expect(answer.headers.get("cache-control")).toBe(sent);
});

describe.each(["wrong", "wrong-inside"])(
  "an answer of the plugin %s that cannot be sent",
  (name) => {
    test.each([
      ["latin", 'Cannot send the header "etag" with the value "日本"'],
      ["line", 'Cannot send the header "etag" with the value "a\\r\\nset-cookie: a=b"'],
      ["name", 'Cannot send a header with the name "a b"'],
      ["number", 'Cannot send the header "etag" with the value "1"'],
      ["type", 'Cannot send the header "content-type"'],
      ["redirect", 'Cannot redirect to "//other.example": it leads to another host'],
      ["error", 'Cannot send the header "etag" with the value "日本"'],
    ])("is a 500, and the log names its line: %s", async (route, message) => {
      const answer = await hub.get(`/api/${name}/${route}`, headers);
      expect(await json(answer)).toMatchObject({ status: 500, code: "internal_error" });
      const line = log.findLast((line) => line.plugin === name);
      expect(line?.cause).toContain(message);
      expect(line?.file).toBe(`routes/${route}.get.ts`);
      if (name === "wrong") expect(line?.cause).toContain(`wrong/routes/${route}.get.ts:2:`);
    });
  },
);
