import { issueKeys, startProcess } from "../../../core/testing/hub-process.ts";
import { dataFolder } from "../../../core/testing/running-hub.ts";

/** An injected fault, and a check of the hub's behaviour. */
export interface Fault {
  /** The name in the table. */
  name: string;
  run(options: { isShort: boolean }): Promise<Outcome>;
}

/** The result of a fault. */
export interface Outcome {
  /** Undefined if this machine lacks a requirement. */
  held: boolean | undefined;
  figure: string;
}

/** A cheap, metered call. */
export const lightPath = "/api/dev/hash/md5?text=a";

/** Runs a hub in a separate process while a function runs. */
export async function withHub<Result>(
  env: Record<string, string>,
  work: (hub: TriedHub) => Promise<Result>,
): Promise<Result> {
  const data = dataFolder();
  const all = { HUB_DATA: data.path, HUB_TIERS: "free=unlimited/unlimited", ...env };
  const [key = ""] = await issueKeys(data.path, 1, all);
  const running: Awaited<ReturnType<typeof startProcess>>[] = [];
  const start = async ({ env: more = {}, first }: StartOptions = {}) => {
    const hub = await startProcess({ ...all, ...more }, undefined, first);
    running.push(hub);
    return hub;
  };
  try {
    return await work({ key, start, data: data.path });
  } finally {
    for (const { child } of running) {
      child.kill("SIGKILL");
      await child.exited;
    }
    data.remove();
  }
}

interface StartOptions {
  env?: Record<string, string>;
  /** A shell command that runs before the hub, such as `ulimit`. */
  first?: string;
}

/** A hub under test. */
export interface TriedHub {
  /** A key of a tier without limits, or of the given tier. */
  key: string;
  /** Starts or restarts the hub. */
  start(options?: StartOptions): ReturnType<typeof startProcess>;
  data: string;
}

/** Makes light calls with several callers until stopped, and returns their results. */
export function callInBackground(url: string, key: string, { count = 4, keepalive = true } = {}) {
  const answers = new Map<string, number>();
  const times: number[] = [];
  let sent = 0;
  let isOver = false;
  const callers = Array.from({ length: count }, async () => {
    while (!isOver) {
      const begun = performance.now();
      sent++;
      const what = await fetch(url + lightPath, {
        headers: { "x-api-key": key },
        keepalive,
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (answer) => {
          await answer.bytes();
          return String(answer.status);
        },
        (error: { code?: string; name: string }) => error.code ?? error.name,
      );
      answers.set(what, (answers.get(what) ?? 0) + 1);
      times.push(performance.now() - begun);
      if (!/^\d/.test(what)) await Bun.sleep(5);
    }
  });
  return {
    answered: () => answers.get("200") ?? 0,
    async end() {
      isOver = true;
      await Promise.all(callers);
      times.sort((one, other) => one - other);
      return {
        sent,
        answers: Object.fromEntries(answers),
        p99: Math.round((times[Math.floor(times.length * 0.99)] ?? 0) * 10) / 10,
        slowest: Math.round(times.at(-1) ?? 0),
      };
    },
  };
}

/** Returns today's number of calls of a key's account, as counted by the hub. */
export async function countedToday(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/api-key`, { headers: { "x-api-key": key } });
  return ((await answer.json()) as { used_today: number }).used_today;
}

/** Returns the memory of a process, in megabytes. */
export async function readMemoryMb(pid: number): Promise<number> {
  const [, pages = "0"] = (await Bun.file(`/proc/${pid}/statm`).text()).split(" ");
  return Math.round((Number(pages) * 4096) / 2 ** 20);
}

/** Returns all descendants of a process. */
export async function listDescendants(pid: number): Promise<{ pid: number; command: string }[]> {
  const text = await Bun.file(`/proc/${pid}/task/${pid}/children`)
    .text()
    .catch(() => "");
  const children = text.split(" ").filter(Boolean).map(Number);
  const found = await Promise.all(
    children.map(async (child) => {
      const command = await Bun.file(`/proc/${child}/cmdline`)
        .text()
        .catch(() => "");
      return [{ pid: child, command }, ...(await listDescendants(child))];
    }),
  );
  return found.flat();
}
