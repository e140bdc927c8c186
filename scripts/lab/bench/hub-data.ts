import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { openAccounts } from "../../../core/accounts/open-gate.ts";
import { loadConfig } from "../../../core/app/config.ts";
import { quietLog } from "../../../core/platform/log/log.ts";
import { openSqliteIn } from "../../../core/platform/store/sqlite.ts";

/** As many calls a minute as a counter's ring buffer holds, so that thousands of accounts suffice. */
const tiers = "free=1024/1000000";

/** Creates a data folder with the given number of accounts. Returns the settings that a hub needs to use it. */
export async function hubData(accounts: number) {
  const env = {
    HUB_DATA: mkdtempSync(`${tmpdir()}/utilhub-bench-`),
    HUB_DATA_REFRESH: "0",
    HUB_EXAMPLES: "0",
    HUB_TIERS: tiers,
    PORT: "0",
  };
  const records = openSqliteIn(env.HUB_DATA);
  const opened = await openAccounts(loadConfig(env), records, quietLog);
  const keys: string[] = [];
  for (let index = 0; index < accounts; index++) {
    const email = `caller${index}@example.com`;
    keys.push((await opened.accounts.issue(email, { now: opened.now() })).key);
  }
  await records.close();
  await Bun.write(`${env.HUB_DATA}/bench-keys`, keys.join("\n"));
  return { env: { ...env, BENCH_KEYS: `${env.HUB_DATA}/bench-keys` }, keys };
}
