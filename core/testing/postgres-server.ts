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

/** Where Debian puts the programs of PostgreSQL. */
const versions = "/usr/lib/postgresql";

/** Those of the newest version there is. */
const programs = (existsSync(versions) ? readdirSync(versions) : [])
  .toSorted((a, b) => Number(a) - Number(b))
  .map((version) => `${versions}/${version}/bin`)
  .at(-1);

/** It does not serve as root. */
const otherUser = "nobody";

/** A name that a password is easily found by where none may be. */
export const postgresPassword = "secret-of-the-tests";

/** A PostgreSQL server of a test's own. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** Whether tests must do without PostgreSQL. */
export const lacksPostgres = isMissing("PostgreSQL", {
  from: "postgresql",
  isThere: programs !== undefined,
});

let shared: Promise<PostgresServer> | undefined;

/** Returns a server that all test files of this process share. None may stop it: it ends with the process. */
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
 * Starts a PostgreSQL server on a loopback port in a folder of its own. Its default order of text is a
 * language's and not that of bytes: whatever counts on the latter has to say so.
 */
export async function startPostgres() {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-postgres-`);
  const [uid, gid] = idsOf(otherUser);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(dir, uid, gid);
  const identity = isRoot ? [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"] : [];
  // The kernel ends the server with this process, which gets no notice of its own end.
  const asUser = ["setpriv", ...identity, "--pdeathsig=KILL", "--"];
  const passwordFile = `${dir}/password`;
  writeFileSync(passwordFile, postgresPassword);
  if (isRoot) chownSync(passwordFile, uid, gid);
  const data = `${dir}/data`;
  const options = ["--no-sync", "-U", "hub", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  const order = ["-E", "UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"];
  const made = Bun.spawnSync([...asUser, `${programs}/initdb`, "-D", data, ...options, ...order], {
    cwd: dir,
  });
  if (made.exitCode !== 0) throw new Error(`Cannot make a database: ${made.stderr}`);
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
    while (!(await answers(port))) {
      if (child.exitCode !== null)
        throw new Error(`PostgreSQL did not start: ${readFileSync(`${dir}/log`, "utf8")}`);
      await Bun.sleep(20);
    }
    return child;
  }

  /** Tells every process of it: each connection has one. */
  function signal(name: NodeJS.Signals): void {
    for (const pid of [server.pid, ...childrenOf(server.pid)]) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended by itself.
      }
    }
  }

  const urlOf = (database: string) =>
    `postgres://hub:${postgresPassword}@127.0.0.1:${port}/${database}`;
  let databases = 0;

  return {
    port,
    urlOf,
    /** Creates a database and returns its address. It is empty, or a copy of one without connections. */
    async createDatabase(original?: string): Promise<string> {
      const name = `test${++databases}`;
      await using sql = new Bun.SQL(urlOf("postgres"), { max: 1 });
      const template =
        original === undefined ? "" : ` TEMPLATE ${new URL(original).pathname.slice(1)}`;
      await sql.unsafe(`CREATE DATABASE ${name}${template}`);
      return urlOf(name);
    },
    /** Runs a statement in a database, past the hub. */
    async run(url: string, statement: string): Promise<Record<string, unknown>[]> {
      await using sql = new Bun.SQL(url, { max: 1 });
      return await sql.unsafe(statement);
    },
    /** Stops all of it where it is: what was sent is not answered, and nothing is closed. */
    freeze: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
    /** Ends it as a power failure would. */
    async kill(): Promise<void> {
      signal("SIGKILL");
      await server.exited;
    },
    /** Ends it in good order: it tells its clients so. */
    async shutDown(): Promise<void> {
      server.kill("SIGINT");
      await server.exited;
    },
    /** Starts it again after it was killed, at the same address. */
    async restart(): Promise<void> {
      server = await serve();
    },
    /** Ends it and removes all of it. */
    async stop(): Promise<void> {
      process.removeListener("exit", killAtExit);
      signal("SIGKILL");
      await server.exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function idsOf(user: string): [uid: number, gid: number] {
  const entries = readFileSync("/etc/passwd", "utf8").split("\n");
  const [, , uid, gid] = entries.find((line) => line.startsWith(`${user}:`))?.split(":") ?? [];
  return [Number(uid ?? userInfo().uid), Number(gid ?? userInfo().gid)];
}

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    // The name of the program stands in brackets, and may have any character.
    const [, rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    return Number(rest?.split(" ")[1]);
  } catch {
    return undefined;
  }
}

async function answers(port: number): Promise<boolean> {
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
