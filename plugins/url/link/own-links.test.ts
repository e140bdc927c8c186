import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { linkHub } from "../link-hub.fixture.ts";

const hub = await linkHub();

async function list(query = "", owner = "ada") {
  return json(await hub.get(`/api/url/links${query}`, { "x-api-key": owner }));
}

const listCodes = (answer: { links: { code: string }[] }) => answer.links.map(({ code }) => code);

test("lists an account's own links in pages, the newest first", async () => {
  const made: string[] = [];
  for (let count = 0; count < 5; count++) {
    hub.clock.now += 1000;
    made.unshift((await hub.link({ title: `Link ${count}` }, "ada")).code);
    await hub.link({}, "bob");
  }
  const whole = await list();
  expect([listCodes(whole), whole.next]).toEqual([made, null]);
  expect(whole.links[0]).toMatchObject({ title: "Link 4", qr_url: expect.stringContaining("/s/") });
  const first = await list("?limit=2");
  const second = await list(`?limit=2&before=${first.next}`);
  const third = await list(`?limit=2&before=${second.next}`);
  expect([first, second, third].flatMap(listCodes)).toEqual(made);
  expect(third.next).toBeNull();
  expect((await list("", "carol")).links).toEqual([]);
});

test("finds links by tag and text, page by page", async () => {
  for (let count = 0; count < 6; count++) {
    hub.clock.now += 1000;
    const tags = count % 2 === 0 ? ["Even", "all"] : ["all"];
    await hub.link({ title: `Sale ${count}`, tags, url: `https://example.com/P${count}` }, "eve");
  }
  const titles = async (query: string) =>
    (await list(query, "eve")).links.map(({ title }: { title: string }) => title);
  expect(await titles("?tag=even")).toEqual(["Sale 4", "Sale 2", "Sale 0"]);
  expect(await titles("?q=p3")).toEqual(["Sale 3"]);
  expect(await titles("?q=SALE&tag=even")).toHaveLength(3);
  expect(await titles("?tag=eve")).toEqual([]);
  const pages: string[][] = [];
  for (let next: string | null = ""; next !== null; ) {
    const page = await list(`?tag=even&limit=2${next && `&before=${next}`}`, "eve");
    pages.push(page.links.map(({ title }: { title: string }) => title));
    ({ next } = page);
  }
  expect(pages.flat()).toEqual(["Sale 4", "Sale 2", "Sale 0"]);
  expect(pages.every((page) => page.length <= 2)).toBe(true);
});

test("lists a link with its changes, and once if it is reused", async () => {
  const body = { url: "https://example.com/again", reuse: true };
  const { code } = await json(await hub.shorten(body, "dora"));
  await hub.shorten(body, "dora");
  await hub.edit(code, { title: "Changed" }, "dora");
  expect((await list("", "dora")).links).toMatchObject([{ code, title: "Changed" }]);
});

test("also lists links from before the index", async () => {
  // The links of the fixtures are in no list.
  const old = await linkHub();
  const listed = async () => listCodes(await json(await old.get("/api/url/links")));
  expect(await listed()).toEqual([]);
  for (const _ of [1, 2]) await old.run("migrations/001-list-links.ts");
  expect(await listed()).toEqual(["winter-sale", "summer-sale", "spring-sale", "press-kit"]);
});

test.each(["limit=0", "limit=1000", "before=a%20b", `before=${"1".repeat(101)}`])(
  "rejects %s",
  async (query) => {
    expect((await hub.get(`/api/url/links?${query}`)).status).toBe(400);
  },
);
