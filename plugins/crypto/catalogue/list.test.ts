import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const read = async (path: string) => json(await hub.get(`/api/crypto/${path}`));

test("lists coins by rank and page, with links to the next page", async () => {
  const answer = await hub.get("/api/crypto/coins?per_page=2&page=2");
  const { total, coins, source, as_of } = await json(answer);
  expect({ total, source, as_of }).toEqual({
    total: 5,
    source: "coingecko, coinpaprika",
    as_of: "2026-01-02T03:04:05.000Z",
  });
  expect(coins.map(({ id }: { id: string }) => id)).toEqual(["moonrock", "moonbeam-cheese"]);
  expect(answer.headers.get("link")).toContain("page=3&per_page=2");
  const etag = answer.headers.get("etag") ?? "";
  const again = await hub.get("/api/crypto/coins?per_page=2&page=2", { "if-none-match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect((await read("coins?type=token&include_platforms=true")).coins).toMatchObject([
    { id: "fabulon", platforms: { "invented-chain": expect.stringContaining("0xFab") } },
  ]);
});

test("search returns the exact symbol first, then prefixes and similar names", async () => {
  const ids = async (q: string) =>
    (await read(`search?q=${q}`)).results.map(({ id }: { id: string }) => id);
  expect(await ids("moon")).toEqual(["moonrock", "moonbeam-cheese"]);
  expect(await ids("cheese")).toEqual(["moonbeam-cheese"]);
  expect((await read("search?q=fabulom")).results).toMatchObject([
    { id: "fabulon", matched_on: "similar" },
  ]);
  expect(await ids("%3C%3E")).toEqual([]);
});

test.each([
  [
    "page=1&per_page=2",
    'page=2&per_page=2&type=all&status=active&include_platforms=false>; rel="next"',
    2,
  ],
  [
    "page=3&per_page=2",
    'page=2&per_page=2&type=all&status=active&include_platforms=false>; rel="prev"',
    1,
  ],
])("the page of %s links to the others that exist", async (query, link, length) => {
  const answer = await hub.get(`/api/crypto/coins?${query}`);
  expect(answer.headers.get("link")).toBe(`</api/crypto/coins?${link}`);
  expect((await json(answer)).coins).toHaveLength(length);
});

test("lists tokens, coins, or both", async () => {
  const ids = async (type: string) =>
    (await read(`coins?type=${type}`)).coins.map(({ id }: { id: string }) => id);
  expect(await ids("token")).toEqual(["fabulon"]);
  expect(await ids("coin")).toEqual(["bitcoin", "ethereum", "moonrock", "moonbeam-cheese"]);
  expect(await ids("all")).toHaveLength(5);
});
