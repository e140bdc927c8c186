import { openTable } from "hub/data-file";
import type { Kind } from "../asn/kind.ts";

const facts = ["access_network", "hosting_network", "small_network"] as const;

const readShares = openTable(new URL("./network.tsv", import.meta.url), {
  fact: facts,
  home: "number",
  others: "number",
  text: "text",
});

/** The judgement on an AS. */
export interface NetworkReason {
  reason: (typeof facts)[number];
  detail: string;
  /** Share of labelled addresses that the reason puts on the right side, if both sides had as many. */
  right: number;
  isHome: boolean;
}

/** The least number of IPv4 addresses of a provider of homes, with a name that says so, and without one. */
const sizeMin = { isp: 2 ** 18, unknown: 2 ** 20 };

/** The least share of home lines at which an AS counts as one of homes. */
const homeMin = 0.95;

/** Judges an AS by its type and size. Returns undefined for types that weren't measured, such as universities. */
export function judgeNetwork({ kind }: Kind, size: number): NetworkReason | undefined {
  const reason = findFact(kind, size);
  const found = readShares().find(({ fact }) => fact === reason);
  if (!found) return undefined;
  const { fact, home, others, text } = found;
  const share = home / (home + others);
  const right = Math.round(Math.max(share, 1 - share) * 1000) / 1000;
  return { reason: fact, detail: text, right, isHome: share >= homeMin };
}

function findFact(kind: Kind["kind"], size: number): NetworkReason["reason"] | undefined {
  if (kind === "mobile") return "access_network";
  if (kind === "hosting") return "hosting_network";
  if (kind !== "isp" && kind !== "unknown") return undefined;
  return size >= sizeMin[kind] ? "access_network" : "small_network";
}
