import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { issueKeys } from "../../../core/testing/hub-process.ts";
import { lacksPostgres, startPostgres } from "../../../core/testing/postgres-server.ts";
import { lacksRedis, startRedis } from "../../../core/testing/redis-server.ts";
import { callInBackground, countedToday, type Fault, lightPath, type Outcome } from "./fault.ts";

// Three machines as network namespaces on a bridge, each with a hub. PostgreSQL, Redis and nginx are on the host's side.
const bridge = "uh-bridge";
const host = "10.84.0.1";
const names = ["uh-1", "uh-2", "uh-3"];
const port = 3000;
const minuteLimit = 40;
const root = `${import.meta.dir}/../../..`;
const faketime = [...new Bun.Glob("/usr/lib/*/faketime/libfaketime.so.1").scanSync("/")][0];
const startMs = 180_000;

/** A machine with a hub. */
interface Machine {
  url: string;
  start(env?: Record<string, string>): Promise<void>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Cuts the machine off the network, or connects it again. */
  setLink(state: "up" | "down"): void;
}

interface Cluster {
  /** The address of nginx. */
  url: string;
  machines: Machine[];
  /** A key without limits, and one with 40 calls a minute. */
  keys: { free: string; limited: string };
}

const rows: Fault[] = [
  {
    name: "three machines: rolling upgrade under load",
    run: () =>
      withCluster({}, async ({ url, machines, keys }) => {
        const calls = callInBackground(url, keys.free);
        const jobs = startJobs(url, keys.free, 12);
        for (const machine of machines) {
          await machine.stop();
          await machine.start({ HUB_COMMIT: "next" });
        }
        const { answers, sent, p99 } = await calls.end();
        const results = await jobs;
        const counted = await countedToday(url, keys.free);
        const answered = answers[200] ?? 0;
        return {
          held: Object.keys(answers).join() === "200" && results.lost === 0 && counted >= answered,
          figure: `${list(answers)} of ${sent} calls, p99 ${p99} ms; ${results.done} of 12 jobs done, ${results.lost} lost; ${counted} counted`,
        };
      }),
  },
  {
    name: "three machines: one cut off and back under load",
    run: () =>
      withCluster({}, async ({ url, machines, keys }) => {
        const calls = callInBackground(url, keys.free);
        while (calls.answered() < 100) await Bun.sleep(5);
        machines[1]?.setLink("down");
        const accepted = await flood(url, keys.limited);
        await Bun.sleep(8000);
        machines[1]?.setLink("up");
        const back = await isReady(machines[1]?.url ?? "", 60_000);
        const { answers, slowest } = await calls.end();
        const counted = await countedToday(url, keys.free);
        return {
          held:
            Object.keys(answers).join() === "200" &&
            accepted === minuteLimit &&
            back &&
            counted >= (answers[200] ?? 0),
          figure: `${list(answers)}, slowest ${slowest} ms; meanwhile ${accepted} of a limit of ${minuteLimit}; ready again: ${back ? "yes" : "no"}`,
        };
      }),
  },
  {
    name: "three machines: the hub of running jobs is killed",
    run: () =>
      withCluster({}, async ({ url, machines, keys }) => {
        const jobs = startJobs(url, keys.free, 18);
        await Bun.sleep(1500);
        await machines[0]?.kill();
        const { done, lost, refused } = await jobs;
        return {
          held: lost === 0,
          figure: `18 jobs sent, ${refused} not accepted, ${done} done, ${lost} lost`,
        };
      }),
  },
  {
    name: "three machines: limits and jobs with clocks 30 s apart",
    run: () =>
      withCluster({ shifts: ["+0", "+30", "-30"] }, async ({ url, keys }) => {
        if (!faketime) return { held: undefined, figure: "libfaketime is not installed" };
        const accepted = await flood(url, keys.limited);
        const { done, lost, refused } = await startJobs(url, keys.free, 9);
        return {
          held: accepted === minuteLimit && lost === 0,
          figure: `${accepted} of a limit of ${minuteLimit} a minute on three machines; 9 jobs sent, ${refused} not accepted, ${done} done, ${lost} lost`,
        };
      }),
  },
];

