import { Decimal } from "../money/decimal.ts";
import { sum, type Totals } from "../money/totals.ts";
import invoice from "../plugin.ts";
import type { CommonBody } from "../schema/bodies.ts";

const { amountMax } = invoice.limits;

/** Refuses what the schema cannot: blank names, quantities of 0, sums beyond exact numbers. */
export function checkAmounts(body: CommonBody, { lines, total }: Totals): void {
  for (const side of ["from", "to"] as const)
    if (body[side].name === "")
      refuse(`body.${side}.name`, "must have characters that are printed");
  for (const [index, { quantity, description }] of body.items.entries()) {
    const at = `body.items.${index}`;
    if (quantity === 0) refuse(`${at}.quantity`, "must not be 0");
    if (description === "") refuse(`${at}.description`, "must have characters that are printed");
  }
  // A double has 15 digits: with three decimals, sums up to this are told to the last one.
  const size = Decimal.max(total.abs(), sum(lines.map(({ gross }) => gross.abs())));
  if (size.gt(amountMax))
    throw invoice.error(
      "amount_too_large",
      `The amounts of all lines together may be at most ${amountMax}: they are ${size}`,
      { at: "body.items" },
    );
}

function refuse(at: string, fault: string): never {
  throw invoice.error("invalid_input", `${at} ${fault}`, { at });
}
