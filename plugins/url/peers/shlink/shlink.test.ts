import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { linkHub } from "../../link-hub.fixture.ts";

const hub = await linkHub();

const send = (method: string, path: string, body?: object) =>
  hub.fetch(
    new Request(`http://localhost/shlink/rest/v3/short-urls${path}`, {
      method,
      headers: { "content-type": "application/json", "x-api-key": "test" },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
const call = async (method: string, path: string, body?: object) =>
  json(await send(method, path, body));

test("creates, reads, updates and deletes a link", async () => {
  const link = await call("POST", "", {
    ...{ longUrl: "https://example.com/a", customSlug: "shlink-one", tags: ["a", "a"] },
    ...{ title: "One", maxVisits: 5, validUntil: "2030-01-01T01:00:00+01:00" },
  });
  expect(link).toEqual({
    shortUrl: "http://localhost/s/shlink-one",
    shortCode: "shlink-one",
    longUrl: "https://example.com/a",
    dateCreated: "2026-01-02T03:04:05.000Z",
    visitsSummary: { total: 0, nonBots: 0, bots: 0 },
    tags: ["a"],
    meta: { validSince: null, validUntil: "2030-01-01T00:00:00.000Z", maxVisits: 5 },
    domain: null,
    title: "One",
    crawlable: false,
    forwardQuery: true,
    hasRedirectRules: false,
  });
  await hub.click("shlink-one");
  const visitsSummary = { total: 1, nonBots: 1, bots: 0 };
  expect(await call("GET", "/shlink-one?domain=localhost")).toEqual({ ...link, visitsSummary });
  expect(await call("PATCH", "/shlink-one", { maxVisits: null, forwardQuery: false })).toEqual({
    ...{ ...link, visitsSummary, forwardQuery: false },
    meta: { ...link.meta, maxVisits: null },
  });
  expect(await call("DELETE", "/shlink-one")).toEqual({ shortCode: "shlink-one" });
});

test("reuses an identical link only on request", async () => {
  const body = { longUrl: "https://example.com/find", findIfExists: true };
  const { shortCode } = await call("POST", "", body);
  expect((await call("POST", "", body)).shortCode).toBe(shortCode);
  expect((await call("POST", "", { ...body, findIfExists: false })).shortCode).not.toBe(shortCode);
});

test("numbers the pages of the list", async () => {
  for (let index = 0; index < 5; index++) await hub.link({ tags: ["pages"] });
  const read = async (query: string) => (await call("GET", `?${query}`)).shortUrls;
  const { data, pagination } = await read("page=2&itemsPerPage=2&tags[]=pages");
  expect(pagination).toEqual({
    ...{ currentPage: 2, pagesCount: 3, itemsPerPage: 2, itemsInCurrentPage: 2, totalItems: 5 },
  });
  const others = [1, 3].map((page) => read(`page=${page}&itemsPerPage=2&tags[]=pages`));
  const pages = [data, ...(await Promise.all(others)).map((page) => page.data)];
  expect(new Set(pages.flat().map(({ shortCode }) => shortCode)).size).toBe(5);
  const all = await read("itemsPerPage=200");
  expect(all.pagination.totalItems).toBe(all.data.length);
});

test.each([
  [
    "POST",
    "",
    { longUrl: "https://example.com/", customSlug: "spring-sale" },
    409,
    "non-unique-slug",
  ],
  ["POST", "", { longUrl: "https://example.com/", validUntil: "soon" }, 400, "invalid-data"],
  ["POST", "", { longUrl: "https://example.com/", crawlable: true }, 400, "invalid-data"],
  ["GET", "/nowhere", undefined, 404, "short-url-not-found"],
] as const)(
  "%s %s %j fails with %d in Shlink's format",
  async (method, path, body, status, type) => {
    const response = await send(method, path, body);
    const problem = await json(response);
    expect([response.status, problem.status]).toEqual([status, status]);
    expect(problem.type).toBe(`https://shlink.io/api/error/${type}`);
  },
);
