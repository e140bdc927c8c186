/** How often the holders of a key may call. What has no limit has an infinite one. */
export interface Tier {
  readonly name: string;
  readonly perMinute: number;
  /** Calls a calendar day (UTC). */
  readonly perDay: number;
  /** Whether the day's number is only published: going past it is never refused. */
  readonly soft: boolean;
}

const TIERS: readonly Tier[] = [
  { name: "free", perMinute: 10, perDay: 100, soft: false },
  { name: "pro", perMinute: 120, perDay: 10_000, soft: false },
  { name: "enterprise", perMinute: 600, perDay: 1_000_000, soft: true },
];

/** Calls of a keyless sample that an address may make in 60 seconds. */
export const trialPerMinute = 5;

/** The most calls a minute that the counter file keeps to. */
const perMinuteMax = 1_000_000;
/** The most calls a day that the counter file counts. */
const perDayMax = 1_000_000_000_000;

/**
 * The tiers as the operator wants them: `HUB_TIERS="free=20/500,gold=300/50000"` (a minute / a day)
 * changes or adds some; either number may be `unlimited`. `HUB_ENTERPRISE_DAILY=hard` makes the enterprise day a real limit.
 */
export function tiersOf({
  tiers = "",
  enterpriseDaily = "soft",
}: {
  tiers?: string;
  enterpriseDaily?: string;
}): Tier[] {
  const table = new Map(TIERS.map((tier) => [tier.name, tier]));
  for (const entry of tiers.split(",").filter(Boolean)) {
    const [name = "", numbers = ""] = entry.split("=");
    const [minute, day, ...others] = numbers.split("/");
    const perMinute = limitOf(minute, perMinuteMax);
    const perDay = limitOf(day, perDayMax);
    if (perMinute === undefined || perDay === undefined || others.length > 0)
      throw new Error(
        `Cannot read the tier "${entry}" of HUB_TIERS: it must be name=perMinute/perDay, up to ${perMinuteMax}/${perDayMax}, or "unlimited" for either`,
      );
    table.set(name, { name, perMinute, perDay, soft: table.get(name)?.soft ?? false });
  }
  const enterprise = table.get("enterprise");
  if (enterprise) table.set("enterprise", { ...enterprise, soft: enterpriseDaily !== "hard" });
  return [...table.values()];
}

function limitOf(text: string | undefined, max: number): number | undefined {
  if (text === "unlimited") return Number.POSITIVE_INFINITY;
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= max ? value : undefined;
}
