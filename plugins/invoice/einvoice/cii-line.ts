import type { CiiOptions } from "./cii-day.ts";
import type { Allowance, ModelLine } from "./model.ts";
import { moneyText } from "./money.ts";
import { element } from "./xml.ts";

/** BG-25. */
export function ciiLine(line: ModelLine, { basic }: CiiOptions) {
  return element(
    "ram:IncludedSupplyChainTradeLineItem",
    element("ram:AssociatedDocumentLineDocument", element("ram:LineID", line.id)),
    element(
      "ram:SpecifiedTradeProduct",
      basic ? undefined : element("ram:SellerAssignedID", line.sku),
      element("ram:Name", line.name),
      basic ? undefined : element("ram:Description", line.description),
    ),
    element(
      "ram:SpecifiedLineTradeAgreement",
      element("ram:NetPriceProductTradePrice", element("ram:ChargeAmount", line.price.toFixed())),
    ),
    element(
      "ram:SpecifiedLineTradeDelivery",
      element(["ram:BilledQuantity", { unitCode: line.unit ?? "" }], line.quantity.toFixed()),
    ),
    element(
      "ram:SpecifiedLineTradeSettlement",
      element("ram:ApplicableTradeTax", ciiTax(line)),
      line.discount.isZero()
        ? undefined
        : ciiAllowance({ ...line, isCharge: false, amount: line.discount, ...lineDiscount }),
      element(
        "ram:SpecifiedTradeSettlementLineMonetarySummation",
        element("ram:LineTotalAmount", moneyText(line.net)),
      ),
    ),
  );
}

/** UNTDID 5189: discount. */
export const lineDiscount = { code: "95", reason: "Discount" };

/** What of a tax tells its kind. */
export function ciiTax(kind: { category: string; rate: number }, percent?: number) {
  return [
    element("ram:TypeCode", "VAT"),
    element("ram:CategoryCode", kind.category),
    element("ram:RateApplicablePercent", percentText(kind, percent)),
  ];
}

/** A rate in per cent; a supply that is not subject to tax has none, unless a breakdown has to tell one. */
export function percentText(
  { category, rate }: { category: string; rate: number },
  told?: number,
): string | undefined {
  return category === "O" ? told?.toString() : String(rate);
}

type Adjustment = Pick<Allowance, "isCharge" | "amount" | "code" | "reason">;

/** BG-20, BG-21 and BG-27; those of the whole have a tax too. */
export function ciiAllowance(
  { isCharge, amount, code, reason }: Adjustment,
  tax?: ReturnType<typeof ciiTax>,
) {
  return element(
    "ram:SpecifiedTradeAllowanceCharge",
    element("ram:ChargeIndicator", element("udt:Indicator", String(isCharge))),
    element("ram:ActualAmount", moneyText(amount)),
    element("ram:ReasonCode", code),
    element("ram:Reason", reason),
    element("ram:CategoryTradeTax", tax),
  );
}
