import { describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { firefox, linkHub } from "../link-hub.fixture.ts";

const hub = await linkHub();
const day = 86_400_000;
const none = { clicks: 0, unique: 0, bots: 0, last_click_at: null, by_day: [], by_browser: [] };

test("a link without visits has no clicks", async () => {
  const { code } = await hub.link();
  expect(await json(await hub.stats(code))).toMatchObject({ ...none, clicks_left: null });
});

test("counts clicks by visitor, source and device", async () => {
  const { code } = await hub.link();
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
  await hub.click(code, {
    referer: "https://www.news.example/a?secret",
    "x-forwarded-for": "8.8.8.8",
  });
  await hub.click(code, { referer: "https://news.example/b", "x-forwarded-for": "8.8.8.8" });
  await hub.click(code, { "user-agent": iphone });
  await hub.click(code, { "user-agent": "Googlebot/2.1" });
  expect(await json(await hub.stats(code))).toMatchObject({
    clicks: 3,
    unique: 2,
    bots: 1,
    last_click_at: "2026-01-02T03:04:05.000Z",
    by_day: [{ date: "2026-01-02", clicks: 3, unique: 2, bots: 1 }],
    by_referrer: [
      { name: "news.example", clicks: 2 },
      { name: null, clicks: 1 },
    ],
    by_browser: [
      { name: "Firefox", clicks: 2 },
      { name: "Safari", clicks: 1 },
    ],
    by_os: [
      { name: "Linux", clicks: 2 },
      { name: "iOS", clicks: 1 },
    ],
    by_country: [
      { name: "US", clicks: 2 },
      { name: null, clicks: 1 },
    ],
    by_hour: [{ name: "03", clicks: 3 }],
  });
});

test("writes clicks in the background, and the hub waits for it", async () => {
  const { code } = await hub.link();
  for (let click = 0; click < 5; click++) await hub.click(code);
  await hub.settled();
  expect((await json(await hub.stats(code))).clicks).toBe(5);
});

test("counts a visitor once per day and link, by address and program", async () => {
  const [{ code }, { code: other }] = [await hub.link(), await hub.link()];
  for (const from of ["192.0.2.1", "192.0.2.2", "192.0.2.1"])
    await hub.click(code, { "x-forwarded-for": from });
  await hub.click(code, { "user-agent": `${firefox} x` });
  await hub.click(other);
  const unique = async (code: string) => (await json(await hub.stats(code))).unique;
  expect([await unique(code), await unique(other)]).toEqual([3, 1]);
  hub.clock.now += day;
  await hub.click(code);
  expect(await unique(code)).toBe(4);
});

test("statistics cover the requested days", async () => {
  const { code } = await hub.link();
  const made = new Date(hub.clock.now).toISOString().slice(0, 10);
  await hub.click(code);
  hub.clock.now += 2 * day;
  const today = new Date(hub.clock.now).toISOString().slice(0, 10);
  await hub.click(code);
  await hub.click(code);
  const clicks = async (query: string) => (await json(await hub.stats(code, query))).clicks;
  expect(await clicks("")).toBe(3);
  expect(await clicks(`?to=${made}`)).toBe(1);
  expect(await clicks(`?from=${today}&to=${today}`)).toBe(2);
  expect(await clicks("?from=2020-01-01&to=2020-12-31")).toBe(0);
  expect(await json(await hub.stats(code))).toMatchObject({ from: made, to: today });
});

test.each([
  ["?from=2026-13-01", "query.from must be a day such as 2026-01-31"],
  ["?to=2026-02-30", "query.to must be a day such as 2026-01-31"],
  ["?from=2026-1-1", "query.from must be a day such as 2026-01-31"],
  ["?from=2026-02-01&to=2026-01-01", "query.from must not be after query.to, 2026-01-01: it is"],
  [
    "?from=2020-01-01&to=2026-01-01",
    "query.from must be 2025-01-01 or later, because statistics cover at most 366",
  ],
])("statistics reject %s", async (query, sentence) => {
  const { code } = await hub.link();
  const answer = await hub.stats(code, query);
  expect(answer.status).toBe(400);
  expect((await json(answer)).detail).toContain(sentence);
});

describe("a forged referrer", () => {
  test("is ignored if it isn't a host name", async () => {
    const { code } = await hub.link();
    for (const referer of [
      "javascript:alert(1)",
      "<script>",
      `https://${"a".repeat(200)}.example/`,
      "x",
    ])
      await hub.click(code, { referer });
    expect((await json(await hub.stats(code))).by_referrer).toEqual([{ name: null, clicks: 4 }]);
  });

  test("is limited to 200 distinct ones", async () => {
    const { code } = await hub.link();
    for (let index = 0; index < 210; index++)
      await hub.click(code, { referer: `https://h${index}.example/` });
    const { by_referrer, clicks } = await json(await hub.stats(code));
    expect([clicks, by_referrer.length]).toEqual([210, 201]);
    expect(by_referrer[0]).toEqual({ name: "other", clicks: 10 });
  });

  test("named like an object property does no harm", async () => {
    const { code } = await hub.link();
    await hub.click(code, { referer: "https://__proto__/" });
    await hub.click(code, { referer: "https://constructor/" });
    const { by_referrer } = await json(await hub.stats(code));
    expect(by_referrer.map(({ name }: { name: string }) => name)).toEqual([
      "__proto__",
      "constructor",
    ]);
  });
});

test("statistics are exported as a table, on request or by Accept", async () => {
  const { code } = await hub.link();
  await hub.click(code, { referer: "https://news.example/a" });
  const asked = await hub.stats(code, "?format=csv");
  expect(asked.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = (await asked.text()).trim().split("\r\n");
  expect(lines.slice(0, 4)).toEqual([
    "by,name,clicks,unique,bots",
    `day,${new Date(hub.clock.now).toISOString().slice(0, 10)},1,1,0`,
    "referrer,news.example,1,,",
    "browser,Firefox,1,,",
  ]);
  const accepted = await hub.get(`/api/url/links/${code}`, { accept: "text/csv" });
  expect((await accepted.text()).trim().split("\r\n")).toEqual(lines);
});
