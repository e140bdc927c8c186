import type { Log } from "../platform/log/log.ts";
import { json } from "./mod.ts";
import { runHub } from "./running-hub.ts";

const token = "metrics-of-the-tests";

/** A hub with its operator's views: `/readyz`, `/metrics` and the log. */
export type ObservedHub = Awaited<ReturnType<typeof observedHub>>;

/** Starts a hub with its operator's views. */
export async function observedHub(env: Record<string, string>) {
  const lines: { level: string; message: string; class?: string }[] = [];
  const at = (level: string) => (message: string, fields?: object) =>
    void lines.push({ level, message, ...fields });
  const log: Log = { info: at("info"), warn: at("warn"), error: at("error") };
  const hub = await runHub(
    {
      HUB_METRICS_TOKEN: token,
      HUB_TIERS: "free=1000/100000",
      HUB_HEALTH_CHECK_MS: "20",
      ...env,
    },
    log,
  );
  const ready = () => hub.get("/readyz", { accept: "application/json" });
  const failures = async () =>
    ((await json(await ready())).failures as { class: string }[]).map(({ class: name }) => name);
  return {
    ...hub,
    lines,
    ready,
    call: async (key: string) =>
      (await hub.get("/api/dev/hash/sha256?text=a", { "x-api-key": key })).status,
    /** Returns the failure classes that `/readyz` names. */
    failures,
    /** Waits until `/readyz` lists only this class, or none for an empty name. */
    failsWith: (name: string) => until(async () => (await failures()).join() === name),
    async metric(name: string): Promise<string | undefined> {
      const answer = await hub.get("/metrics", { authorization: `Bearer ${token}` });
      const line = (await answer.text()).split("\n").find((line) => line.startsWith(`${name} `));
      return line?.slice(name.length + 1);
    },
  };
}

/** Waits until a condition holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(20);
}
