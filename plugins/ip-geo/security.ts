import type { LookupAddress } from "./address/address.ts";
import type { KnownList } from "./flags/judge.ts";
import { type Evidence, explainExclusion, judge, unjudged } from "./flags/judge.ts";
import { judgeNetwork, type NetworkReason } from "./flags/network.ts";
import { findBogonType, findOwner } from "./lookup.ts";
import type { Data } from "./open-data.ts";

interface SecurityOptions {
  now: number;
  /** Maximum age of the lists used. */
  maxAgeDays: number;
}

/** Assesses the risk of an address, with the evidence. */
export function assess(
  requested: LookupAddress,
  data: Pick<Data, "systems" | "lists">,
  { now, maxAgeDays }: SecurityOptions,
) {
  const { target, ip } = requested;
  const bogon = findBogonType(target, data);
  const owner = bogon ? undefined : findOwner(requested, data);
  const { flags, evidence, notes } = bogon
    ? unjudged
    : judge(target, { ...data, system: owner, now, maxAgeDays });
  const risk = bogon ? bogonRisk : Math.min(100, computeRisk(evidence));
  const network = owner && judgeNetwork(owner.kind, data.systems.countIpv4(owner.asn));
  const isPartial = owner === undefined || rated.some((name) => flags[name] === null);
  const verdict = getVerdict(risk, { isPartial, isHome: network?.isHome ?? false });
  const reasons = [
    ...evidence.filter(({ weight }) => weight > 0).map(describeEvidence),
    ...(network ? [describeNetwork(network)] : []),
  ];
  return {
    ip,
    ...flags,
    is_bogon: bogon !== null,
    bogon_type: bogon,
    provider: owner?.name ?? null,
    asn: owner?.asn ?? null,
    as_name: owner?.name ?? null,
    risk_score: verdict === "unknown" ? null : risk,
    risk: verdict === "unknown" ? unknownRisk : risk,
    verdict,
    confidence: getConfidence(verdict, network),
    reasons,
    evidence,
    notes,
    lists: data.lists.map((list) =>
      describeList(list, { bits: target.bits, isBogon: bogon !== null, now, maxAgeDays }),
    ),
  };
}
function describeList(
  list: KnownList,
  { bits, isBogon, now, maxAgeDays }: SecurityOptions & { bits: 32 | 128; isBogon: boolean },
) {
  const { name, flag, isComplete, set, fetchedAt } = list;
  return {
    name,
    flag,
    complete: isComplete,
    asked: !isBogon && explainExclusion(list, { bits, now, maxAgeDays }) === undefined,
    as_of: fetchedAt === undefined ? null : new Date(fetchedAt).toISOString(),
    entries: set?.entries ?? null,
    stale: fetchedAt === undefined ? null : now - fetchedAt > maxAgeDays * 86_400_000,
  };
}

/** Risk if nothing is known about an address: it can be of either kind. */
const unknownRisk = 50;

/** A reason of the verdict. */
interface Reason {
  reason: string;
  detail: string;
  /** Null if it wasn't measured. */
  right: number | null;
}

function describeEvidence({ flag, list, matched }: Evidence): Reason {
  return { reason: flag, detail: `"${list}" has ${matched}`, right: null };
}

function describeNetwork({ reason, detail, right }: NetworkReason): Reason {
  return { reason, detail, right };
}

/** Returns how often the AS was right about addresses with this verdict. Null if it doesn't support the verdict. */
function getConfidence(
  verdict: ReturnType<typeof getVerdict>,
  network: NetworkReason | undefined,
): number | null {
  if (verdict === "unknown" || !network) return null;
  const isSupported = verdict === "allow" ? network.isHome : network.reason === "hosting_network";
  return isSupported ? network.right : null;
}

/** Risk of a bogon: the caller is inside the network, or the address is spoofed. */
const bogonRisk = 20;

/** Flags with a weight. */
const rated = ["is_tor", "is_vpn", "is_hosting", "is_relay"] as const;

/** Adds up the weights. Each flag counts once, however much evidence there is. */
function computeRisk(evidence: readonly Evidence[]): number {
  const weights = new Map(
    evidence.filter(({ says }) => says).map(({ flag, weight }) => [flag, weight]),
  );
  let total = 0;
  for (const weight of weights.values()) total += weight;
  return total;
}

/** Returns the verdict. Without complete data, `allow` requires an AS that is measured to be one of homes. */
function getVerdict(risk: number, { isPartial, isHome }: { isPartial: boolean; isHome: boolean }) {
  if (risk >= 60) return "block" as const;
  if (risk >= 20) return "review" as const;
  return isPartial && !isHome ? ("unknown" as const) : ("allow" as const);
}
