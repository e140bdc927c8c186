import { expect, test } from "bun:test";
import { makeKey } from "../../accounts/keys.ts";
import { writeOldFolder } from "../../testing/old-database.ts";
import { dataFolder, runHub } from "../../testing/running-hub.ts";

test("a hub on the data folder of 0.1.0 keeps its keys, usage, links and the rest of the day's quota", async () => {
  const data = dataFolder();
  const key = makeKey();
  const link = { code: "kept", url: "https://example.com/kept", clicks: 3 };
  writeOldFolder(data.path, { email: "ada@example.com", key, calls: 7, link });
  const hub = await runHub({ HUB_DATA: data.path });
  const fetchJson = async (path: string) => (await hub.get(path, { "x-api-key": key })).json();

  expect(await fetchJson("/api-key")).toMatchObject({
    ...{ email: "ada@example.com", tier: "free", used_today: 7 },
    remaining: { day: 93 },
  });
  expect(await fetchJson("/api-key/usage")).toMatchObject({
    usage: [{ service: "dev", route: "GET /api/dev/uuid", status: "2xx", calls: 7, units: 7 }],
  });
  expect(await fetchJson("/api/url/links/kept")).toMatchObject({
    original_url: link.url,
    clicks: 3,
  });
  expect(await fetchJson("/api/url/links")).toMatchObject({ links: [{ code: "kept" }] });
  const followed = await fetch(`${hub.url}/s/kept`, { redirect: "manual" });
  expect([followed.status, followed.headers.get("location")]).toEqual([302, link.url]);

  await hub.stop();
  data.remove();
});

test("a hub continues from its own data, and a second start changes nothing", async () => {
  const data = dataFolder();
  const key = makeKey();
  const link = { code: "kept", url: "https://example.com/kept", clicks: 0 };
  writeOldFolder(data.path, { email: "ada@example.com", key, calls: 1, link });
  for (const used of [2, 3, 4]) {
    const hub = await runHub({ HUB_DATA: data.path });
    expect((await hub.get("/api/dev/uuid", { "x-api-key": key })).status).toBe(200);
    const answer = await hub.get("/api-key", { "x-api-key": key });
    expect(await answer.json()).toMatchObject({ used_today: used });
    await hub.drain();
  }
  data.remove();
});
