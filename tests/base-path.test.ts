import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { json, sampleCases } from "hub/testing";
import { runHub } from "../core/testing/running-hub.ts";

const base = "/tools/hub";
const page = { accept: "text/html" };
let hub: Awaited<ReturnType<typeof runHub>>;
let key: string;
beforeAll(async () => {
  hub = await runHub({
    HUB_BASE_URL: `https://example.com${base}/`,
    HUB_ADMIN_TOKEN: "operators-own-token-1",
  });
  key = await hub.key();
});
afterAll(() => hub.stop());

/** Converts the caller's path to the path that reaches the hub, by kind of proxy. */
const proxies = {
  "that strips the path": (path: string) => path.slice(base.length) || "/",
  "that keeps the path": (path: string) => path,
};

/** Lists the absolute paths that a page links to, without links within the page or to other hosts. */
function listPageLinks(markup: string): string[] {
  const found = markup.matchAll(/\b(?:href|src|action|data-[a-z]+)="(\/[^"]*)"/g);
  return Array.from(found, ([, link = ""]) => link.replaceAll("&amp;", "&"));
}

describe.each(Object.entries(proxies))("behind a proxy %s", (_, pass) => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(hub.url + pass(path), { headers, redirect: "manual" });

  test.each([
    "",
    "/",
    "/documentation",
    "/documentation/dev",
    "/documentation/errors",
    "/documentation/search?q=qr",
    "/docs",
    "/try",
    "/signup",
    "/signup/verify",
    "/account",
    "/admin",
    "/status",
    "/services",
    "/problems/rate_limited",
    "/nothing-is-here",
  ])("the page %s has no links outside the base path", async (path) => {
    const answer = await get(base + path, page);
    expect(answer.headers.get("content-type")).toStartWith("text/html");
    const links = listPageLinks(await answer.text());
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !link.startsWith(`${base}/`))).toEqual([]);
    expect(links.filter((link) => link.startsWith(`${base}${base}`))).toEqual([]);
  });

  test("all links of the front page work, including scripts and styles", async () => {
    const links = new Set(listPageLinks(await (await get(`${base}/`, page)).text()));
    for (const link of links) {
      if (link.includes(":") || link.startsWith(`${base}/try/`)) continue;
      const answer = await get(link.split("#")[0] ?? "", page);
      await answer.body?.cancel();
      expect([link, answer.status]).toEqual([link, 200]);
    }
  });

  test("a page as Markdown has no links outside the base path", async () => {
    const text = await (await get(`${base}/documentation`, { accept: "text/markdown" })).text();
    const links = Array.from(text.matchAll(/\]\((\/[^)]*)\)/g), ([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !link.startsWith(`${base}/`))).toEqual([]);
  });

  test("the OpenAPI document, llms.txt and the catalogue contain the full URL", async () => {
    const { servers } = await json(await get(`${base}/openapi.json`));
    expect(servers).toEqual([{ url: `https://example.com${base}` }]);
    expect(await (await get(`${base}/llms.txt`)).text()).toContain(`https://example.com${base}/`);
    const catalogue = await get(`${base}/.well-known/api-catalog`);
    expect(await catalogue.text()).not.toContain("https://example.com/openapi");
    expect((await get(`${base}/`, page)).headers.get("link")).toContain(`<${base}/.well-known/`);
  });

  test("an endpoint works, and an error links to its page below the base path", async () => {
    const url = `${base}/api/dev/hash/sha256?text=hello`;
    expect((await get(url, { "x-api-key": key })).status).toBe(200);
    const refused = await get(url);
    expect(refused.status).toBe(401);
    expect((await json(refused)).type).toBe(`${base}/problems/missing_api_key`);
  });

  test("a signed URL includes the base path, and works", async () => {
    const answer = await fetch(hub.url + pass(`${base}/api-key/sign`), {
      method: "POST",
      body: JSON.stringify({ path: "/api/dev/hash/sha256?text=hello" }),
      headers: { "content-type": "application/json", "x-api-key": key },
    });
    const { url } = await json(answer);
    expect(url).toStartWith(`https://example.com${base}/api/dev/`);
    expect((await get(url.slice("https://example.com".length))).status).toBe(200);
  });

  test("a background job has a status URL below the base path", async () => {
    const answer = await fetch(hub.url + pass(`${base}/api/ai/detect-language`), {
      method: "POST",
      body: JSON.stringify({ text: "Good morning to you all" }),
      headers: { "content-type": "application/json", "x-api-key": key, prefer: "respond-async" },
    });
    expect(answer.status).toBe(202);
    const location = answer.headers.get("location") ?? "";
    expect(location).toStartWith(`${base}/api/jobs/`);
    const { links } = await json(await get(location, { "x-api-key": key }));
    expect(links).toMatchObject({ self: location, result: `${location}/result` });
  });

  test("a search finds pages below the base path", async () => {
    const { results } = await json(
      await get(`${base}/documentation/search?q=limits`, { accept: "application/json" }),
    );
    for (const { href } of results) expect(href).toStartWith(`${base}/`);
  });
});

test("a path that only starts like the base path isn't the hub's", async () => {
  const answer = await hub.get(`${base}ping/livez`);
  expect(answer.status).toBe(404);
  await answer.body?.cancel();
});

test("a base path cannot be one of the hub's own paths", async () => {
  // Paths of the hub itself and of a service. Each starts a hub.
  for (const path of sampleCases(["/api", "/documentation", "/api/qr", "/docs"], 2))
    await expect(runHub({ HUB_BASE_URL: `https://example.com${path}` })).rejects.toThrow(
      `Cannot use the path "${path}" of HUB_BASE_URL: the hub itself uses "${path}`,
    );
});
