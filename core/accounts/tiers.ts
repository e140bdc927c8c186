import { readFileSync } from "node:fs";
import { type Static, Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { CallerTier } from "../contract/caller.ts";

/** The rate limit and daily quota of keys. `Infinity` means unlimited. */
export interface Tier extends CallerTier {
  readonly perMinute: number;
  /** Units per calendar day (UTC). */
  readonly perDay: number;
  /** Whether the daily quota is only published and not enforced. */
  readonly soft: boolean;
  /** The price and description by the operator, for the page of the limits. */
  readonly price?: string | undefined;
  readonly description?: string | undefined;
}

/** Limits that replace those of a tier. Null: unchanged. */
export interface TierLimits {
  readonly perMinute: number | null;
  readonly perDay: number | null;
}

/** Returns a tier with limits that replace its own. */
export function withLimits(tier: Tier, { perMinute, perDay }: TierLimits): Tier {
  if (perMinute === null && perDay === null) return tier;
  return { ...tier, perMinute: perMinute ?? tier.perMinute, perDay: perDay ?? tier.perDay };
}

/** The default tiers. New accounts get the first. */
const TIERS: readonly Tier[] = [
  { name: "free", isPaid: false, perMinute: 10, perDay: 100, soft: false },
  { name: "pro", isPaid: true, perMinute: 120, perDay: 10_000, soft: false },
  { name: "enterprise", isPaid: true, perMinute: 600, perDay: 1_000_000, soft: true },
];

/** Returns whether a tier has its default limits, so that the operator has configured none. */
export function hasDefaultLimits(tier: Tier): boolean {
  return TIERS.includes(tier);
}

/** Maximum calls of a keyless sample per IP address in 60 seconds. */
export const trialPerMinute = 5;

/** Largest limit per minute that the counter file supports. */
export const perMinuteMax = 1_000_000;
/** Largest limit per day that the counter file supports. */
export const perDayMax = 1_000_000_000_000;

interface TierVariables {
  /** `HUB_TIERS`: `free=20/500,gold=300/50000` (per minute / per day) changes or adds tiers. */
  tiers?: string | undefined;
  /** `HUB_TIERS_FILE`: the path of a file that replaces all default tiers. */
  file?: string | undefined;
  /** `HUB_ENTERPRISE_DAILY`: `hard` enforces the daily quota of the tier `enterprise`. */
  enterpriseDaily?: string | undefined;
}

/** Returns the configured tiers. Throws an error that names the variable and the problem. */
export function loadTiers({ tiers, file, enterpriseDaily = "soft" }: TierVariables): Tier[] {
  if (tiers && file) throw new Error("HUB_TIERS and HUB_TIERS_FILE are both set: set only one");
  if (file) return readTierFile(file);
  const table = new Map(TIERS.map((tier) => [tier.name, tier]));
  for (const entry of (tiers ?? "").split(",").filter(Boolean)) {
    const [name = "", numbers = ""] = entry.trim().split("=");
    const [minute, day, ...others] = numbers.split("/");
    const perMinute = parseLimit(minute, perMinuteMax);
    const perDay = parseLimit(day, perDayMax);
    if (
      perMinute === undefined ||
      perDay === undefined ||
      others.length > 0 ||
      !tierName.test(name)
    )
      throw new Error(
        `Cannot read the tier "${entry}" of HUB_TIERS: it must be name=perMinute/perDay, up to ${perMinuteMax}/${perDayMax}, or "unlimited" for either`,
      );
    const { soft, isPaid } = table.get(name) ?? { soft: false, isPaid: true };
    table.set(name, { name, isPaid, perMinute, perDay, soft });
  }
  const enterprise = table.get("enterprise");
  if (enterprise) table.set("enterprise", { ...enterprise, soft: enterpriseDaily !== "hard" });
  return [...table.values()];
}

const tierName = /^[\w-]{1,40}$/;

function parseLimit(text: string | undefined, max: number): number | undefined {
  if (text === "unlimited") return Number.POSITIVE_INFINITY;
  const value = /^\d+$/.test(text ?? "") ? Number(text) : 0;
  return value >= 1 && value <= max ? value : undefined;
}

const limitField = (maximum: number) =>
  t.Union([t.Integer({ minimum: 1, maximum }), t.Literal("unlimited")]);

const tierFields = t.Object(
  {
    name: t.String({ pattern: tierName.source }),
    per_minute: limitField(perMinuteMax),
    per_day: limitField(perDayMax),
    soft: t.Optional(t.Boolean()),
    paid: t.Optional(t.Boolean()),
    price: t.Optional(t.String({ maxLength: 80 })),
    description: t.Optional(t.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
);

const tierFile = t.Object(
  { tiers: t.Array(tierFields, { minItems: 1, maxItems: 100 }) },
  { additionalProperties: false },
);

/** Reads `{ "tiers": [{ "name", "per_minute", "per_day", … }] }`. New accounts get the first tier. */
function readTierFile(path: string): Tier[] {
  const refuse = (reason: string) =>
    new Error(`Cannot read the tiers in HUB_TIERS_FILE "${path}": ${reason}`);
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw refuse((error as Error).message);
  }
  const fault = Value.Errors(tierFile, given).First();
  if (fault) throw refuse(`${fault.path || "/"} is wrong: ${fault.message}`);
  const { tiers } = given as Static<typeof tierFile>;
  const names = tiers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw refuse(`it has the tier "${twice}" twice`);
  return tiers.map(({ name, per_minute, per_day, soft = false, paid, ...words }, index) => ({
    name,
    isPaid: paid ?? index > 0,
    perMinute: toLimitNumber(per_minute),
    perDay: toLimitNumber(per_day),
    soft,
    ...words,
  }));
}

function toLimitNumber(limit: number | "unlimited"): number {
  return limit === "unlimited" ? Number.POSITIVE_INFINITY : limit;
}
