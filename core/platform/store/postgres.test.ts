import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { startProcess } from "../../testing/hub-process.ts";
import { isFullDepth, json } from "../../testing/mod.ts";
import { startObjectStore } from "../../testing/object-store.ts";
import { observedHub } from "../../testing/observed-hub.ts";
import {
  lacksPostgres,
  type PostgresServer,
  postgresPassword,
  startPostgres,
} from "../../testing/postgres-server.ts";
import { openPostgres } from "./postgres.ts";

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

const token = "operator-of-the-tests";

/**
 * Starts hubs as on several machines: they share only the database and the pepper. The last of several runs in this
 * process, each other one in a separate process.
 */
async function machines(count: number, databaseUrl: string, env: Record<string, string> = {}) {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const data = mkdtempSync(`${tmpdir()}/utilhub-machines-`);
      ending.push(() => rmSync(data, { recursive: true, force: true }));
      const start = index > 0 && index === count - 1 ? startHere : startApart;
      const hub = await start({
        HUB_DATA: data,
        HUB_DATABASE_URL: databaseUrl,
        HUB_KEY_PEPPER: "of all of them",
        HUB_ADMIN_TOKEN: token,
        HUB_TIERS: "free=1000/100000",
        HUB_JOBS: "1",
        HUB_HEALTH_CHECK_MS: "20",
        ...env,
      });
      ending.push(hub.end);
      const call = (key: string) =>
        fetch(`${hub.url}/api/dev/hash/sha256?text=a`, { headers: { "x-api-key": key } });
      return {
        ...hub,
        call,
        signUp: (email: string) =>
          fetch(`${hub.url}/api-key`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ email }),
          }),
        account: async (key: string) =>
          json(await fetch(`${hub.url}/api-key`, { headers: { "x-api-key": key } })),
        ready: () => fetch(`${hub.url}/readyz`, { headers: { accept: "application/json" } }),
      };
    }),
  );
}

