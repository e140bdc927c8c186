import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { linkHub } from "../../link-hub.fixture.ts";

const hub = await linkHub();

const send = (method: string, path: string, body?: object) =>
  hub.fetch(
    new Request(`http://localhost/dub${path}`, {
      method,
      headers: { "content-type": "application/json", "x-api-key": "test" },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
const call = async (method: string, path: string, body?: object) =>
  json(await send(method, path, body));

test("creates a link with Dub's targets, tags and campaign", async () => {
  const link = await call("POST", "/links", {
    url: "https://example.com/a",
    key: "dub-create",
    tagNames: "spring",
    ios: "https://example.com/ios",
    geo: { DE: "https://example.com/de" },
    utm_source: "mail",
  });
  expect(link).toMatchObject({
    id: "dub-create",
    url: "https://example.com/a?utm_source=mail",
    shortLink: "http://localhost/s/dub-create",
    tags: [{ name: "spring" }],
    ios: "https://example.com/ios?utm_source=mail",
    android: null,
    geo: { DE: "https://example.com/de?utm_source=mail" },
    utm_source: "mail",
    clicks: 0,
  });
  expect((await hub.click("dub-create")).headers.get("location")).toBe(link.url);
  expect(await call("GET", "/links/info?key=dub-create&domain=localhost")).toEqual({
    ...link,
    ...{ clicks: 1, lastClicked: expect.any(String) },
  });
});

test("updates only the fields sent, and keeps rules that Dub doesn't know", async () => {
  const french = { languages: ["fr"], url: "https://example.com/fr" };
  await hub.link({ code: "dub-rules", title: "Old", rules: [french] });
  const body = { android: "https://example.com/android", tagNames: ["a", "b"] };
  expect(await call("PATCH", "/links/dub-rules", body)).toMatchObject({
    title: "Old",
    android: "https://example.com/android",
  });
  expect((await json(await hub.stats("dub-rules"))).rules).toEqual([
    french,
    { devices: ["android"], url: "https://example.com/android" },
  ]);
  expect(await call("PATCH", "/links/dub-rules", { title: null, android: null })).toMatchObject({
    ...{ title: null, android: null, tagId: "a" },
  });
});

test("upserts a link by its target", async () => {
  const body = { url: "https://example.com/upsert" };
  const { id } = await call("PUT", "/links/upsert", body);
  const again = await call("PUT", "/links/upsert", { ...body, title: "Again" });
  expect([again.id, again.title]).toEqual([id, "Again"]);
});

test("upserts a link by its code, whatever its target is", async () => {
  const body = { url: "https://example.com/one", key: "dub-upsert" };
  await call("PUT", "/links/upsert", body);
  const other = { ...body, url: "https://example.com/two" };
  expect(await call("PUT", "/links/upsert", other)).toMatchObject({
    id: "dub-upsert",
    url: other.url,
  });
});

test("lists, searches and counts the links of the account only", async () => {
  await hub.link({ code: "dub-foreign" }, "other");
  for (const code of ["dub-list1", "dub-list2", "dub-list3"])
    await hub.link({ code, tags: ["list"] });
  const codes = async (query: string) =>
    (await call("GET", `/links?${query}`)).map(({ key }: { key: string }) => key).sort();
  expect(await codes("tagNames=list")).toEqual(["dub-list1", "dub-list2", "dub-list3"]);
  const pages = await Promise.all(
    [1, 2].map((page) => codes(`tagNames=list&pageSize=2&page=${page}`)),
  );
  expect(pages.flat().sort()).toEqual(["dub-list1", "dub-list2", "dub-list3"]);
  expect(await codes("search=dub-foreign")).toEqual([]);
  expect(await call("GET", "/links/count")).toBe((await codes("pageSize=100")).length);
});

test("groups the clicks of a link", async () => {
  await hub.link({ code: "dub-clicks" });
  for (let clicks = 0; clicks < 3; clicks++)
    await hub.click("dub-clicks", { referer: "https://news.example/" });
  await hub.stats("dub-clicks");
  const read = (groupBy: string) => call("GET", `/analytics?linkId=dub-clicks&groupBy=${groupBy}`);
  expect(await read("count")).toMatchObject({ clicks: 3, leads: 0 });
  expect(await read("timeseries")).toMatchObject([
    { start: "2026-01-02T00:00:00.000Z", clicks: 3 },
  ]);
  expect(await read("referers")).toMatchObject([{ referer: "news.example", clicks: 3 }]);
  expect(await read("browsers")).toMatchObject([{ browser: "Firefox", clicks: 3 }]);
});

test.each([
  [
    "POST",
    "/links",
    { url: "https://example.com/", proxy: true },
    400,
    "bad_request",
    "body.proxy",
  ],
  ["POST", "/links", { url: "javascript:alert(1)" }, 400, "bad_request", "body.url"],
  [
    "POST",
    "/links",
    { url: "https://example.com/", key: "spring-sale" },
    409,
    "conflict",
    "body.key",
  ],
  [
    "POST",
    "/links",
    { url: "https://example.com/", expiresAt: "soon" },
    400,
    "bad_request",
    "body.expiresAt",
  ],
  [
    "POST",
    "/links",
    { url: "https://example.com/", geo: { XX: "https://example.com/x" } },
    400,
    "bad_request",
    "body.geo",
  ],
  ["GET", "/links/info?linkId=nowhere", undefined, 404, "not_found", '"nowhere"'],
  ["GET", "/links/info", undefined, 400, "bad_request", "query.linkId"],
  ["GET", "/links?page=101", undefined, 400, "bad_request", "query.page must be at most 100"],
  ["GET", "/analytics", undefined, 400, "bad_request", "query.linkId"],
] as const)(
  "%s %s %j fails with %d in Dub's format",
  async (method, path, body, status, code, text) => {
    const response = await send(method, path, body);
    const { error } = await json(response);
    expect([response.status, error.code]).toEqual([status, code]);
    expect(error.message).toContain(text);
  },
);

test("deletes a link for good", async () => {
  await hub.link({ code: "dub-delete" });
  expect(await call("DELETE", "/links/dub-delete")).toEqual({ id: "dub-delete" });
  const response = await send("GET", "/links/info?linkId=dub-delete");
  expect([response.status, (await json(response)).error.code]).toEqual([410, "invite_expired"]);
});
