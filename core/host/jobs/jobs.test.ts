import { afterAll, expect, test } from "bun:test";
import { quietLog } from "../../platform/log/log.ts";
import { json, testHub } from "../../testing/mod.ts";

const dir = `${import.meta.dir}/fixtures/labour`;
const hub = await testHub(dir, { jobs: { size: 1 }, log: quietLog });
const inProcess = await testHub(dir, { log: quietLog });
afterAll(() => hub.close());

test("a heavy handler runs in another process", async () => {
  const res = await hub.get("/api/labour/self");
  expect((await json(res)).process).not.toBe(process.pid);
});

test("if a route decides which requests are heavy, only those run in another process", async () => {
  const light = await json(await hub.get("/api/labour/either?heavy=false"));
  const heavy = await json(await hub.get("/api/labour/either?heavy=true"));
  expect([light.process === process.pid, heavy.process === process.pid]).toEqual([true, false]);
});

test("one process runs jobs one after another", async () => {
  const [first, second] = [await hub.get("/api/labour/self"), await hub.get("/api/labour/self")];
  const [one, two] = [await json(first), await json(second)];
  expect(two).toEqual({ ...one, jobs: one.jobs + 1 });
});

test("files are transferred with their names and types", async () => {
  const form = new FormData();
  form.append("files", new File(["one"], "a.txt", { type: "text/plain" }));
  form.append("files", new File([new Uint8Array([0, 255])], "b.bin"));
  const { files } = await json(await hub.post("/api/labour/echo", form));
  expect(files).toMatchObject([
    { name: "a.txt", bytes: { 0: 111, 1: 110, 2: 101 } },
    { name: "b.bin", bytes: { 0: 0, 1: 255 } },
  ]);
  expect(files[0].type).toStartWith("text/plain");
});

test("a response keeps its bytes, type and headers", async () => {
  const res = await hub.get("/api/labour/picture");
  expect(res.headers.get("content-type")).toBe("image/webp");
  expect(res.headers.get("x-pages")).toBe("4");
  expect(await res.bytes()).toEqual(new Uint8Array([7, 7, 7, 7]));
});

test.each([
  ["own", 422],
  ["shared", 503],
  ["bug", 500],
])("an error of the kind %p is reported as without another process", async (how, status) => {
  const [there, here] = await Promise.all(
    [hub, inProcess].map((each) => each.get(`/api/labour/fail?how=${how}`)),
  );
  expect(there!.status).toBe(status);
  expect({ ...(await json(there!)), request_id: "" }).toEqual({
    ...(await json(here!)),
    request_id: "",
  });
  expect(there!.headers.get("retry-after")).toBe(here!.headers.get("retry-after"));
});

test("a plugin's own error keeps its fields and its position", async () => {
  const res = await hub.get("/api/labour/fail?how=own");
  expect(await json(res)).toMatchObject({
    code: "too_tired",
    detail: "The worker has done 3 of 5",
    done: 3,
    left: ["dig", "sow"],
    errors: [{ location: "query.how", message: "The worker has done 3 of 5" }],
  });
});

test("a response that cannot be sent is the plugin's error", async () => {
  const res = await hub.get("/api/labour/fail?how=unsendable");
  expect(res.status).toBe(500);
  expect((await json(res)).code).toBe("internal_error");
});

test("a handler ignores SIGINT and SIGTERM of a terminal or a service manager", async () => {
  const res = await hub.get("/api/labour/stay");
  expect(await json(res)).toEqual({ success: true, stayed: true });
});
