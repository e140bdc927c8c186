import { afterAll, expect, test } from "bun:test";
import { json, leftOf } from "hub/testing";
import { loadAll } from "../core/host/load/load-all.ts";
import { loadOwn } from "../core/host/load/load-plugin.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";
import { exampleRequest } from "../core/testing/mod.ts";
import { runHub } from "../core/testing/running-hub.ts";

const root = `${import.meta.dir}/..`;
const { plugins } = await loadAll([`${root}/plugins`]);
const ownPlugin = await loadOwn(ownRoutes, `${root}/routes`);
const hub = await runHub();
const key = await hub.key();
afterAll(() => hub.stop());

/** The methods of each path, by a matching address. */
const paths = new Map<string, Set<string>>();
for (const loaded of [ownPlugin, ...plugins]) {
  for (const route of [...loaded.routes, ...loaded.open])
    addMethod(new URL(exampleRequest(route).url).pathname, route.method);
  for (const path of Object.keys(loaded.plugin.manifest.try ?? {}))
    addMethod(`/try${path.replace(/:\w+/g, "a")}`, "GET");
}

function addMethod(path: string, method: string): void {
  paths.set(path, (paths.get(path) ?? new Set()).add(method));
}

const all = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
/** Methods of browsers, WebDAV and caches that Bun's server accepts. */
const odd = ["PROPFIND", "TRACE", "QUERY", "PURGE", "M-SEARCH", "CONNECT"];

function sendRawRequest(path: string, method: string): Promise<string> {
  return hub.raw(`${method} ${path} HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n\r\n`);
}

/** Returns the methods in `Allow`, sorted. */
function allowed(answer: string): string[] {
  return (/^allow: (.*)$/im.exec(answer)?.[1] ?? "").trim().split(", ").sort();
}

/** Returns the methods of an address, including those of other paths with parameters that match. */
function findMethods(path: string): string[] {
  const mine = new Set(paths.get(path));
  for (const loaded of [ownPlugin, ...plugins])
    for (const route of [...loaded.routes, ...loaded.open])
      if (new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`).test(path))
        mine.add(route.method);
  if (mine.has("GET")) mine.add("HEAD");
  return [...mine, "OPTIONS"].sort();
}

test("every path returns its methods to any caller, and rejects the others without a key", async () => {
  expect(plugins.flatMap(({ routes }) => routes).length).toBeGreaterThanOrEqual(105);
  for (const path of paths.keys()) {
    const methods = findMethods(path);
    const options = await sendRawRequest(path, "OPTIONS");
    expect(options, path).toStartWith("HTTP/1.1 204 ");
    expect(allowed(options), path).toEqual(methods);
    for (const method of all.filter((method) => !methods.includes(method))) {
      const answer = await sendRawRequest(path, method);
      expect(answer, `${method} ${path}`).toStartWith("HTTP/1.1 405 ");
      expect(allowed(answer), `${method} ${path}`).toEqual(methods);
    }
  }
});

test("no method of a service works without a key", async () => {
  const keyed = plugins.flatMap(({ routes, open }) => [
    ...routes,
    ...open.filter(({ folder }) => folder === "aliases"),
  ]);
  for (const route of keyed) {
    const example = exampleRequest(route);
    const methods = example.method === "GET" ? ["GET", "HEAD"] : [example.method];
    for (const method of methods) {
      const answer = await sendRawRequest(example.url.slice("http://localhost".length), method);
      expect(answer, `${method} ${route.path}`).toStartWith("HTTP/1.1 401 ");
    }
  }
});

test("methods that no path has are rejected too, if they reach the hub", async () => {
  for (const path of ["/api/dev/hash", "/api/dev/hash/md5", "/livez", "/try/uuid", "/s/abc"])
    for (const method of odd) {
      const answer = await sendRawRequest(path, method);
      expect(answer, `${method} ${path}`).toStartWith("HTTP/1.1 405 ");
      expect(allowed(answer)).toEqual(findMethods(path === "/s/abc" ? "/s/abc" : path));
    }
});

test("a trailing slash is the same path", async () => {
  expect(allowed(await sendRawRequest("/api/dev/hash/", "DELETE"))).toEqual(["OPTIONS", "POST"]);
  expect(allowed(await sendRawRequest("/livez/", "DELETE"))).toEqual(["GET", "HEAD", "OPTIONS"]);
});

test("a rejected method costs no quota", async () => {
  const left = async () =>
    (await json(await hub.get("/api-key", { "x-api-key": key }))).remaining.minute;
  const before = await left();
  const answer = await fetch(`${hub.url}/api/dev/hash`, {
    method: "DELETE",
    headers: { "x-api-key": key },
  });
  expect([answer.status, (await json(answer)).code]).toEqual([405, "method_not_allowed"]);
  expect(await left()).toBe(before);
});

test("an unknown path is a 404, and under /api it requires a key and counts", async () => {
  expect(await sendRawRequest("/nowhere", "DELETE")).toStartWith("HTTP/1.1 404 ");
  expect(await sendRawRequest("/api/nowhere", "DELETE")).toStartWith("HTTP/1.1 401 ");
  const answer = await hub.get("/api/nowhere", { "x-api-key": key });
  expect(answer.status).toBe(404);
  expect(leftOf(answer, "minute")).toBe(9);
});
