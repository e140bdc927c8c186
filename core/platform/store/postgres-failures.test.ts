import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { json } from "../../testing/mod.ts";
import { type ObservedHub, observedHub, until } from "../../testing/observed-hub.ts";
import {
  lacksPostgres,
  type PostgresServer,
  startPostgres,
} from "../../testing/postgres-server.ts";
import { describeFailureClass, postgresFailures } from "../health/failure-classes.ts";

/** SQL that makes the database reject every new account, or the first ones. */
const failingTrigger = `
  CREATE SEQUENCE IF NOT EXISTS met;
  CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('met') <= TG_ARGV[1]::bigint THEN
      RAISE EXCEPTION 'as the test wants it' USING ERRCODE = TG_ARGV[0];
    END IF;
    RETURN NULL;
  END $$`;

describe.skipIf(lacksPostgres)("a hub whose database returns errors", () => {
  let server: PostgresServer;
  let admin: string;
  let hub: ObservedHub;
  let key: string;
  let people = 0;

  beforeAll(async () => {
    server = await startPostgres();
    const database = await server.createDatabase();
    admin = database;
    await server.run(admin, "CREATE ROLE limited LOGIN PASSWORD 'limited'");
    await server.run(admin, "GRANT ALL ON SCHEMA public TO limited");
    for (const statement of failingTrigger.split(/;\n {2}(?=CREATE)/))
      await server.run(admin, statement);
    await server.run(admin, "GRANT ALL ON SEQUENCE met TO limited");
    const url = new URL(database);
    // Connection limits don't apply to the superuser.
    [url.username, url.password] = ["limited", "limited"];
    hub = await observedHub({ HUB_DATABASE_URL: url.href, TRUSTED_PROXIES: "127.0.0.1" });
    key = await hub.key();
    expect(await hub.call(key)).toBe(200);
  }, 60_000);

  afterAll(async () => {
    await hub.stop();
    await server.stop();
  });

  afterEach(async () => {
    await hub.failsWith("");
    await until(async () => (await hub.ready()).status === 200);
    expect(await hub.call(key)).toBe(200);
    // The next call on a closed connection discovers that.
    await until(async () => (await signUp()).status === 200);
  });

  /** Signs up from a new address, because sign-ups are limited by address. */
  function signUp(): Promise<Response> {
    people++;
    const email = `new${people}@example.com`;
    return hub.post("/api-key", { email }, { "x-forwarded-for": `192.0.2.${people}` });
  }

  async function failWith(code: string, times = 1e9): Promise<void> {
    await server.run(admin, "SELECT setval('met', 1, false)");
    for (const table of ["accounts", "leases", "usage"])
      await server.run(
        admin,
        `CREATE TRIGGER failing BEFORE INSERT ON "${table}"
           FOR EACH STATEMENT EXECUTE FUNCTION fail('${code}', '${times}')`,
      );
  }

  async function mend(): Promise<void> {
    for (const table of ["accounts", "leases", "usage"])
      await server.run(admin, `DROP TRIGGER failing ON "${table}"`);
  }

  const endConnections = () =>
    server.run(
      admin,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'limited'",
    );

  function counted(name: keyof typeof postgresFailures): Promise<string | undefined> {
    return hub.metric(`hub_backend_failures_total{backend="postgres",class="${name}"}`);
  }

  /** Checks that known keys work, and that all other requests return an error. */
  async function expectKnownKeysOnly(name: keyof typeof postgresFailures): Promise<void> {
    const refused = await signUp();
    expect([refused.status, (await json(refused)).code]).toEqual([503, "store_unavailable"]);
    await hub.failsWith(name);
    expect(await hub.call(key)).toBe(200);
    await until(async () => (await hub.ready()).status === 503);
    const unready = await hub.ready();
    expect([unready.status, await json(unready)]).toMatchObject([
      503,
      { failures: [{ backend: "postgres", class: name }] },
    ]);
    expect(await hub.metric("hub_store_writable")).toBe("0");
    expect(Number(await counted(name))).toBeGreaterThan(0);
    const message = describeFailureClass(postgresFailures[name]);
    expect(hub.lines).toContainEqual(
      expect.objectContaining({ level: "error", message, class: name }),
    );
  }

  test("disk_full: known keys work, and it isn't ready until a write succeeds", async () => {
    await failWith("53100");
    await expectKnownKeysOnly("disk_full");
    await mend();
  }, 60_000);

  test("read_only: known keys work, and it isn't ready until it can write", async () => {
    await server.run(admin, "ALTER ROLE limited SET default_transaction_read_only = on");
    await endConnections();
    await expectKnownKeysOnly("read_only");
    await server.run(admin, "ALTER ROLE limited SET default_transaction_read_only = off");
    await endConnections();
  }, 60_000);

  test("too_many_connections: known keys work, and it isn't ready until it gets one", async () => {
    await server.run(admin, "ALTER ROLE limited CONNECTION LIMIT 0");
    await endConnections();
    await until(async () => (await hub.failures()).includes("too_many_connections"));
    await expectKnownKeysOnly("too_many_connections");
    await server.run(admin, "ALTER ROLE limited CONNECTION LIMIT -1");
  }, 60_000);

  /** Locks a table until the returned function is called. */
  async function lockTable(name: string): Promise<() => Promise<void>> {
    const connection = new Bun.SQL(admin, { max: 1 });
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holding = connection.begin(async (transaction) => {
      await transaction.unsafe(`LOCK TABLE ${name}`);
      lock();
      await released;
    });
    await locked;
    return async () => {
      release();
      await holding;
      await connection.close();
    };
  }

  test("locked: it is named whenever the hub isn't ready", async () => {
    const release = await lockTable("usage");
    try {
      expect(await hub.call(key)).toBe(200);
      await hub.failsWith("locked");
      for (let look = 0; look < 100; look++) {
        expect(await hub.failures()).toEqual(["locked"]);
        await Bun.sleep(50);
      }
    } finally {
      await release();
    }
    await until(async () => (await hub.ready()).status === 200);
  }, 60_000);

  test("unexpected: a privilege that it lacks is named", async () => {
    await server.run(admin, "REVOKE INSERT ON usage FROM limited");
    expect(await hub.call(key)).toBe(200);
    await until(async () => (await hub.ready()).status === 503);
    await hub.failsWith("unexpected");
    await server.run(admin, "GRANT INSERT ON usage TO limited");
  }, 60_000);

  test("admin_shutdown: the affected call is a 503, and the hub reconnects", async () => {
    const before = Number(await counted("admin_shutdown"));
    const release = await lockTable("accounts");
    const refused = signUp();
    await until(async () => {
      const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted";
      return (await server.run(admin, waiting)).length > 0;
    });
    await endConnections();
    await release();
    expect((await refused).status).toBe(503);
    expect(Number(await counted("admin_shutdown"))).toBeGreaterThan(before);
  }, 60_000);

  test("admin_shutdown: a hub isn't ready until the server is started again", async () => {
    await server.shutDown();
    expect((await signUp()).status).toBe(503);
    await until(async () => (await hub.ready()).status === 503);
    expect(await hub.call(key)).toBe(200);
    await server.restart();
  }, 60_000);

  test("unreachable: a hub whose writes lost their connections names that until it is ready", async () => {
    let unready = 0;
    while (unready < 3) {
      expect(await hub.call(key)).toBe(200);
      await endConnections();
      const answer = await hub.ready();
      if (answer.status === 200) continue;
      unready++;
      expect((await json(answer)).failures).not.toEqual([]);
    }
  }, 60_000);

  test("serialization_failure: it is retried, invisibly to callers", async () => {
    const before = Number(await counted("serialization_failure"));
    await server.run(admin, "SELECT setval('met', 1, false)");
    await server.run(
      admin,
      `CREATE TRIGGER failing BEFORE INSERT ON accounts
         FOR EACH STATEMENT EXECUTE FUNCTION fail('40001', '2')`,
    );
    expect((await signUp()).status).toBe(200);
    expect(Number(await counted("serialization_failure"))).toBe(before + 2);
    expect((await hub.ready()).status).toBe(200);
    await server.run(admin, "SELECT setval('met', 1, false)");
    await server.run(admin, "DROP TRIGGER failing ON accounts");
    await server.run(
      admin,
      `CREATE TRIGGER failing BEFORE INSERT ON accounts
         FOR EACH STATEMENT EXECUTE FUNCTION fail('40001', '1000')`,
    );
    expect((await signUp()).status).toBe(503);
    expect((await hub.ready()).status).toBe(200);
    await server.run(admin, "DROP TRIGGER failing ON accounts");
  }, 60_000);
});
