import { afterAll, expect, test } from "bun:test";
import { json, testHub } from "../../testing/mod.ts";

const hub = await testHub(`${import.meta.dir}/fixtures/labour`, { jobs: { size: 1 } });
afterAll(() => hub.close());
const flow = (how: string, signal?: AbortSignal) =>
  hub.get(`/api/labour/flow?how=${how}`, {}, signal);

test("a streamed response arrives in parts, with its type and headers", async () => {
  const answer = await flow("whole");
  expect(answer.headers.get("x-parts")).toBe("3");
  expect(answer.headers.get("content-type")).toStartWith("text/plain");
  const reader = answer.body!.getReader();
  const first = await reader.read();
  expect(new TextDecoder().decode(first.value)).toBe("one ");
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read())
    size += part.value.byteLength;
  expect(size).toBe(600_004);
});

test("a process that has streamed a response takes the next job", async () => {
  await (await flow("whole")).text();
  expect((await json(await hub.get("/api/labour/self"))).jobs).toBeGreaterThan(0);
});

test("a stream that breaks breaks for the caller too", async () => {
  const answer = await flow("broken");
  await expect(answer.text()).rejects.toThrow();
  expect((await hub.get("/api/labour/self")).status).toBe(200);
});

test("a stream whose process dies ends in a failure, and another process takes over", async () => {
  const answer = await flow("dead");
  await expect(answer.text()).rejects.toThrow();
  expect((await hub.get("/api/labour/self")).status).toBe(200);
});

test("a caller who stops reading frees the process of an endless stream", async () => {
  const answer = await flow("endless");
  const reader = answer.body!.getReader();
  await reader.read();
  await reader.cancel();
  expect((await hub.get("/api/labour/self")).status).toBe(200);
});

test("a process that keeps streaming after its reader left is killed", async () => {
  const { process: before } = await json(await hub.get("/api/labour/self"));
  const reader = (await flow("stuck")).body!.getReader();
  for (let size = 0; size < 600_008; ) size += (await reader.read()).value?.byteLength ?? 0;
  await reader.cancel();
  expect((await json(await hub.get("/api/labour/self"))).process).not.toBe(before);
});

test("a process whose stream ended after its reader left isn't killed later", async () => {
  const reader = (await flow("endless")).body!.getReader();
  await reader.read();
  await reader.cancel();
  const { process: before } = await json(await hub.get("/api/labour/self"));
  // It would be killed after a second.
  await Bun.sleep(1200);
  expect((await json(await hub.get("/api/labour/self"))).process).toBe(before);
});
