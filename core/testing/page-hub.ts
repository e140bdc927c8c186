import { onRunEnd } from "./run-end.ts";
import { runHub } from "./running-hub.ts";

/** The operator token of the shared hub. */
export const operatorToken = "a-token-of-an-operator-0123456789";

let shared: ReturnType<typeof startPageHub> | undefined;

/**
 * Returns a hub for browser tests of its pages. All test files of a process share it, with its compressed responses and
 * job processes. Tests must not depend on its totals.
 */
export function getPageHub(): ReturnType<typeof startPageHub> {
  shared ??= startPageHub();
  return shared;
}

async function startPageHub() {
  const hub = await runHub({
    HUB_OFFLINE: "1",
    HUB_ADMIN_TOKEN: operatorToken,
    HUB_TIERS: "free=1000/10000",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  onRunEnd(async () => {
    shared = undefined;
    await hub.stop();
  });
  return { ...hub, key: () => hub.key(undefined, newAddress()) };
}

let addresses = 0;

/** Returns headers that give a caller a separate IP address with separate limits. */
export function newAddress(): { "x-forwarded-for": string } {
  const number = ++addresses;
  return { "x-forwarded-for": `198.51.${100 + (number >> 8)}.${number & 255}` };
}
