/** How often the holders of a key may call. */
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

/** The most that a ring of timestamps in the counter file holds. */
export const perMinuteMax = 1024;
/** The most that the day's 20 bits in the counter file hold. */
export const perDayMax = 1_000_000;

/**
 * The tiers as the operator wants them: `HUB_TIERS="free=20/500,gold=300/50000"` (a minute / a day)
 * changes or adds some, `HUB_ENTERPRISE_DAILY=hard` makes the enterprise day a real limit.
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
    const [perMinute, perDay] = numbers.split("/").map(Number);
    if (!isCount(perMinute, perMinuteMax) || !isCount(perDay, perDayMax))
      throw new Error(
        `Cannot read the tier "${entry}" of HUB_TIERS: it must be name=perMinute/perDay, up to ${perMinuteMax}/${perDayMax}`,
      );
    table.set(name, { name, perMinute, perDay, soft: table.get(name)?.soft ?? false });
  }
  const enterprise = table.get("enterprise");
  if (enterprise) table.set("enterprise", { ...enterprise, soft: enterpriseDaily !== "hard" });
  return [...table.values()];
}

function isCount(value: number | undefined, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
}
