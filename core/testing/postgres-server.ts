import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { freePort } from "./free-port.ts";
import { isMissing } from "./missing.ts";
import { isWorker, onRunEnd } from "./run-end.ts";

/** The folder of PostgreSQL's programs on Debian. */
const versions = "/usr/lib/postgresql";

/** The programs of the newest installed version. */
const programs = (existsSync(versions) ? readdirSync(versions) : [])
  .toSorted((a, b) => Number(a) - Number(b))
  .map((version) => `${versions}/${version}/bin`)
  .at(-1);

/** The user to run it as, because it refuses to run as root. */
const otherUser = "nobody";

/** A distinctive password that tests can search for where it must not appear. */
export const postgresPassword = "secret-of-the-tests";

/** A PostgreSQL server for tests. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** Whether tests must do without PostgreSQL. */
export const lacksPostgres = isMissing("PostgreSQL", {
  from: "postgresql",
  isThere: programs !== undefined,
});

let shared: Promise<PostgresServer> | undefined;

/** Returns a server that all test files of this process share. It stops with the process, not before. */
export function sharePostgres(): Promise<PostgresServer> {
  shared ??= startPostgres().then((server) => {
    if (isWorker) return server;
    onRunEnd(() => {
      shared = undefined;
      return server.stop();
    });
    return server;
  });
  return shared;
}

/**
 * Starts a PostgreSQL server on a loopback port, in a folder of its own. Its default collation is that of a
 * language, so that code which relies on byte order must request it.
 */
export async function startPostgres() {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-postgres-`);
  const [uid, gid] = getIds(otherUser);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(dir, uid, gid);
  const identity = isRoot ? [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"] : [];
  // The kernel ends the server with this process, which isn't notified of its own end.
  const asUser = ["setpriv", ...identity, "--pdeathsig=KILL", "--"];
  const passwordFile = `${dir}/password`;
  writeFileSync(passwordFile, postgresPassword);
  if (isRoot) chownSync(passwordFile, uid, gid);
  const data = `${dir}/data`;
  const options = ["--no-sync", "-U", "hub", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  const collation = ["-E", "UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"];
  const made = Bun.spawnSync(
    [...asUser, `${programs}/initdb`, "-D", data, ...options, ...collation],
    {
      cwd: dir,
    },
  );
  if (made.exitCode !== 0) throw new Error(`Cannot create a database: ${made.stderr}`);
  const port = freePort();
  let server = await serve();
  const killAtExit = () => signal("SIGKILL");
  process.once("exit", killAtExit);

  async function serve() {
    const settings = [
      `port=${port}`,
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      ...["fsync=off", "full_page_writes=off", "shared_buffers=16MB", "max_connections=400"],
    ];
    const child = Bun.spawn(
      [
        ...asUser,
        `${programs}/postgres`,
        "-D",
        data,
        ...settings.flatMap((setting) => ["-c", setting]),
      ],
      { cwd: dir, stdout: "ignore", stderr: Bun.file(`${dir}/log`) },
    );
    while (!(await isResponding(port))) {
      if (child.exitCode !== null)
        throw new Error(`Cannot start PostgreSQL: ${readFileSync(`${dir}/log`, "utf8")}`);
      await Bun.sleep(20);
    }
    return child;
  }

  /**
   * Sends a signal to all processes of the server: each connection has one. The main process is stopped first:
   * otherwise it could accept a connection after its children were listed.
   */
  function signal(name: NodeJS.Signals): void {
    sendSignal(server.pid, "SIGSTOP");
    for (const pid of [server.pid, ...getChildren(server.pid)]) sendSignal(pid, name);
  }

  const getUrl = (database: string) =>
    `postgres://hub:${postgresPassword}@127.0.0.1:${port}/${database}`;
  let databases = 0;

  return {
    port,
    /** The user and group of the server, if it is not this process's. */
    owner: isRoot ? ([uid, gid] as const) : undefined,
    urlOf: getUrl,
    /** Creates a database and returns its URL. It is empty, or a copy of one without connections. */
    async createDatabase(original?: string): Promise<string> {
      const name = `test${++databases}`;
      await using sql = new Bun.SQL(getUrl("postgres"), { max: 1 });
      const template =
        original === undefined ? "" : ` TEMPLATE ${new URL(original).pathname.slice(1)}`;
      await sql.unsafe(`CREATE DATABASE ${name}${template}`);
      return getUrl(name);
    },
    /** Runs a statement in a database directly, bypassing the hub. */
    async run(url: string, statement: string): Promise<Record<string, unknown>[]> {
      await using sql = new Bun.SQL(url, { max: 1 });
      return await sql.unsafe(statement);
    },
    /** Suspends all processes: requests get no response, and connections stay open. */
    freeze: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
    /** Kills the server, to simulate a power failure. */
    async kill(): Promise<void> {
      signal("SIGKILL");
      await server.exited;
    },
    /** Shuts the server down regularly, so that clients are notified. */
    async shutDown(): Promise<void> {
      server.kill("SIGINT");
      await server.exited;
    },
    /** Restarts the server after it was killed, with the same URL. */
    async restart(): Promise<void> {
      server = await serve();
    },
    /** Kills the server and removes its folder. */
    async stop(): Promise<void> {
      process.removeListener("exit", killAtExit);
      signal("SIGKILL");
      await server.exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already exited.
  }
}

function getIds(user: string): [uid: number, gid: number] {
  const entries = readFileSync("/etc/passwd", "utf8").split("\n");
  const [, , uid, gid] = entries.find((line) => line.startsWith(`${user}:`))?.split(":") ?? [];
  return [Number(uid ?? userInfo().uid), Number(gid ?? userInfo().gid)];
}

/** Returns the child processes of a process. */
function getChildren(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => getParent(name) === pid)
    .map(Number);
}

function getParent(pid: string): number | undefined {
  try {
    // The program's name is in brackets, and may contain any character.
    const [, rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    return Number(rest?.split(" ")[1]);
  } catch {
    return undefined;
  }
}

async function isResponding(port: number): Promise<boolean> {
  try {
    await using sql = new Bun.SQL(`postgres://hub:${postgresPassword}@127.0.0.1:${port}/postgres`, {
      max: 1,
      connectionTimeout: 2,
    });
    await sql`SELECT 1`;
    return true;
  } catch {
    return false;
  }
}
