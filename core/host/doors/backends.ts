import type { Browser } from "../../contract/browser-door.ts";
import type { Resolve } from "../../contract/net-door.ts";
import type { Smtp } from "../../contract/smtp-door.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { createKv } from "../../platform/store/kv.ts";
import type { Records } from "../../platform/store/records.ts";
import type { DoorBackends, Reach } from "./grant.ts";
import { systemRandom } from "./random.ts";
import { createRun } from "./run.ts";
import { Webhooks } from "./webhook.ts";

/**
 * Creates the production backends: the hub's store, the network, programs, the clock and the random source.
 */
export function createBackends({
  records,
  reach,
  resolve,
  data,
  browser,
  smtp,
  runModel,
  clock,
  env,
  later,
  log,
  sandbox,
}: {
  records: Records;
  reach: Reach;
  resolve: Resolve;
  data: DoorBackends["data"];
  browser: Browser;
  smtp: Smtp;
  runModel: DoorBackends["runModel"];
  clock: () => number;
  env: DoorBackends["env"];
  later: DoorBackends["later"];
  log: Log;
  /** The sandbox of programs. */
  sandbox: Sandbox;
}): DoorBackends {
  const webhooks = new Webhooks({
    clock,
    random: systemRandom,
    later,
    after: (ms, work) => void setTimeout(work, ms).unref(),
  });
  return {
    reach,
    webhook: (_, webhook, sender) => webhooks.deliver(webhook, sender),
    resolve,
    data,
    browser,
    smtp,
    runModel,
    kv: (plugin) => createKv(records, plugin, clock),
    env,
    clock,
    random: systemRandom,
    log: (plugin) => ({
      info: (message, fields) => log.info(message, { plugin, fields }),
      warn: (message, fields) => log.warn(message, { plugin, fields }),
      error: (message, fields) => log.error(message, { plugin, fields }),
    }),
    later,
    run: createRun(sandbox),
  };
}
