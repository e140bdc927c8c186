import type { Document } from "../document/document.ts";
import { Decimal } from "../money/decimal.ts";
import type { TotalLine } from "../money/totals.ts";
import type { ModelLine } from "./model.ts";
import { unitCode } from "./units.ts";

/** The lines as EN 16931 has them: prices without tax and never below zero. */
export function linesOf({ body, totals }: Document): ModelLine[] {
  return totals.lines.map((line, index) => {
    const { description, sku, unit } = body.items[index]!;
    const [name = "", ...details] = description.split("\n").filter((text) => text.trim() !== "");
    const { category, rate, net } = line;
    return {
      id: String(index + 1),
      name,
      description: details.length > 0 ? details.join("\n") : undefined,
      sku,
      unit: unitCode(unit),
      category,
      rate,
      net,
      ...pricesOf(line, body.prices_include_tax),
    };
  });
}

/** What is taken back is a negative quantity at a positive price: BR-27. */
function pricesOf({ quantity, unitPrice, discount, net }: TotalLine, included: boolean) {
  const sign = unitPrice.isNegative() ? -1 : 1;
  const signed = quantity.times(sign);
  if (!included) return { quantity: signed, price: unitPrice.times(sign), discount };
  const price = net.div(signed).abs().toDecimalPlaces(8);
  return { quantity: signed, price, discount: new Decimal(0) };
}
