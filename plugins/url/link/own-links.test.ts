import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { linkHub } from "../link-hub.fixture.ts";

const hub = await linkHub();

async function list(query = "", owner = "ada") {
  return json(await hub.get(`/api/url/links${query}`, { "x-api-key": owner }));
}

const listCodes = (answer: { links: { code: string }[] }) => answer.links.map(({ code }) => code);

test("an account lists its own links, the newest first, part by part", async () => {
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

test("a link is listed as it was changed, and once where it is asked for again", async () => {
  const body = { url: "https://example.com/again", reuse: true };
  const { code } = await json(await hub.shorten(body, "dora"));
  await hub.shorten(body, "dora");
  await hub.edit(code, { title: "Changed" }, "dora");
  expect((await list("", "dora")).links).toMatchObject([{ code, title: "Changed" }]);
});

test("links that were made before they could be listed are listed, too", async () => {
  // The fixtures have two that nobody has made.
  const old = await linkHub();
  const listed = async () => listCodes(await json(await old.get("/api/url/links")));
  expect(await listed()).toEqual([]);
  for (const _ of [1, 2]) await old.run("migrations/001-list-links.ts");
  expect(await listed()).toEqual(["spring-sale", "press-kit"]);
});

test.each(["limit=0", "limit=1000", "before=a%20b", `before=${"1".repeat(101)}`])(
  "%s is refused",
  async (query) => {
    expect((await hub.get(`/api/url/links?${query}`)).status).toBe(400);
  },
);
