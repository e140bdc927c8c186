import type { Address } from "hub";
import { CURATED, isAnycast, type Kind } from "../asn/kind.ts";
import type { Source } from "../city/cities.ts";
import type { KnownList } from "./lists.ts";

type Answer = boolean | null;

/** What an address is known for; null where nothing says so either way. */
export interface Flags {
  is_mobile: Answer;
  is_proxy: Answer;
  is_hosting: Answer;
  is_vpn: Answer;
  is_tor: Answer;
  is_relay: Answer;
  is_anycast: Answer;
}

/** What a flag rests on. */
export interface Evidence {
  flag: string;
  list: string;
  matched: string;
  as_of: string;
  licence: string;
  weight: number;
}

/** Why a flag is not known, or rests on less than it might. */
export interface Note {
  flag: string;
  reason: string;
}

export interface Judgement {
  flags: Flags;
  evidence: Evidence[];
  notes: Note[];
}

/** How much each flag adds to the risk, of a hundred. */
export const weights: Readonly<Record<string, number>> = {
  is_tor: 60,
  is_vpn: 40,
  is_hosting: 20,
  is_relay: 10,
};

interface Options {
  system: { asn: number; kind: Kind } | undefined;
  /** Whose the data of systems is. */
  systems: { source: Source };
  lists: readonly KnownList[];
  now: number;
  maxAgeDays: number;
}

/** Judges an address by the lists there are, and by whose it is. */
export function judge(
  address: Address,
  { system, systems, lists, now, maxAgeDays }: Options,
): Judgement {
  const evidence: Evidence[] = [];
  const notes: Note[] = [];
  const listed: Record<KnownList["flag"], Answer> = {
    is_tor: null,
    is_vpn: null,
    is_hosting: null,
    is_relay: null,
  };
  for (const list of lists) {
    const reason = whyUseless(list, { bits: address.bits, now, maxAgeDays });
    if (reason) {
      notes.push({ flag: list.flag, reason });
      continue;
    }
    const matched = list.set?.find(address);
    listed[list.flag] = matched !== undefined;
    if (matched !== undefined) evidence.push(evidenceOf(list, matched));
  }
  const owner = system && judgeOwner(system, systems.source, evidence);
  if (!system) notes.push({ flag: "is_mobile", reason: "No autonomous system is known" });
  const { is_tor, is_vpn, is_relay } = listed;
  return {
    flags: {
      is_mobile: owner?.is_mobile ?? null,
      is_proxy: either(is_tor, is_vpn),
      is_hosting:
        owner?.is_hosting === true ? true : (listed.is_hosting ?? owner?.is_hosting ?? null),
      is_vpn,
      is_tor,
      is_relay,
      is_anycast: system ? isAnycast(system.asn) : null,
    },
    evidence,
    notes,
  };
}

/** Nothing is known of an address that nobody can have. */
export const unjudged: Judgement = {
  flags: {
    is_mobile: null,
    is_proxy: null,
    is_hosting: null,
    is_vpn: null,
    is_tor: null,
    is_relay: null,
    is_anycast: null,
  },
  evidence: [],
  notes: [],
};

const dayMs = 86_400_000;

function whyUseless(
  { name, set, fetchedAt = 0, bits }: KnownList,
  options: { bits: 32 | 128; now: number; maxAgeDays: number },
): string | undefined {
  if (!set) return `The list "${name}" has not been fetched`;
  if (!bits.includes(options.bits)) return `The list "${name}" has IPv4 addresses alone`;
  const days = Math.floor((options.now - fetchedAt) / dayMs);
  if (days > options.maxAgeDays) return `The list "${name}" is ${days} days old`;
  return undefined;
}

function evidenceOf({ flag, name, licence, fetchedAt = 0 }: KnownList, matched: string): Evidence {
  const as_of = new Date(fetchedAt).toISOString().slice(0, 10);
  return { flag, list: name, matched, as_of, licence, weight: weights[flag] ?? 0 };
}

function judgeOwner(
  { asn, kind: { kind, by } }: { asn: number; kind: Kind },
  { build_date, licence }: Source,
  evidence: Evidence[],
): { is_mobile: boolean; is_hosting: boolean } {
  const is_mobile = kind === "mobile";
  const is_hosting = kind === "hosting";
  const flag = `is_${kind}`;
  if (is_mobile || is_hosting)
    evidence.push({
      flag,
      list: by === CURATED ? "AS numbers, curated by the hub" : "Words of AS names",
      matched: by === CURATED ? `AS${asn}` : `AS${asn}, "${by}"`,
      as_of: build_date,
      licence,
      weight: weights[flag] ?? 0,
    });
  return { is_mobile, is_hosting };
}

/** One yes is enough; for a no, both must say it. */
function either(a: Answer, b: Answer): Answer {
  if (a || b) return true;
  return a === null || b === null ? null : false;
}
