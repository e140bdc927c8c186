import type { Address } from "hub/net";
import { findAnycastBlock, REGISTRY_DATE } from "../address/bogon.ts";
import { CURATED, isAnycast, type Kind } from "../asn/kind.ts";
import type { Source } from "../city/cities.ts";
import type { KnownList } from "./lists.ts";

type Answer = boolean | null;

/** Flags of an address. Null means unknown. */
interface Flags {
  is_mobile: Answer;
  is_proxy: Answer;
  is_hosting: Answer;
  is_vpn: Answer;
  is_tor: Answer;
  is_relay: Answer;
  is_anycast: Answer;
}

/** Evidence for or against a flag. */
export interface Evidence {
  flag: string;
  /** Value that it gives the flag. */
  says: boolean;
  list: string;
  /** Null if the list does not contain the address. */
  matched: string | null;
  as_of: string;
  licence: string;
  weight: number;
}

/** Reason why a flag is unknown or based on incomplete data. */
interface Note {
  flag: string;
  reason: string;
}

export interface Judgement {
  flags: Flags;
  evidence: Evidence[];
  notes: Note[];
}

/** Points that each flag adds to the risk score, out of 100. */
const weights: Readonly<Record<string, number>> = {
  is_tor: 60,
  is_vpn: 40,
  is_hosting: 20,
  is_relay: 10,
};

interface Options {
  system: { asn: number; kind: Kind } | undefined;
  /** Source of the AS data. */
  systems: { source: Source };
  lists: readonly KnownList[];
  now: number;
  maxAgeDays: number;
}

/**
 * Sets the flags of an address from lists and its AS. A flag is false only with evidence: a list that
 * would contain the address, or an AS of another known type.
 */
export function judge(
  address: Address,
  { system, systems, lists, now, maxAgeDays }: Options,
): Judgement {
  const listed = judgeLists(address, { lists, now, maxAgeDays });
  const evidence = [
    ...listed.evidence,
    ...(system ? buildOwnerEvidence(system, systems.source) : []),
    ...listSystemEvidence(address),
  ];
  const placed = evidence.find(({ flag, says }) => flag === "is_hosting" && says);
  // Mobile phones aren't in data centres. An AS name alone isn't sufficient evidence of a data centre.
  if (placed && placed.list !== NAMES) evidence.push({ ...placed, ...notMobile });
  const flags = { ...unjudged.flags };
  for (const name of ownFlags) flags[name] = combineEvidence(name, evidence);
  flags.is_proxy = either(flags.is_tor, flags.is_vpn);
  const unknown = notesWithoutList.filter(({ flag }) => flags[flag] === null);
  return {
    flags,
    evidence: evidence.filter(({ flag, says }) => flags[flag as keyof Flags] === says),
    notes: [...listed.notes, ...unknown],
  };
}

/** Flags with evidence of their own. `is_proxy` follows from two of them. */
const ownFlags = [
  "is_mobile",
  "is_hosting",
  "is_vpn",
  "is_tor",
  "is_relay",
  "is_anycast",
] as const satisfies (keyof Flags)[];

const notMobile = { flag: "is_mobile", says: false, weight: 0 };

/** Notes for the flags without a list. */
const notesWithoutList = [
  {
    flag: "is_mobile",
    reason: "No list of mobile networks is available, and the type of the AS is unknown",
  },
  {
    flag: "is_anycast",
    reason: "No list of anycast networks is available, and the AS is not known to be anycast",
  },
] as const satisfies Note[];

/** Combines evidence. One positive is enough, because lists are never complete. */
function combineEvidence(name: string, evidence: readonly Evidence[]): Answer {
  const said = evidence.filter(({ flag }) => flag === name);
  return said.length === 0 ? null : said.some(({ says }) => says);
}

/** Result for bogons, about which nothing is known. */
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

function judgeLists(
  address: Address,
  { lists, now, maxAgeDays }: Pick<Options, "lists" | "now" | "maxAgeDays">,
): Pick<Judgement, "evidence" | "notes"> {
  const evidence: Evidence[] = [];
  const notes: Note[] = [];
  for (const list of lists) {
    const reason = explainExclusion(list, { bits: address.bits, now, maxAgeDays });
    if (reason) notes.push({ flag: list.flag, reason });
    else evidence.push(buildEvidence(list, list.set?.find(address) ?? null));
  }
  return { evidence, notes };
}

function explainExclusion(
  { name, set, fetchedAt = 0, bits }: KnownList,
  options: { bits: 32 | 128; now: number; maxAgeDays: number },
): string | undefined {
  if (!set) return `The list "${name}" has not been downloaded yet`;
  if (!bits.includes(options.bits)) return `The list "${name}" contains only IPv4 addresses`;
  const days = Math.floor((options.now - fetchedAt) / dayMs);
  if (days > options.maxAgeDays) return `The list "${name}" is ${days} days old`;
  return undefined;
}

function buildEvidence(
  { flag, name, licence, fetchedAt = 0 }: KnownList,
  matched: string | null,
): Evidence {
  const as_of = new Date(fetchedAt).toISOString().slice(0, 10);
  const says = matched !== null;
  return { flag, says, list: name, matched, as_of, licence, weight: getWeight(flag, says) };
}

function getWeight(flag: string, says: boolean): number {
  return says ? (weights[flag] ?? 0) : 0;
}

/** Name of the evidence from AS names. */
const NAMES = "Words in AS names";

function buildOwnerEvidence(
  { asn, kind: { kind, by } }: { asn: number; kind: Kind },
  { build_date, licence }: Source,
): Evidence[] {
  const isCurated = by === CURATED;
  const about = (flag: string, says: boolean): Evidence => ({
    flag,
    says,
    weight: getWeight(flag, says),
    list: isCurated ? "Curated AS numbers" : NAMES,
    matched: isCurated ? `AS${asn}` : `AS${asn}, "${by}"`,
    as_of: build_date,
    licence,
  });
  const evidence: Evidence[] = [];
  if (kind === "mobile" || kind === "hosting") evidence.push(about(`is_${kind}`, true));
  if (kind === "mobile" && isCurated) evidence.push(about("is_hosting", false));
  if (isAnycast(asn))
    evidence.push({
      ...about("is_anycast", true),
      list: "Curated AS numbers",
      matched: `AS${asn}`,
    });
  return evidence;
}

/** Evidence from blocks that IANA lists as anycast. */
function listSystemEvidence(address: Address): Evidence[] {
  const matched = findAnycastBlock(address);
  if (matched === null) return [];
  const list = "IANA special-purpose addresses";
  const about = { list, matched, as_of: REGISTRY_DATE, licence: "CC0-1.0", weight: 0 };
  return [{ flag: "is_anycast", says: true, ...about }];
}

/** Returns true if either is true, and false only if both are false. */
function either(a: Answer, b: Answer): Answer {
  if (a || b) return true;
  return a === null || b === null ? null : false;
}
