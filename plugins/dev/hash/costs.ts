import dev from "../plugin.ts";

/** Password hashing algorithms. */
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
 * The cost parameters that a caller can choose. Defaults follow OWASP's recommendations. Maximums bound one response
 * to 128 MiB and a second of a shared machine.
 */
export const costs = {
  memory_kib: describeCost("argon2id", 8, { to: 65_536, by: 19_456, meaning: "memory in KiB" }),
  iterations: describeCost("argon2id", 1, { to: 4, by: 2, meaning: "passes over the memory" }),
  parallelism: describeCost("argon2id", 1, {
    to: 4,
    by: 1,
    meaning: "lanes, each of at least 8 KiB",
  }),
  cost: describeCost("bcrypt", 4, { to: 12, by: 10, meaning: "base-2 logarithm of the rounds" }),
  ln: describeCost("scrypt", 1, { to: 17, by: 15, meaning: "base-2 logarithm of the cost N" }),
  r: describeCost("scrypt", 1, { to: 8, by: 8, meaning: "block size" }),
  p: describeCost("scrypt", 1, { to: 4, by: 3, meaning: "parallelization" }),
};

export type CostName = keyof typeof costs;

/** The cost parameters of a hash, by the names above. */
export type Costs = Record<string, number>;

/** Cost parameters requested by a caller. */
export type CostOptions = Partial<Record<CostName, number | undefined>>;

const entries = Object.entries(costs) as [CostName, Cost][];

/** Returns the parameters of an algorithm, as requested or by default. */
export function resolveCosts(algorithm: PasswordAlgorithm, requested: CostOptions): Costs {
  for (const [name, { of }] of entries)
    if (requested[name] !== undefined && of !== algorithm)
      throw dev.error("invalid_input", `body.${name} is for ${of}: the algorithm is ${algorithm}`, {
        at: `body.${name}`,
      });
  const own = entries.filter(([, { of }]) => of === algorithm);
  return Object.fromEntries(own.map(([name, cost]) => [name, requested[name] ?? cost.default]));
}

/** Returns a parameter that conflicts with another, and the problem: RFC 9106, section 3.1; RFC 7914, section 2. */
export function findMisfit({ memory_kib, parallelism = 1, ln, r = 1 }: Costs) {
  if (memory_kib !== undefined && memory_kib < 8 * parallelism)
    return {
      name: "memory_kib",
      problem: `must be at least ${8 * parallelism} for ${parallelism} lanes: it is ${memory_kib}`,
    };
  if (ln !== undefined && ln >= 16 * r)
    return { name: "ln", problem: `must be less than ${16 * r} for an r of ${r}: it is ${ln}` };
  return undefined;
}

/** Throws if verifying the hash would cost more than allowed. */
export function checkCosts(hashCosts: Costs): void {
  for (const [name, { maximum }] of entries) {
    const value = hashCosts[name] ?? 0;
    if (value > maximum)
      throw dev.error(
        "too_much_work",
        `body.hash costs too much to check: its ${name} may be at most ${maximum}, and is ${value}`,
        { at: "body.hash" },
      );
  }
}

/** Returns the relative cost of a guess. Comparable only between hashes of one algorithm. */
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
