import type { Refuse } from "./kind.ts";

/** Returns an amount with exactly two decimals. */
export function formatAmount(amount: number, refuse: Refuse): string {
  const text = amount.toFixed(2);
  if (Number(text) !== amount) refuse("amount", "must have two decimals at most", amount);
  return text;
}

/** Parses an amount. Returns undefined if it isn't a decimal number. */
export function parseAmount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}
