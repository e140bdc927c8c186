import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { startObjectStore } from "../../testing/object-store.ts";
import { describeFailureClass, objectFailures } from "../health/failure-classes.ts";
import { Health } from "../health/health.ts";
import { quietLog } from "../log/log.ts";
import type { Bodies } from "./bodies.ts";
import { BodyObjects } from "./body-objects.ts";
import { readObjectSettings } from "./object-settings.ts";
import { openBodies } from "./open-bodies.ts";

const data = mkdtempSync(`${tmpdir()}/utilhub-bodies-`);
const store = startObjectStore();
afterAll(() => {
  rmSync(data, { recursive: true });
  store.stop();
});
const health = new Health(quietLog);
const objects = readObjectSettings(store.url);

describe.each([
  ["files", undefined],
  ["objects", objects],
] as const)("bodies in %s", (_, objects) => {
  const open = (kind: string) => openBodies(kind, { data, objects, health });
  let bodies: Bodies;
  beforeEach(() => {
    bodies = open(crypto.randomUUID());
  });

  test("are unchanged until they are removed", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    await bodies.put("a.request", bytes);
    await bodies.put("b", new Uint8Array([1]));
    expect(await bodies.get("a.request", bytes.length)).toEqual(bytes);
    await bodies.put("a.request", bytes.subarray(1));
    expect(await bodies.get("a.request", bytes.length)).toBeUndefined();
    expect(await bodies.get("a.request", bytes.length - 1)).toEqual(bytes.subarray(1));
    await bodies.remove("a.request", "never");
    expect(await bodies.get("a.request", bytes.length - 1)).toBeUndefined();
    expect(await bodies.get("b", 1)).toEqual(new Uint8Array([1]));
    expect(await bodies.get("never", 1)).toBeUndefined();
    expect(await bodies.get("never", 0)).toEqual(new Uint8Array());
  });

  test("are removed by a sweep if they are old, and those of another kind stay", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `old${index}`);
    for (const name of names) await bodies.put(name, new Uint8Array(3));
    const kind = crypto.randomUUID();
    await open(kind).put("other", new Uint8Array(3));
    await Bun.sleep(30);
    const before = Date.now() - 10;
    await bodies.put("new", new Uint8Array(3));
    await bodies.sweep(before);
    for (const name of names) expect(await bodies.get(name, 3)).toBeUndefined();
    expect(await bodies.get("new", 3)).toBeDefined();
    expect(await open(kind).get("other", 3)).toBeDefined();
    await open("never").sweep(Date.now());
  });
});

test("ignores partially written files", async () => {
  const bodies = openBodies("parts", { data, objects: undefined, health });
  await bodies.put("a", new Uint8Array(3));
  expect(readdirSync(`${data}/kept/parts`)).toEqual(["a"]);
});

describe("an object storage that", () => {
  afterEach(() => {
    store.state.fault = undefined;
  });
  if (!objects) throw new Error("There is no object storage");
  // Requests are counted below, so the probe of a failed storage must not add any.
  const unwatched = { health, probeMs: 3_600_000 };
  const bodies = new BodyObjects(objects, { ...unwatched, pauseMs: 1 });
  const unavailable = (cause: string) => ({ code: "store_unavailable", status: 503, cause });

  test("fails is retried, and is then a 503 that the log explains", async () => {
    store.state.fault = "failing";
    const before = store.state.requests;
    const reason = unavailable("The object storage failed: InternalError");
    await expect(bodies.put("a", new Uint8Array(3))).rejects.toMatchObject(reason);
    expect(store.state.requests - before).toBe(3);
    await expect(bodies.get("a", 3)).rejects.toMatchObject(reason);
    await expect(bodies.remove("a")).rejects.toMatchObject(reason);
    await expect(bodies.sweep(0)).rejects.toMatchObject(reason);
  });

  test("fails once isn't logged", async () => {
    store.state.fault = "failing";
    const before = store.state.requests;
    const putting = new BodyObjects(objects, unwatched).put("a", new Uint8Array([7]));
    while (store.state.requests === before) await Bun.sleep(1);
    store.state.fault = undefined;
    await putting;
    expect(await bodies.get("a", 1)).toEqual(new Uint8Array([7]));
  });

  test("doesn't respond times out, and isn't retried", async () => {
    store.state.fault = "frozen";
    const before = store.state.requests;
    await expect(
      new BodyObjects(objects, { ...unwatched, requestMs: 50 }).put("a", new Uint8Array(3)),
    ).rejects.toMatchObject(unavailable("The object storage failed: it does not answer"));
    expect(store.state.requests - before).toBe(1);
  });

  test.each([
    ["access_denied", { status: 403, code: "AccessDenied" }, 1],
    ["access_denied", { status: 403 }, 1],
    ["slow_down", { status: 503, code: "SlowDown" }, 3],
    ["slow_down", { status: 503 }, 3],
    ["slow_down", { status: 429, code: "TooManyRequests" }, 3],
    ["full", { status: 507, code: "XMinioStorageFull", isOfWrites: true }, 1],
    ["full", { status: 507, isOfWrites: true }, 1],
    ["unexpected", { status: 501 }, 3],
  ] as const)(
    "fails as %s (%j) is retried if that helps, and probed until a write succeeds",
    async (name, fault, tries) => {
      const lines: [level: string, message: string][] = [];
      const at = (level: string) => (message: string) => void lines.push([level, message]);
      const health = new Health({ info: at("info"), warn: at("warn"), error: at("error") });
      const bodies = new BodyObjects(objects, { health, probeMs: 5, pauseMs: 1 });
      await bodies.put("kept", new Uint8Array(3));
      const active = () => health.active().map(({ failure }) => failure.name);
      store.state.fault = fault;
      const before = store.state.requests;
      await expect(bodies.put("a", new Uint8Array(3))).rejects.toMatchObject({ status: 503 });
      // Without S3's XML each failure causes another request for its status.
      const asked = "code" in fault ? tries : 2 * tries;
      expect(store.state.requests - before).toBe(asked);
      expect(active()).toEqual([name]);
      if ("isOfWrites" in fault) expect(await bodies.get("kept", 3)).toEqual(new Uint8Array(3));
      while (store.state.requests - before < asked + 4) await Bun.sleep(1);
      expect(active()).toEqual([name]);
      store.state.fault = undefined;
      while (active().length > 0) await Bun.sleep(1);
      expect(lines).toEqual([
        ["error", describeFailureClass(objectFailures[name])],
        ["info", "The object storage works again"],
      ]);
    },
  );

  test("denies access or doesn't exist is named", async () => {
    const wrong = readObjectSettings(store.url.replace(store.secret, "another"));
    await expect(
      openBodies("x", { data, objects: wrong, health }).put("a", new Uint8Array(3)),
    ).rejects.toMatchObject(unavailable("The object storage failed: SignatureDoesNotMatch"));
    const gone = readObjectSettings("http://id:secret@127.0.0.1:1/bucket");
    await expect(
      new BodyObjects(gone ?? objects, { ...unwatched, pauseMs: 1 }).put("a", new Uint8Array(3)),
    ).rejects.toMatchObject(unavailable("The object storage failed: ConnectionRefused"));
  });
});
