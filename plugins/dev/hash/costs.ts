import dev from "../plugin.ts";

/** The ways to hash a password. */
export const passwordAlgorithms = ["argon2id", "bcrypt", "scrypt"] as const;

export type PasswordAlgorithm = (typeof passwordAlgorithms)[number];

interface Cost {
  of: PasswordAlgorithm;
  minimum: number;
  maximum: number;
  default: number;
  meaning: string;
}

/**
 * The costs a caller may choose. The defaults are OWASP's recommendations; the most that is allowed
 * is what one answer may take of a shared machine: 128 MiB, and a second.
 */
export const costs = {
  memory_kib: describeCost("argon2id", 8, { to: 65_536, by: 19_456, meaning: "KiB of memory" }),
  iterations: describeCost("argon2id", 1, { to: 4, by: 2, meaning: "passes over the memory" }),
  parallelism: describeCost("argon2id", 1, { to: 4, by: 1, meaning: "lanes, of 8 KiB at least" }),
  cost: describeCost("bcrypt", 4, { to: 12, by: 10, meaning: "base-2 logarithm of the rounds" }),
  ln: describeCost("scrypt", 1, { to: 17, by: 15, meaning: "base-2 logarithm of the cost N" }),
  r: describeCost("scrypt", 1, { to: 8, by: 8, meaning: "block size" }),
  p: describeCost("scrypt", 1, { to: 4, by: 3, meaning: "parallelization" }),
};

export type CostName = keyof typeof costs;

/** The costs of a hash, by the names above. */
export type Costs = Record<string, number>;

/** The costs somebody asks for. */
export type AskedCosts = Partial<Record<CostName, number | undefined>>;

const named = Object.entries(costs) as [CostName, Cost][];

/** The costs of an algorithm, as they were asked for or else by default. */
export function resolveCosts(algorithm: PasswordAlgorithm, asked: AskedCosts): Costs {
  for (const [name, { of }] of named)
    if (asked[name] !== undefined && of !== algorithm)
      throw dev.error("invalid_input", `body.${name} is for ${of}: the algorithm is ${algorithm}`, {
        at: `body.${name}`,
      });
  const own = named.filter(([, { of }]) => of === algorithm);
  return Object.fromEntries(own.map(([name, cost]) => [name, asked[name] ?? cost.default]));
}

/** The cost that does not go with another, and why: RFC 9106, section 3.1; RFC 7914, section 2. */
export function findMisfit({ memory_kib, parallelism = 1, ln, r = 1 }: Costs) {
  if (memory_kib !== undefined && memory_kib < 8 * parallelism)
    return {
      name: "memory_kib",
      why: `must be at least ${8 * parallelism} for ${parallelism} lanes: it is ${memory_kib}`,
    };
  if (ln !== undefined && ln >= 16 * r)
    return { name: "ln", why: `must be less than ${16 * r} for an r of ${r}: it is ${ln}` };
  return undefined;
}

/** Refuses a hash that would take more than an answer may. */
export function checkCosts(given: Costs): void {
  for (const [name, { maximum }] of named) {
    const value = given[name] ?? 0;
    if (value > maximum)
      throw dev.error(
        "too_much_work",
        `body.hash costs too much to check: its ${name} may be at most ${maximum}, and is ${value}`,
        { at: "body.hash" },
      );
  }
}

/** How much guessing against a hash costs, for comparing two of one algorithm. */
export function computeWork({ memory_kib, iterations, cost, ln, r, p }: Costs): number {
  if (cost !== undefined) return cost;
  return ln === undefined ? (memory_kib ?? 0) * (iterations ?? 0) : 2 ** ln * (r ?? 1) * (p ?? 1);
}

function describeCost(
  of: PasswordAlgorithm,
  minimum: number,
  { to, by, meaning }: { to: number; by: number; meaning: string },
): Cost {
  return { of, minimum, maximum: to, default: by, meaning };
}
