import { describe, expect, test } from "bun:test";
import { createMissingKeyError, readApiKey } from "../core/accounts/credentials.ts";
import { HubError } from "../core/contract/errors.ts";
import { Reply } from "../core/contract/reply.ts";
import { completeValues } from "../core/host/handler/complete-values.ts";
import { loadAll } from "../core/host/load/load-all.ts";
import { quietLog } from "../core/platform/log/log.ts";
import { createHub } from "../core/server/hub.ts";
import { writeRightCall } from "../core/site/docs/endpoint/right-call.ts";
import { curl } from "../core/site/examples/curl.ts";
import { buildSampleCall } from "../core/site/examples/sample-call.ts";
import { anyKey, json } from "../core/testing/mod.ts";
import { testWorld } from "../core/testing/world.ts";
import { listWrongCalls, type WrongCall } from "./first-calls.fixture.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../plugins`], { strict: true });
const worlds = new Map(
  await Promise.all(
    plugins.map(async (plugin) => [plugin.name, await testWorld(plugin, {})] as const),
  ),
);
const app = createHub({
  plugins,
  access: {
    ...anyKey,
    admitFromMemory(call) {
      const found = readApiKey(call);
      if (found instanceof HubError) return found;
      if (found === undefined) return createMissingKeyError(call);
      call.admission = {};
      return undefined;
    },
  },
  getDoors: (plugin) => worlds.get(plugin.name)!.getDoors(plugin),
  runInJob: async ({ plugin, route }, values, { admit, ...doors }) => {
    const complete = await completeValues(route.route, values, admit);
    const own = worlds.get(plugin.name)!.getDoors(plugin);
    const value = await route.route.handler({ ...complete, ...own, ...doors });
    return value instanceof Reply ? value : new Reply(value);
  },
  log: quietLog,
  writeRightCall,
});

/** Matches regular expressions, JSON pointers, and errors of engines and packages. */
const unreadable =
  /\(\?[:=!]|\[[^\]]*A-Z|\\[dws]|\^\[|~[01]|#\/|JSON Parse|SyntaxError|TypeError|Unexpected token/;

/** Returns what is wrong with the answer to a wrong call. */
async function findFault({ loaded, request, names }: WrongCall): Promise<string | undefined> {
  const response = await app.fetch(request);
  const text = await response.text();
  const told = `${loaded.method} ${loaded.path}: ${response.status} ${text.slice(0, 500)}`;
  if (response.status < 400 || response.status >= 500) return `not refused: ${told}`;
  const { detail, errors = [], example, documentation } = JSON.parse(text);
  if (!names.some((name) => detail.includes(name))) return `mistake not named: ${told}`;
  // Their callers' own expressions are quoted.
  const isAboutPatterns = loaded.path.startsWith("/api/dev/regex/");
  for (const message of isAboutPatterns
    ? []
    : [detail, ...errors.map((one: { message: string }) => one.message)])
    if (unreadable.test(message)) return `unreadable: ${told}`;
  const right = curl(buildSampleCall(loaded, { base: "http://hub.example", keyed: true }));
  if (example !== right) return `no right call: ${told}`;
  if (!documentation?.startsWith("http://hub.example/documentation/")) return `no page: ${told}`;
  return undefined;
}

const calls = Map.groupBy(
  listWrongCalls(plugins.flatMap(({ routes }) => routes)),
  ({ kind }) => kind,
);

describe("the answer names the mistake and shows the right call:", () => {
  test.each([...calls.keys()])("%s", async (kind) => {
    const faults = await Promise.all((calls.get(kind) ?? []).map(findFault));
    expect(faults.filter(Boolean)).toEqual([]);
  });
});

test("the mistakes are made at every endpoint", () => {
  const all = [...calls.values()].flat();
  expect(all.length).toBeGreaterThan(4000);
  const paths = new Set(all.map(({ loaded }) => `${loaded.method} ${loaded.path}`));
  expect(paths.size).toBe(plugins.flatMap(({ routes }) => routes).length);
});

function post(path: string, body: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://hub.example${path}`, {
    method: "POST",
    body,
    headers: {
      "x-api-key": "any",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
  });
  return app.fetch(request);
}

test("the right call has the caller's own JSON", async () => {
  const answer = await post("/api/ai/sentiment", '{"text":"I love it"}');
  expect(answer.status).toBe(415);
  const { detail, example } = await json(answer);
  expect(detail).toBe(
    "The body is JSON, but its Content-Type is application/x-www-form-urlencoded, which clients send on their own: add the header Content-Type: application/json",
  );
  expect(example).toBe(`curl 'http://hub.example/api/ai/sentiment' \\
  -H 'X-API-Key: YOUR_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"text":"I love it"}'`);
});

test("a text that only looks like JSON can be sent as text", async () => {
  const type = { "content-type": "text/plain; charset=utf-8" };
  expect((await post("/api/dev/base64/encode", '{"text":"I love it"}', type)).status).toBe(200);
});

test.each([
  ["/api/qr", 'Unknown path "/api/qr": qr has GET /api/qr/generate'],
  ["/api/zzzzzz", 'Unknown path "/api/zzzzzz": /services lists the services of this hub'],
  ["/api", 'Unknown path "/api": /services lists the services of this hub'],
  ["/wp-login.php", 'Unknown path "/wp-login.php"'],
])("an unknown path %s leads to what exists", async (path, start) => {
  const { detail } = await json(await app.fetch(new Request(`http://hub.example${path}`)));
  expect(detail).toStartWith(start);
});

test("a file for a text field leads to the field for files", async () => {
  const body = new FormData();
  body.append("image", new File([new Uint8Array([0x89, 0x50, 0xff])], "code.png"));
  const headers = { "x-api-key": "any" };
  const request = new Request("http://hub.example/api/qr/decode", {
    ...{ method: "POST", body, headers },
  });
  const { detail } = await json(await app.fetch(request));
  expect(detail).toBe(
    "body.image must be text in UTF-8: send other files as file, as curl does with -F file=@FILE",
  );
});
