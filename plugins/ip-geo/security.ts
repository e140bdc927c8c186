import type { Asked } from "./address/address.ts";
import { bogonType } from "./address/bogon.ts";
import { judge, unjudged } from "./flags/judge.ts";
import { ownerOf } from "./lookup.ts";
import type { Data } from "./open-data.ts";

export interface SecurityOptions {
  now: number;
  /** Lists that are older are left out. */
  maxAgeDays: number;
}

/** What an address is known for, how risky that is, and what it rests on. */
export function security(
  asked: Asked,
  data: Pick<Data, "systems" | "lists">,
  { now, maxAgeDays }: SecurityOptions,
) {
  const { target, ip } = asked;
  const bogon = bogonType(target);
  const owner = bogon ? undefined : ownerOf(asked, data);
  const { flags, evidence, notes } = bogon
    ? unjudged
    : judge(target, { ...data, system: owner, now, maxAgeDays });
  const weights = new Map(evidence.map(({ flag, weight }) => [flag, weight]));
  const risk = bogon ? bogonRisk : sum(weights.values());
  return {
    ip,
    ...flags,
    is_bogon: bogon !== null,
    bogon_type: bogon,
    provider: owner?.name ?? null,
    asn: owner?.asn ?? null,
    as_name: owner?.name ?? null,
    risk_score: Math.min(100, risk),
    verdict:
      risk >= 60 ? ("block" as const) : risk >= 20 ? ("review" as const) : ("allow" as const),
    evidence,
    notes,
    lists: data.lists.map(({ name, flag, set, fetchedAt }) => ({
      name,
      flag,
      as_of: fetchedAt === undefined ? null : new Date(fetchedAt).toISOString(),
      entries: set?.entries ?? null,
      stale: fetchedAt !== undefined && now - fetchedAt > maxAgeDays * 86_400_000,
    })),
  };
}

/** Whoever comes from such an address is inside the network, or lies about it. */
const bogonRisk = 20;

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
