import { afterAll, expect, test } from "bun:test";
import { json } from "../../testing/mod.ts";
import { startObjectStore } from "../../testing/object-store.ts";
import { observedHub } from "../../testing/observed-hub.ts";
import { describeFailureClass, objectFailures } from "../health/failure-classes.ts";

const store = startObjectStore();
const hub = await observedHub({ HUB_OBJECTS_URL: store.url });
afterAll(async () => {
  await hub.stop();
  await store.stop();
});

test("a hub whose object storage is full is ready, says so, and rejects only what needs it", async () => {
  const key = await hub.key();
  const postJob = () =>
    hub.post(
      "/api/qr/batch",
      { items: [{ data: "code" }] },
      { "x-api-key": key, prefer: "respond-async" },
    );
  expect((await postJob()).status).toBe(202);
  store.state.fault = { status: 507, isOfWrites: true };
  const refused = await postJob();
  expect([refused.status, (await json(refused)).code]).toEqual([503, "store_unavailable"]);
  expect(await hub.call(key)).toBe(200);
  const ready = await hub.ready();
  const detail = describeFailureClass(objectFailures.full);
  expect([ready.status, await json(ready)]).toMatchObject([
    200,
    { failures: [{ backend: "objects", class: "full", detail }] },
  ]);
  expect(await hub.metric('hub_backend_failing{backend="objects",class="full"}')).toBe("1");
  expect(hub.lines).toContainEqual(
    expect.objectContaining({ level: "error", message: detail, class: "full" }),
  );
  store.state.fault = undefined;
  await hub.failsWith("");
  expect((await postJob()).status).toBe(202);
}, 60_000);
