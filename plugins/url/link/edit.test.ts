import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { linkHub } from "../link-hub.fixture.ts";

const hub = await linkHub();

test("changes the given fields and keeps the others", async () => {
  const { code } = await hub.link({ title: "Old", tags: ["a"], max_clicks: 3 });
  hub.clock.now += 1000;
  const changed = await json(await hub.edit(code, { url: "https://example.org/", tags: ["b"] }));
  expect(changed).toMatchObject({
    code,
    original_url: "https://example.org/",
    title: "Old",
    tags: ["b"],
    max_clicks: 3,
    created_at: "2026-01-02T03:04:05.000Z",
    updated_at: "2026-01-02T03:04:06.000Z",
  });
  expect((await hub.click(code)).headers.get("location")).toBe("https://example.org/");
});

test("sets campaign parameters in the target", async () => {
  const { code } = await hub.link({ url: "https://example.com/?a=1&utm_source=old" });
  const utm = { source: "news letter", campaign: "x" };
  expect((await json(await hub.edit(code, { utm }))).original_url).toBe(
    "https://example.com/?a=1&utm_source=news%20letter&utm_campaign=x",
  );
});

test("null removes a title, an expiry, a limit and a password", async () => {
  const { code } = await hub.link({
    title: "Old",
    expires_in: 60,
    max_clicks: 3,
    password: "12345678",
  });
  const none = { title: null, expires_at: null, max_clicks: null, password: null };
  const changed = await json(await hub.edit(code, none));
  expect(changed).toMatchObject({
    title: null,
    expires_at: null,
    max_clicks: null,
    has_password: false,
  });
  expect((await hub.click(code)).status).toBe(302);
});

test("a change applies immediately, in any spelling of the link", async () => {
  await hub.link({ code: "Changing" });
  for (const code of ["changing", "CHANGING"]) await hub.click(code);
  await hub.edit("Changing", { url: "https://example.org/" });
  for (const code of ["changing", "CHANGING"])
    expect((await hub.click(code)).headers.get("location")).toBe("https://example.org/");
});

test("raising a limit keeps the used count, and a new limit starts at zero", async () => {
  const { code } = await hub.link({ max_clicks: 2 });
  const statuses = async (count: number) => {
    const answers = [];
    for (let index = 0; index < count; index++) answers.push((await hub.click(code)).status);
    return answers;
  };
  expect(await statuses(4)).toEqual([302, 302, 410, 410]);
  await hub.edit(code, { max_clicks: 3 });
  expect(await statuses(2)).toEqual([302, 410]);
  await hub.edit(code, { max_clicks: null });
  expect(await statuses(2)).toEqual([302, 302]);
  await hub.edit(code, { max_clicks: 1 });
  expect(await statuses(2)).toEqual([302, 410]);
});

test("only its owner reads and changes a link", async () => {
  const { code } = await hub.link();
  for (const answer of [await hub.stats(code, "", "ada"), await hub.edit(code, {}, "ada")])
    expect([answer.status, (await json(answer)).code]).toEqual([403, "not_link_owner"]);
});

test("an unknown code fails with 404, and so does a random code in another case", async () => {
  const { code } = await hub.link();
  const swapped = [...code].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
  for (const other of ["nothing", swapped.join(""), "a%2Fb", "..%2f..", "%00", "x".repeat(200)])
    for (const answer of [await hub.stats(other), await hub.edit(other, { title: "x" })])
      expect([answer.status, (await json(answer)).code], other).toEqual([404, "not_found"]);
});

test("an edit is validated like a new link", async () => {
  const { code } = await hub.link();
  for (const body of [
    { url: "javascript:alert(1)" },
    { expires_at: "2020-01-01T00:00:00Z" },
    { max_clicks: 0 },
    { password: "short" },
    { code: "other" },
    { tags: Array(11).fill("a") },
  ])
    expect((await hub.edit(code, body)).status, JSON.stringify(body)).toBe(400);
});

test("a password is neither returned nor repeated in an error", async () => {
  const made = await hub.shorten({ url: "https://example.com/", password: "my secret word" });
  expect(await made.text()).not.toContain("secret");
  const refused = await hub.shorten({ url: "https://example.com/", password: "secret!" });
  expect(await refused.text()).not.toContain("secret!");
});
