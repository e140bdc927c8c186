import type { Decimal } from "../money/decimal.ts";

/** An amount with two decimals, or with those that it has beyond. */
export function moneyText(value: Decimal): string {
  return value.toFixed(Math.max(2, value.decimalPlaces()));
}

/** The same, where nothing is written for nothing. */
export function moneyTextIfAny(value: Decimal): string | undefined {
  return value.isZero() ? undefined : moneyText(value);
}
