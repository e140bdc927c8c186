import { afterAll, beforeAll, expect, test } from "bun:test";
import { json } from "hub/testing";
import { issueKeys, startProcess } from "../core/testing/hub-process.ts";
import { dataFolder, runHub } from "../core/testing/running-hub.ts";

type Process = Awaited<ReturnType<typeof startProcess>>;

const data = dataFolder();
const env = { HUB_DATA: data.path, HUB_TIERS: "free=1000/100000" };
let key = "";
let hubs: [Process, Process];
beforeAll(async () => {
  [key = ""] = await issueKeys(data.path, 1, env);
  hubs = await Promise.all([startProcess(env), startProcess(env)]);
});
afterAll(async () => {
  for (const { child } of hubs) child.kill();
  await Promise.all(hubs.map(({ child }) => child.exited));
  data.remove();
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

function call(
  hub: Process,
  path: string,
  { method = "GET", body }: { method?: string; body?: object } = {},
) {
  return fetch(hub.url + path, {
    method,
    redirect: "manual",
    headers: { "x-api-key": key, "content-type": "application/json", "user-agent": firefox },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function link(body: object): Promise<string> {
  const asked = { url: "https://example.com/", reuse: false, ...body };
  const answer = await call(hubs[0], "/api/url/shorten", { method: "POST", body: asked });
  return (await json(answer)).code;
}

async function stats(hub: Process, code: string) {
  return json(await call(hub, `/api/url/links/${code}`));
}

test("a hundred concurrent visitors of two processes use a link for ten exactly ten times", async () => {
  const code = await link({ max_clicks: 10 });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => call(hubs[index % 2 === 0 ? 0 : 1], `/s/${code}`)),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(302), ...Array(90).fill(410)]);
  expect((await stats(hubs[1], code)).clicks_left).toBe(0);
});

test("a link that is disabled in one process is disabled in the other a second later", async () => {
  const code = await link({});
  for (const hub of hubs) expect((await call(hub, `/s/${code}`)).status).toBe(302);
  const body = { enabled: false };
  await call(hubs[0], `/api/url/links/${code}`, { method: "PATCH", body });
  expect((await call(hubs[0], `/s/${code}`)).status).toBe(410);
  await Bun.sleep(1000);
  expect((await call(hubs[1], `/s/${code}`)).status).toBe(410);
});

test("a code that two processes assign concurrently goes to one", async () => {
  const body = { url: "https://example.com/", code: "contended", reuse: false };
  const asked = Array.from({ length: 20 }, (_, index) =>
    call(hubs[index % 2 === 0 ? 0 : 1], "/api/url/shorten", { method: "POST", body }),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(19).fill(409)]);
});

test("clicks of all processes add up, and none is lost when they stop", async () => {
  const code = await link({});
  for (let click = 0; click < 20; click++) await call(hubs[click % 2 === 0 ? 0 : 1], `/s/${code}`);
  for (const { child } of hubs) child.kill("SIGTERM");
  expect(await Promise.all(hubs.map(({ child }) => child.exited))).toEqual([0, 0]);
  const next = await runHub(env);
  const stored = await next.get(`/api/url/links/${code}`, { "x-api-key": key });
  expect(await json(stored)).toMatchObject({ clicks: 20, unique: 1 });
  await next.stop();
});
