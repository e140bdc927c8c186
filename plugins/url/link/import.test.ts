import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { linkHub } from "../link-hub.fixture.ts";

const hub = await linkHub({ baseUrl: "https://hub.example" });
const send = async (data: string, more: object = {}) =>
  json(await hub.post("/api/url/links/import", { data, ...more }));
const target = "https://example.com/a";

test.each([
  [
    "Bitly's table",
    `Title,Long URL,Bitlink,Created,Tags\nHi,${target},bit.ly/bitly1,2020-01-02,"a, b"`,
    "bitly1",
  ],
  [
    "Bitly's API",
    JSON.stringify({
      links: [
        {
          ...{ created_at: "2020-01-02T00:00:00+0000", id: "bit.ly/bitly2", title: "Hi" },
          ...{ link: "https://bit.ly/bitly2", long_url: target, tags: ["a", "b"] },
        },
      ],
      pagination: { total: 1 },
    }),
    "bitly2",
  ],
  [
    "YOURLS's API",
    JSON.stringify({
      links: {
        link_1: {
          ...{ shorturl: "http://sho.rt/yourls1", url: target, title: "Hi" },
          ...{ timestamp: "2020-01-02 00:00:00", ip: "127.0.0.1", clicks: "12" },
        },
      },
      stats: { total_links: "1", total_clicks: "12" },
      statusCode: 200,
    }),
    "yourls1",
  ],
  [
    "YOURLS's table",
    `keyword,url,title,timestamp,ip,clicks\nyourls2,${target},Hi,2020-01-02,::1,3`,
    "yourls2",
  ],
  [
    "Shlink's API",
    JSON.stringify({
      shortUrls: {
        data: [
          {
            ...{ shortCode: "shlink1", shortUrl: "https://s.test/shlink1", longUrl: target },
            ...{ dateCreated: "2020-01-02T00:00:00+00:00", tags: ["a", "b"], title: "Hi" },
            meta: { validSince: null, validUntil: "2030-01-01T00:00:00+00:00", maxVisits: 7 },
          },
        ],
        pagination: { totalItems: 1 },
      },
    }),
    "shlink1",
  ],
  [
    "Shlink's table",
    `createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits\n2020-01-02,,shlink2,https://s.test/shlink2,${target},Hi,a|b,3`,
    "shlink2",
  ],
  [
    "Dub's API",
    JSON.stringify([
      {
        ...{ id: "link_1Xyz", domain: "dub.sh", key: "dub1", url: target, title: "Hi" },
        ...{ shortLink: "https://dub.sh/dub1", tags: [{ id: "t", name: "a" }, { name: "b" }] },
        ...{ expiresAt: "2030-01-01T00:00:00.000Z", createdAt: "2020-01-02T00:00:00.000Z" },
      },
    ]),
    "dub1",
  ],
  [
    "Dub's table",
    `Short link,Destination URL,Title,Tags,Created at\nhttps://dub.sh/dub2,${target},Hi,"a,b",2020-01-02T00:00:00Z`,
    "dub2",
  ],
  ["another table", `code;url;title;tags;created_at\nown1;${target};Hi;a,b;2020-01-02`, "own1"],
])("imports %s", async (_, data, code) => {
  expect(await send(data, { dry_run: true })).toMatchObject({ created: 1, failed: 0 });
  expect((await hub.click(code)).status).toBe(404);
  expect(await send(data)).toMatchObject({
    ...{ total: 1, created: 1, reused: 0, failed: 0 },
    rows: [{ row: 1, code, status: "created", error: null }],
  });
  expect((await hub.click(code)).headers.get("location")).toBe(target);
  expect(await send(data)).toMatchObject({ created: 0, failed: 0 });
  const { title, created_at } = await json(await hub.stats(code));
  expect([title, created_at.slice(0, 10)]).toEqual(["Hi", "2020-01-02"]);
});

test("reports each row, and creates those that are right", async () => {
  const data = [
    "code,url,expires_at,max_clicks",
    `right-1,${target},,`,
    "no-url,,,",
    "script,javascript:alert(1),,",
    `ab,${target},,`,
    `right-1,${target}/other,,`,
    `right-1,${target},,`,
    `over,${target},2020-01-01,`,
    `limit,${target},,0`,
    `,${target}/no-code,,5`,
  ].join("\n");
  const expected = [
    ["created", null],
    ["failed", 'url must start with https:// or http://: it is ""'],
    ["failed", 'url must start with https:// or http://: it is "javascript:alert(1)"'],
    ["failed", 'code must have 3 to 64 characters: it is "ab"'],
    ["failed", expect.stringContaining('code must not be in use: "right-1"')],
    ["reused", null],
    ["failed", expect.stringContaining("expires_at must be in the future")],
    ["failed", 'max_clicks must be from 1 to 1000000: it is "0"'],
    ["created", null],
  ];
  for (const dry_run of [true, false]) {
    const { rows, total, created, reused, failed } = await send(data, { dry_run });
    const found = rows.map(({ status, error }: { status: string; error: string }) => [
      status,
      error,
    ]);
    expect(found).toEqual(expected);
    expect({ total, created, reused, failed }).toEqual({
      total: 9,
      created: 2,
      reused: 1,
      failed: 6,
    });
  }
});

test.each(["", "hello", "a,b\n1,2", "{", "[]", '{"links":3}', 'url\n"x'])(
  "refuses what is no export: %j",
  async (data) => {
    const { status, errors } = await send(data);
    expect([status, errors[0].location]).toEqual([400, "body.data"]);
  },
);

test("a table can be the whole body, and the report a table", async () => {
  const answer = await hub.fetch(
    new Request("http://localhost/api/url/links/import?format=csv", {
      ...{ method: "POST", body: `code,url\nwhole-body,${target}\n` },
      headers: { "content-type": "text/csv", "x-api-key": "test" },
    }),
  );
  expect(await answer.text()).toBe("row,code,status,error\r\n1,whole-body,created,\r\n");
});
