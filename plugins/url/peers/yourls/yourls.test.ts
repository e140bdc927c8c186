import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { linkHub } from "../../link-hub.fixture.ts";

const hub = await linkHub();
const get = (query: Record<string, string>) =>
  hub.get(`/yourls-api.php?${new URLSearchParams(query)}`);
const read = async (query: Record<string, string>) => json(await get(query));

test("creates a link, and returns the known one for the same target", async () => {
  const query = { action: "shorturl", url: "https://example.com/yourls", title: "Y" };
  const created = await read(query);
  expect(created).toMatchObject({
    status: "success",
    url: { url: query.url, title: "Y", date: "2026-01-02 03:04:05" },
    statusCode: "200",
  });
  const again = await read(query);
  expect(again).toMatchObject({ status: "fail", code: "error:url", shorturl: created.shorturl });
  expect(await (await get({ ...query, format: "simple" })).text()).toBe(created.shorturl);
});

test("expands a code and a short URL, and counts clicks", async () => {
  await hub.link({ code: "yourls-é" });
  await hub.click(encodeURIComponent("yourls-é"));
  const short = `http://localhost/s/${encodeURIComponent("yourls-é")}`;
  for (const shorturl of ["yourls-é", short])
    expect(await read({ action: "expand", shorturl })).toMatchObject({
      longurl: "https://example.com/page",
      shorturl: short,
    });
  const { link } = await read({ action: "url-stats", shorturl: short });
  expect(link).toMatchObject({ clicks: "1", timestamp: "2026-01-02 03:04:05" });
});

test("takes forms, and the key as the signature", async () => {
  const response = await hub.fetch(
    new Request("http://localhost/yourls-api.php", {
      method: "POST",
      headers: { "x-api-key": "test" },
      body: new URLSearchParams({ action: "expand", shorturl: "spring-sale", format: "simple" }),
    }),
  );
  expect(await response.text()).toBe("https://example.com/spring");
});

test.each([
  [
    { action: "shorturl", url: "https://example.com/", keyword: "spring-sale" },
    409,
    "error:keyword",
  ],
  [{ action: "shorturl" }, 400, "error:invalid_input"],
  [{ action: "expand", shorturl: "nowhere" }, 404, "error:not_found"],
  [{ action: "db-stats" }, 400, "error:invalid_input"],
  [{ action: "expand", shorturl: "%E0%A4%A" }, 404, "error:not_found"],
])("%j fails with %d in YOURLS' format", async (query, status, code) => {
  const response = await get(query as Record<string, string>);
  const body = await json(response);
  expect([response.status, body.status, body.code]).toEqual([status, "fail", code]);
});
