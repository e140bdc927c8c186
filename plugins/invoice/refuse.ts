import invoice from "./plugin.ts";

/** Throws `invalid_input` for a field of the request. The problem follows its name: `must be positive: it is 0`. */
export function refuse(at: string, problem: string): never {
  throw invoice.error("invalid_input", `${at} ${problem}`, { at });
}
