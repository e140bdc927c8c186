import { openAccounts } from "../core/access/open.ts";
import { loadConfig } from "../core/config.ts";
import { openRecords } from "../core/store/open.ts";

/** A hub in a process of its own, as `bun run start` runs it. */
export async function startProcess(env: Record<string, string>, cwd = `${import.meta.dir}/..`) {
  const child = Bun.spawn([process.execPath, "core/main.ts"], {
    cwd,
    env: {
      PATH: process.env.PATH ?? "",
      PORT: "0",
      HOST: "127.0.0.1",
      HUB_DATA_REFRESH: "0",
      ...env,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const reader = child.stdout.getReader();
  let greeting = "";
  while (!greeting.includes("Get a key")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The hub did not start: ${await child.stderr.text()}`);
    greeting += Buffer.from(value).toString();
  }
  const port = Number(/localhost:(\d+)/.exec(greeting)?.[1]);
  return { child, greeting, port, url: `http://127.0.0.1:${port}` };
}

/** Issues one key to each of `count` people, without a hub. */
export async function issueKeys(data: string, count: number, env = {}): Promise<string[]> {
  const config = loadConfig({ HUB_DATA: data, ...env });
  const records = openRecords(data);
  const { accounts, now } = await openAccounts(config, records);
  const keys: string[] = [];
  for (let index = 0; index < count; index++) {
    const { key } = await accounts.issue(`caller${index}@example.com`, { now: now() });
    keys.push(key);
  }
  await records.close();
  return keys;
}
