import { asTable, combineFindings, type Finding, isDenial } from "hub";
import type { Address } from "hub/net";
import { findAnycastBlock, REGISTRY_DATE } from "../address/bogon.ts";
import { CURATED, type Kind } from "../asn/kind.ts";
import type { Source } from "../city/cities.ts";
import type { AddressSet } from "./address-set.ts";
import { ANYCAST_DATE, findPublishedBlock } from "./anycast.ts";

/** List of addresses behind a flag. */
export interface KnownList {
  name: string;
  flag: "is_tor" | "is_vpn" | "is_hosting" | "is_relay";
  licence: string;
  /** Whether it names every address for which the flag is true. */
  isComplete: boolean;
  /** Address families in the list. */
  bits: readonly (32 | 128)[];
  set: AddressSet | undefined;
  /** Time of the download, in Unix milliseconds. */
  fetchedAt: number | undefined;
}

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
  /** Whether the list names every address for which the flag is true. */
  complete: boolean;
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
const weights: Readonly<Record<string, number>> = asTable({
  is_tor: 60,
  is_vpn: 40,
  is_hosting: 20,
  is_relay: 10,
});

interface Options {
  system: { asn: number; kind: Kind } | undefined;
  /** Source of the AS data. */
  systems: { source: Source };
  lists: readonly KnownList[];
  now: number;
  maxAgeDays: number;
}

/**
 * Sets the flags of an address from lists and its AS. A flag is false only with evidence: a complete list that
 * would contain the address, or a curated AS of another type.
 */
export function judge(
  address: Address,
  { system, systems, lists, now, maxAgeDays }: Options,
): Judgement {
  const claims = [
    ...lists.map((list) => askList(address, { list, now, maxAgeDays })),
    ...(system ? buildOwnerClaims(system, { source: systems.source, now }) : []),
    ...buildAnycastClaims(address, now),
  ];
  const flags = { ...unjudged.flags };
  for (const name of ownFlags) flags[name] = combineFindings(ofFlag(claims, name));
  flags.is_proxy = either(flags.is_tor, flags.is_vpn);
  const unknown = notesWithoutList.filter(({ flag }) => flags[flag] === null);
  return {
    flags,
    evidence: claims.filter((claim) => supports(claim, flags)).map(buildEvidence),
    notes: [...listNotes(claims, flags), ...unknown],
  };
}

/** The answer of a source about one flag, with what the response says about the source. */
interface Claim extends Finding {
  flag: (typeof ownFlags)[number];
  matched: string | null;
  as_of: string;
  licence: string;
}

function ofFlag(claims: readonly Claim[], name: string): Claim[] {
  return claims.filter(({ flag }) => flag === name);
}

function supports(claim: Claim, flags: Flags): boolean {
  const flag = flags[claim.flag];
  if (flag === null || !claim.wasAsked) return false;
  return flag ? claim.value === true : isDenial(claim);
}

function buildEvidence({ flag, value, source, matched, isComplete, as_of, licence }: Claim) {
  const says = value === true;
  const weight = says ? (weights[flag] ?? 0) : 0;
  return { flag, says, list: source, matched, complete: isComplete, as_of, licence, weight };
}

/** Explains lists that weren't asked, and incomplete lists that leave a flag unknown. */
function listNotes(claims: readonly Claim[], flags: Flags): Note[] {
  return claims.flatMap(({ flag, reason, wasAsked }) =>
    reason !== undefined && (!wasAsked || flags[flag] === null) ? [{ flag, reason }] : [],
  );
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

/** Notes for the flags without a list. */
const notesWithoutList = [
  {
    flag: "is_mobile",
    reason: "No list of mobile networks is available, and the type of the AS is unknown",
  },
  {
    flag: "is_anycast",
    reason:
      "No complete list of anycast networks is available, and the known ones do not contain the address",
  },
] as const satisfies Note[];

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

function askList(
  address: Address,
  { list, now, maxAgeDays }: { list: KnownList; now: number; maxAgeDays: number },
): Claim {
  const { flag, name, licence, isComplete, fetchedAt = 0 } = list;
  const exclusion = explainExclusion(list, { bits: address.bits, now, maxAgeDays });
  const matched = exclusion ? null : (list.set?.find(address) ?? null);
  const isSilent = matched === null && !isComplete;
  const reason =
    exclusion ??
    (isSilent
      ? `The list "${name}" does not contain the address, but it does not contain every network`
      : undefined);
  return {
    flag,
    value: matched === null ? null : true,
    source: name,
    isComplete,
    wasAsked: exclusion === undefined,
    ageMs: list.set ? now - fetchedAt : null,
    ...(reason !== undefined && { reason }),
    matched,
    as_of: new Date(fetchedAt).toISOString().slice(0, 10),
    licence,
  };
}

/** Returns why a list has no answer about an address of this family, or undefined if it was asked. */
export function explainExclusion(
  { name, set, fetchedAt = 0, bits }: KnownList,
  options: { bits: 32 | 128; now: number; maxAgeDays: number },
): string | undefined {
  const family = options.bits === 32 ? "IPv4" : "IPv6";
  if (!bits.includes(options.bits)) return `The list "${name}" contains no ${family} addresses`;
  if (!set) return `The list "${name}" has not been downloaded yet`;
  if (set.counts[options.bits] === 0) return `The list "${name}" contains no ${family} addresses`;
  const days = Math.floor((options.now - fetchedAt) / dayMs);
  if (days > options.maxAgeDays) return `The list "${name}" is ${days} days old`;
  return undefined;
}

/** Name of the evidence from AS names. */
const NAMES = "Words in AS names";

/** A curated AS has one type, so it isn't another. Words in a name can only support a flag. */
function buildOwnerClaims(
  { asn, kind: { kind, by } }: { asn: number; kind: Kind },
  { source, now }: { source: Source; now: number },
): Claim[] {
  const isCurated = by === CURATED;
  const build = (flag: Claim["flag"], value: boolean): Claim => ({
    flag,
    value,
    source: isCurated ? "Curated AS numbers" : NAMES,
    isComplete: false,
    wasAsked: true,
    ageMs: now - Date.parse(source.build_date),
    matched: isCurated ? `AS${asn}` : `AS${asn}, "${by}"`,
    as_of: source.build_date,
    licence: source.licence,
  });
  if (kind === "hosting")
    return [build("is_hosting", true), ...(isCurated ? [build("is_mobile", false)] : [])];
  if (kind !== "mobile") return [];
  return [
    build("is_mobile", true),
    ...(isCurated ? [build("is_hosting", false), build("is_vpn", false)] : []),
  ];
}

/** Claims from blocks that IANA or their operators publish as anycast. */
function buildAnycastClaims(address: Address, now: number): Claim[] {
  const special = findAnycastBlock(address);
  const published = special === null ? findPublishedBlock(address) : null;
  const matched = special ?? published;
  if (matched === null) return [];
  const as_of = special ? REGISTRY_DATE : ANYCAST_DATE;
  return [
    {
      flag: "is_anycast",
      value: true,
      source: special ? "IANA special-purpose addresses" : "Anycast blocks published by operators",
      isComplete: false,
      wasAsked: true,
      ageMs: now - Date.parse(as_of),
      matched,
      as_of,
      licence: special ? "CC0-1.0" : "MIT, as the hub",
    },
  ];
}

/** Returns true if either is true, and false only if both are false. */
function either(a: Answer, b: Answer): Answer {
  if (a || b) return true;
  return a === null || b === null ? null : false;
}
