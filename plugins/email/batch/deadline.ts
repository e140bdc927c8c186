import type { Dns } from "../dns/mail-facts.ts";

/** Time that the last queries and the response may take. */
const reserveMs = 8000;

/** Returns a DNS that answers nothing shortly before a time, so that a batch ends with what it has. */
export function limitDns(dns: Dns, { clock, until }: { clock(): number; until: number }): Dns {
  const late = { status: "unavailable", reason: "the time limit of the batch" } as const;
  const resolve = async (name: string, type: "MX", options: { timeoutMs: number }) =>
    clock() >= until - reserveMs ? late : dns.resolve(name, type, options);
  return { resolve: resolve as Dns["resolve"] };
}