/** The rows of several machines. They take minutes, so a short run leaves them out. */
export const severalMachines: Fault[] = rows.map(({ name, run }) => ({
  name,
  run: async ({ isShort }) =>
    isShort ? { held: undefined, figure: "not part of a short run" } : run({ isShort }),
}));

function list(answers: Record<string, number>): string {
  return Object.entries(answers)
    .map(([what, count]) => `${count} × ${what}`)
    .join(", ");
}

/** Sends 150 calls at once. Returns how many were accepted. */
async function flood(url: string, key: string): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: 150 }, async () => {
      const answer = await fetch(url + lightPath, { headers: { "x-api-key": key } });
      return answer.status;
    }),
  );
  return statuses.filter((status) => status === 200).length;
}

/** Starts background jobs, and waits for their results. An accepted job without a result is lost. */
async function startJobs(url: string, key: string, count: number) {
  const outcomes = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await Bun.sleep(index * 150);
      const text = `Job ${index} is spoken. `.repeat(40);
      const accepted = await fetch(`${url}/api/tts/speak`, {
        method: "POST",
        headers: {
          "x-api-key": key,
          "content-type": "application/json",
          prefer: "respond-async",
        },
        body: JSON.stringify({ text }),
      });
      if (accepted.status !== 202) return "refused";
      const location = accepted.headers.get("location") ?? "";
      const deadline = performance.now() + 300_000;
      while (performance.now() < deadline) {
        const job = await fetch(new URL(location, url), { headers: { "x-api-key": key } });
        const { status } = (await job.json()) as { status: string };
        if (status === "succeeded") return "done";
        if (status === "failed" || status === "cancelled") return "lost";
        await Bun.sleep(300);
      }
      return "lost";
    }),
  );
  const countOf = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  return { done: countOf("done"), lost: countOf("lost"), refused: countOf("refused") };
}

async function isReady(url: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return true;
    await Bun.sleep(200);
  }
  return false;
}

function ip(...args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(["ip", ...args]);
  if (exitCode !== 0) throw new Error(`ip ${args.join(" ")} failed: ${stderr}`);
}

/** Removes what an earlier run left. */
function removeNetwork(): void {
  for (const name of names) Bun.spawnSync(["ip", "netns", "del", name]);
  Bun.spawnSync(["ip", "link", "del", bridge]);
}

