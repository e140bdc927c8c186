import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { HubError } from "../../../contract/errors.ts";
import { loadAll } from "../../../host/load/load-all.ts";
import { browser, docsHub } from "../../../testing/docs-hub.ts";
import { hostile, samplePlugin } from "../../../testing/sample-plugin.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../../../../plugins`]);
const hub = docsHub(plugins);

async function find(q: string): Promise<{ kind: string; title: string; href: string }[]> {
  const query = new URLSearchParams({ q });
  const answer = await hub.get(`/documentation/search?${query}`, { accept: "application/json" });
  expect(answer.status).toBe(200);
  return (await json(answer)).results;
}

test.each([
  ["qr codes", "service", "/documentation/qr"],
  ["convert money", "endpoint", "/documentation/currency/get-convert"],
  ["conv mon", "endpoint", "/documentation/currency/get-convert"],
  ["rate_limited", "error", "/problems/rate_limited"],
  ["eye_style", "parameter", "/documentation/qr/get-generate"],
  ["mcp agents", "page", "/documentation#agents"],
  ["get a key", "page", "/signup"],
  ["gallery", "page", "/gallery"],
])("a search for %j finds the %s first", async (query, kind, href) => {
  expect((await find(query))[0]).toMatchObject({ kind, href });
});

test.each([
  ["shoten", "/documentation/url/post-shorten"],
  ["screnshot", "/documentation/screenshot"],
  ["pasword", "/documentation/dev/get-password"],
  ["transalte", "/documentation/ai/post-translate"],
  ["compres a pfd", "/documentation/pdf/post-compress"],
  ["curency", "/documentation/currency"],
  ["ratelimited", "/problems/rate_limited"],
])("a search with the typo %j finds %s first", async (query, href) => {
  expect((await find(query))[0]?.href).toBe(href);
});

test.each([
  ["VAT", "/documentation/invoice/post-generate"],
  ["webhook", "/documentation#once-or-later"],
  ["favicon", "/documentation/url/get-metadata"],
  ["tinyurl", "/documentation/url/post-shorten"],
  ["guid", "/documentation/dev/get-uuid"],
  ["spellcheck", "/documentation/ai/post-grammar"],
])("a search for the synonym %j finds %s among the first three", async (query, href) => {
  const found = await find(query);
  expect(found.slice(0, 3).map((one) => one.href)).toContain(href);
});

test("a search that finds nothing offers all services", async () => {
  const page = await (await hub.get("/documentation/search?q=zzyzx", browser)).text();
  const [, content = ""] = page.split("<main");
  for (const { name } of plugins)
    expect(content).toContain(`<a href="/documentation/${name}"><strong>`);
});

test("every page in the search index exists", async () => {
  const words = plugins.map(({ plugin }) => plugin.manifest.title);
  const found = await Promise.all(["page", "limits keys status", "error", ...words].map(find));
  const paths = new Set(found.flat().map(({ href }) => href));
  expect(paths.size).toBeGreaterThan(40);
  for (const path of paths) {
    const [page = "", anchor] = path.split("#");
    const answer = await hub.get(page, browser);
    expect([page, answer.status]).toEqual([page, 200]);
    if (anchor) expect(await answer.text(), path).toContain(`id="${anchor}"`);
  }
});

test("the search page shows results without scripts", async () => {
  const page = await (await hub.get("/documentation/search?q=qr", browser)).text();
  expect(page).toContain('<a href="/documentation/qr">QR codes</a>');
  expect(page).toContain('name="q" type="search" maxlength="200" value="qr"');
});

test("the query and the results are escaped", async () => {
  const named = docsHub([samplePlugin]);
  for (const query of [hostile, "sample order say"]) {
    const address = `/documentation/search?${new URLSearchParams({ q: query })}`;
    const page = await (await named.get(address, browser)).text();
    expect(page).not.toContain(hostile);
    expect(page).toContain("&lt;");
  }
});

test("an empty query finds nothing, nor do unknown words", async () => {
  for (const query of ["", " ", "zzyzx", "()*+?[\\"]) expect(await find(query)).toEqual([]);
  const page = await (await hub.get("/documentation/search?q=zzyzx", browser)).text();
  expect(page).toContain('No results for <q dir="auto">zzyzx</q>');
});

test("rejects a search of more than 200 characters", async () => {
  const long = await hub.get(`/documentation/search?q=${"a".repeat(201)}`);
  expect([long.status, (await json(long)).code]).toEqual([400, "invalid_input"]);
});

test("an address can search 600 times in 60 seconds", async () => {
  const paces: unknown[] = [];
  const paced = docsHub([samplePlugin], {
    admit(_, pace) {
      paces.push(pace);
      throw new HubError("rate_limited", "Too often");
    },
  });
  expect((await paced.get("/documentation/search?q=a")).status).toBe(429);
  expect(paces).toEqual([{ policy: "search", perMinute: 600 }]);
});
