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

/** A Redis or Valkey server for tests. */
export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

/**
 * Starts a server on a loopback port, in a folder of its own. It loses its data when it stops unless
 * `isPersistent` is set.
 */
export async function startRedis({
  password,
  isPersistent = false,
  by = [],
  args = [],
}: {
  password?: string;
  isPersistent?: boolean;
  /** A command to start it with, such as `taskset -c 0`. */
  by?: readonly string[];
  /** Additional arguments, such as `--cluster-enabled yes`. */
  args?: readonly string[];
} = {}) {
  if (!program) throw new Error("Cannot find redis-server");
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
  await waitUntilResponding(url);

  async function kill() {
    // SIGKILL also ends a suspended process.
    child.kill("SIGKILL");
    await child.exited;
  }
  async function start() {
    child = spawn();
    await waitUntilResponding(url);
  }
  return {
    url,
    port,
    /** Kills the server, to simulate a crash. */
    kill,
    start,
    async restart() {
      await kill();
      await start();
    },
    /** Suspends the server: it stops responding, but its connections stay open. */
    freeze: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
    /** Sends a command over a separate connection. */
    async sendCommand(command: string, ...args: string[]): Promise<unknown> {
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

async function waitUntilResponding(url: string): Promise<void> {
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
