import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { RedisClient } from "bun";
import { freePort } from "./free-port.ts";
import { isMissing } from "./missing.ts";

const program =
  Bun.which("redis-server") ??
  Bun.which("valkey-server") ??
  ["/usr/bin/redis-server", "/usr/bin/valkey-server"].find((path) => existsSync(path));

/** Whether tests must do without a Redis or Valkey server. */
export const lacksRedis = isMissing("Redis", { from: "redis-server", isThere: !!program });

/** A Redis or Valkey server of a test's own. */
export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

/**
 * Starts a server at a loopback port, in a folder of its own. It keeps nothing over its end unless it is
 * `persistent`.
 */
export async function startRedis({
  password,
  isPersistent = false,
  by = [],
  args = [],
}: {
  password?: string;
  isPersistent?: boolean;
  /** The command that it is started by, such as `taskset -c 0`. */
  by?: readonly string[];
  /** Further arguments, such as `--cluster-enabled yes`. */
  args?: readonly string[];
} = {}) {
  if (!program) throw new Error("There is no redis-server");
  const dir = mkdtempSync(`${tmpdir()}/utilhub-redis-`);
  const port = freePort();
  const url = `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}`;
  const command = [
    ...[...by, program, "--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", ""],
    ...["--appendonly", isPersistent ? "yes" : "no", "--appendfsync", "always"],
    ...(password === undefined ? [] : ["--requirepass", password]),
    ...args,
  ];
  const spawn = () => Bun.spawn(command, { stdout: "ignore", stderr: "ignore" });
  let child = spawn();
  await isAnswering(url);

  async function kill() {
    // A stopped process dies of SIGKILL too.
    child.kill("SIGKILL");
    await child.exited;
  }
  async function start() {
    child = spawn();
    await isAnswering(url);
  }
  return {
    url,
    port,
    /** Ends it at once, as a fault would. */
    kill,
    start,
    async restart() {
      await kill();
      await start();
    },
    /** Has it answer nothing, with its connections open. */
    freeze: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
    /** Asks it by a connection of one's own. */
    async ask(command: string, ...args: string[]): Promise<unknown> {
      const client = new RedisClient(url);
      try {
        return await client.send(command, args);
      } finally {
        client.close();
      }
    },
    async stop() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function isAnswering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const client = new RedisClient(url, { autoReconnect: false, connectionTimeout: 1000 });
    try {
      await client.connect();
      await client.send("PING", []);
      return;
    } catch {
      await Bun.sleep(20);
    } finally {
      client.close();
    }
  }
  throw new Error("The Redis server does not answer");
}