/** Starts a hub in a separate process. */
async function startApart(env: Record<string, string>) {
  const { url, lines, child, ended } = await startProcess(env);
  return {
    url,
    getLog: () => lines.join("\n"),
    async stop() {
      child.kill("SIGTERM");
      expect(await ended()).toBe(0);
    },
    async end() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** Starts a hub in this process. */
async function startHere(env: Record<string, string>) {
  const { url, lines, stop } = await observedHub(env);
  let stopping: Promise<void> | undefined;
  const stopOnce = () => {
    stopping ??= stop();
    return stopping;
  };
  return { url, getLog: () => JSON.stringify(lines), stop: stopOnce, end: stopOnce };
}

type Hub = Awaited<ReturnType<typeof machines>>[number];

async function keyFrom(hub: Hub, email = "a@example.com"): Promise<string> {
  return (await json(await hub.signUp(email))).api_key;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(20);
}

describe.skipIf(lacksPostgres)("hubs of several machines with one PostgreSQL database", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  test("follow the clock of the database if theirs is wrong", async () => {
    const right = await openPostgres(await server.createDatabase());
    ending.push(() => right.close());
    expect(right.aheadMs()).toBe(0);
    const real = Date.now;
    const clock = spyOn(Date, "now").mockImplementation(() => real() - 30_000);
    ending.push(() => clock.mockRestore());
    const wrong = await openPostgres(await server.createDatabase());
    ending.push(() => wrong.close());
    expect(Math.abs(Date.now() + wrong.aheadMs() - real())).toBeLessThan(5000);
  });

  test("that start concurrently create its tables once, share accounts, and find each other's responses in one object storage", async () => {
    const url = await server.createDatabase();
    const objects = startObjectStore();
    ending.push(objects.stop);
    const hubs = await machines(isFullDepth ? 5 : 2, url, { HUB_OBJECTS_URL: objects.url });
    const [one, two] = hubs;
    if (!one || !two) throw new Error("There are no hubs");
    expect(await server.run(url, 'SELECT version FROM "hubSchema"')).toHaveLength(1);
    const key = await keyFrom(one);
    for (const { call } of hubs) expect((await call(key)).status).toBe(200);
    expect((await two.signUp("a@example.com")).status).toBe(409);
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const post = (hub: Hub, body: object, more: Record<string, string>) =>
      fetch(`${hub.url}/api/qr/batch`, {
        method: "POST",
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      });
    const items = { items: Array.from({ length: 4 }, (_, index) => ({ data: `code ${index}` })) };
    const ids = await Promise.all(
      Array.from({ length: isFullDepth ? 6 : 2 }, async () => {
        const answer = await post(one, items, { prefer: "respond-async" });
        expect(answer.status).toBe(202);
        return (await json(answer)).id as string;
      }),
    );
    for (const id of ids) {
      const job = async () => json(await fetch(`${two.url}/api/jobs/${id}`, { headers }));
      await until(async () => (await job()).ended_at !== null);
      expect(await job()).toMatchObject({ status: "succeeded" });
      const results = await Promise.all(
        [one, two].map(async ({ url }) => fetch(`${url}/api/jobs/${id}/result`, { headers })),
      );
      const [here, there] = await Promise.all(results.map((result) => result.bytes()));
      expect(results.map(({ status }) => status)).toEqual([200, 200]);
      expect(here).toEqual(there);
    }
    const once = { "idempotency-key": "k1" };
    const first = await post(one, items, once);
    const again = await post(two, items, once);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await again.bytes()).toEqual(await first.bytes());
    objects.state.fault = "failing";
    const refused = await post(two, items, { ...once, prefer: "" });
    expect([refused.status, (await json(refused)).code]).toEqual([503, "store_unavailable"]);
    const revoked = await fetch(`${two.url}/api-key`, {
      method: "DELETE",
      headers: { "x-api-key": key },
    });
    expect(revoked.status).toBe(200);
    for (const { call } of hubs) await until(async () => (await call(key)).status === 401);
    const settings = await fetch(`${one.url}/admin/api/config`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const told = await settings.text();
    expect([settings.status, told.includes(postgresPassword)]).toEqual([200, false]);
    for (const { getLog } of hubs) {
      expect(getLog()).not.toContain(postgresPassword);
      expect(getLog()).not.toContain(objects.secret);
    }
  });

  test("continue with cached keys while the server is killed, frozen or read-only, and count nothing twice", async () => {
    const url = await server.createDatabase();
    const [hub, other] = await machines(2, url);
    if (!hub || !other) throw new Error("There are no hubs");
    const key = await keyFrom(hub);
    let answered = 0;
    const callAll = async () => {
      const statuses = await Promise.all(
        Array.from(
          { length: 40 },
          async (_, index) => (await (index % 2 === 0 ? hub : other).call(key)).status,
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      answered += statuses.length;
    };
    const name = new URL(url).pathname.slice(1);
    const setReadOnly = async (value: "on" | "off") => {
      const admin = server.urlOf("postgres");
      await server.run(
        admin,
        `ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`,
      );
      await server.run(admin, endOthers);
    };
    const faults = [
      // Each uses another hub, because one address may only sign up a few times an hour.
      { begin: () => server.kill(), end: () => server.restart(), asked: hub },
      { begin: () => server.freeze(), end: () => server.resume(), asked: other },
    ];
    await callAll();
    for (const [index, { begin, end, asked }] of faults.entries())
      for (let times = 0; times < (isFullDepth ? 2 : 1); times++) {
        await begin();
        await callAll();
        const refused = await asked.signUp(`b${index}${times}@example.com`);
        expect([refused.status, (await json(refused)).code]).toEqual([503, "store_unavailable"]);
        await until(async () => (await asked.ready()).status === 503);
        const unready = await (await asked.ready()).text();
        expect(unready).not.toContain(postgresPassword);
        await end();
        await until(async () => (await hub.ready()).status === 200);
        await until(async () => (await other.ready()).status === 200);
        await callAll();
      }
    // A connection to a standby also reports that the database is read-only.
    await setReadOnly("on");
    await until(async () => (await hub.ready()).status === 503);
    expect((await hub.signUp("d@example.com")).status).toBe(503);
    await setReadOnly("off");
    await until(async () => (await hub.ready()).status === 200);
    expect((await hub.signUp("d@example.com")).status).toBe(200);
    for (const { stop } of [hub, other]) await stop();
    const [row] = await server.run(url, "SELECT sum(count)::integer AS count FROM usage");
    expect(row?.count).toBe(answered);
  });

  test("report why they cannot start, and never the password", async () => {
    const url = await server.createDatabase();
    const failure = (open: () => Promise<unknown>) =>
      open().then(
        () => "",
        (error: Error) => error.message,
      );
    const reasons: [() => Promise<unknown>, string][] = [
      // Hubs log the reason; the others are the same line with other words.
      [
        () => machines(1, url.replace(postgresPassword, "a-wrong-secret")),
        "it denies access: check the user and the password",
      ],
      [() => openPostgres(server.urlOf("nowhere")), "there is no database of that name (3D000)"],
      [() => openPostgres(url.replace(`:${server.port}/`, ":1/")), "it cannot be reached"],
    ];
    for (const [open, reason] of reasons) {
      const message = await failure(open);
      expect(message).toContain("Cannot open the database of HUB_DATABASE_URL");
      expect(message).toContain(reason);
      expect(message).not.toContain("secret");
    }
    await server.run(url, 'CREATE TABLE "hubSchema" (version integer)');
    await server.run(url, 'INSERT INTO "hubSchema" VALUES (99)');
    expect(await failure(() => openPostgres(url))).toContain(
      "it is from a newer version of the hub (schema 99",
    );
    const readable = await server.createDatabase();
    await openPostgres(readable).then((records) => records.close());
    await server.run(readable, 'UPDATE "hubSchema" SET version = 99');
    await openPostgres(readable).then((records) => records.close());
    await server.run(readable, 'UPDATE "schemaReaders" SET oldest = 99');
    expect(await failure(() => openPostgres(readable))).toContain("schema 99");
  });
});

/** Closes the hubs' connections, which they reopen. */
const endOthers =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'utilhub'";
