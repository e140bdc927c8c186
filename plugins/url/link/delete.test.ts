import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { linkHub } from "../link-hub.fixture.ts";

const hub = await linkHub();

test("a deleted link is gone, with its statistics, and its code stays taken", async () => {
  const { code } = await hub.link({ code: "Farewell", max_clicks: 5 });
  await hub.click(code);
  expect(await json(await hub.remove("farewell"))).toEqual({
    success: true,
    code: "Farewell",
    deleted: true,
  });
  for (const answer of [
    await hub.click(code),
    await hub.get(`/s/${code}+`),
    await hub.get(`/s/${code}/qr.svg`),
    await hub.stats(code),
    await hub.edit(code, { title: "x" }),
    await hub.remove(code),
  ])
    expect([answer.status, (await json(answer)).code]).toEqual([410, "link_gone"]);
  expect((await json(await hub.get("/api/url/links"))).links).toEqual([]);
  const again = await hub.shorten({ url: "https://example.com/", code: "farewell" }, "ada");
  expect(again.status).toBe(409);
});

test("a link that was just followed is gone at once", async () => {
  const { code } = await hub.link();
  expect((await hub.click(code)).status).toBe(302);
  await hub.remove(code);
  expect((await hub.click(code)).status).toBe(410);
});

test("an identical link is created anew after its deletion", async () => {
  const body = { url: "https://example.com/identical" };
  const { code } = await json(await hub.shorten(body));
  await hub.remove(code);
  const second = await json(await hub.shorten(body));
  expect([second.code === code, second.reused]).toEqual([false, false]);
});

test("only its owner deletes a link", async () => {
  const { code } = await hub.link();
  expect((await hub.remove(code, "ada")).status).toBe(403);
  expect((await hub.remove("nothing")).status).toBe(404);
  expect((await hub.click(code)).status).toBe(302);
});