function createNetwork(): void {
  removeNetwork();
  ip("link", "add", bridge, "type", "bridge");
  ip("addr", "add", `${host}/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  for (const [index, name] of names.entries()) {
    ip("netns", "add", name);
    ip("link", "add", `${name}-h`, "type", "veth", "peer", "name", "eth0", "netns", name);
    ip("link", "set", `${name}-h`, "master", bridge, "up");
    ip("-n", name, "addr", "add", `10.84.0.${11 + index}/24`, "dev", "eth0");
    ip("-n", name, "link", "set", "eth0", "up");
    ip("-n", name, "link", "set", "lo", "up");
  }
}

/** Makes a server of this machine's loopback interface reachable on the bridge, at the same port. */
function relay(port: number): Server {
  const server = createServer((from) => {
    const to = connect(port, "127.0.0.1");
    from.pipe(to).pipe(from);
    from.on("error", () => to.destroy());
    to.on("error", () => from.destroy());
  });
  return server.listen(port, host);
}

async function withCluster(
  { shifts = [] }: { shifts?: readonly string[] },
  work: (cluster: Cluster) => Promise<Outcome>,
): Promise<Outcome> {
  if (lacksPostgres || lacksRedis || !existsSync("/usr/sbin/nginx") || process.getuid?.() !== 0)
    return { held: undefined, figure: "it needs root, postgresql, redis-server and nginx" };
  const dir = mkdtempSync(`${tmpdir()}/utilhub-machines-`);
  const [postgres, redis] = [await startPostgres(), await startRedis()];
  const relays: Server[] = [];
  const machines: Machine[] = [];
  let nginx: Bun.Subprocess | undefined;
  try {
    createNetwork();
    relays.push(relay(postgres.port), relay(redis.port));
    const database = await postgres.createDatabase();
    const shared = {
      HUB_KEY_PEPPER: "a pepper that all machines share",
      HUB_TIERS: `free=unlimited/unlimited,limited=${minuteLimit}/unlimited`,
    };
    const own = { ...shared, HUB_DATABASE_URL: database };
    const [free = "", limited = ""] = await issueKeys(`${dir}/keys`, 2, own);
    await postgres.run(
      database,
      "UPDATE accounts SET tier = 'limited' WHERE email LIKE 'caller1@%'",
    );
    mkdirSync(`${dir}/kept`, { mode: 0o700 });
    for (const [index, name] of names.entries()) {
      const data = `${dir}/${name}`;
      mkdirSync(data, { mode: 0o700 });
      // Stands for the shared disk.
      symlinkSync(`${dir}/kept`, `${data}/kept`);
      machines.push(
        createMachine(name, `http://10.84.0.${11 + index}:${port}`, {
          ...shared,
          HUB_DATA: data,
          HUB_DATABASE_URL: database.replace("127.0.0.1", host),
          HUB_REDIS_URL: redis.url.replace("127.0.0.1", host),
          HUB_LIMITS_WHEN_DOWN: "refuse",
          TRUSTED_PROXIES: host,
          ...(shifts[index] && {
            LD_PRELOAD: faketime ?? "",
            FAKETIME: shifts[index] ?? "",
            FAKETIME_DONT_FAKE_MONOTONIC: "1",
          }),
        }),
      );
    }
    for (const machine of machines) await machine.start();
    await Bun.write(`${dir}/nginx.conf`, writeNginxConf(dir, machines));
    nginx = Bun.spawn(["/usr/sbin/nginx", "-c", `${dir}/nginx.conf`], {
      stdio: ["ignore", "ignore", "ignore"],
    });
    const url = `http://${host}:8080`;
    if (!(await isReady(url, 20_000))) throw new Error("Cannot reach the hubs through nginx");
    return await work({ url, machines, keys: { free, limited } });
  } finally {
    nginx?.kill("SIGKILL");
    for (const machine of machines) await machine.kill();
    for (const one of relays) one.close();
    await Promise.all([postgres.stop(), redis.stop()]);
    removeNetwork();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Returns the settings that docs/OPERATING.md recommends, with short time limits. */
function writeNginxConf(dir: string, machines: readonly Machine[]): string {
  const servers = machines.map(
    ({ url }) => `server ${new URL(url).host} max_fails=1 fail_timeout=2s;`,
  );
  return `daemon off; master_process off; pid ${dir}/nginx.pid; error_log ${dir}/nginx.log;
events { worker_connections 4000; }
http {
  access_log off;
  client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/f; uwsgi_temp_path ${dir}/u; scgi_temp_path ${dir}/s;
  upstream hubs { ${servers.join(" ")} }
  server {
    listen ${host}:8080;
    location / {
      proxy_pass http://hubs;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 2s;
      proxy_read_timeout 5s;
      proxy_buffering off;
      proxy_next_upstream error timeout http_503;
    }
  }
}
`;
}

function createMachine(name: string, url: string, settings: Record<string, string>): Machine {
  let child: Bun.Subprocess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    child?.kill(signal);
    await child?.exited;
  };
  return {
    url,
    async start(env = {}) {
      child = Bun.spawn(["ip", "netns", "exec", name, process.execPath, "core/main.ts"], {
        cwd: root,
        env: {
          PATH: process.env.PATH ?? "",
          ...{ PORT: String(port), HOST: "0.0.0.0", HUB_DATA_REFRESH: "0" },
          ...{ HUB_LIVE: "0", HUB_EXAMPLES: "0", ...settings, ...env },
        },
        stdio: ["ignore", Bun.file(`${settings.HUB_DATA}/log.txt`), "inherit"],
      });
      if (!(await isReady(url, startMs))) throw new Error(`The hub of ${name} did not start`);
    },
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    setLink: (state) => ip("link", "set", `${name}-h`, state),
  };
}
