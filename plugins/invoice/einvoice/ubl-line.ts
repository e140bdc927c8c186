import { lineDiscount, percentText } from "./cii-line.ts";
import type { Allowance, Breakdown, ModelLine } from "./model.ts";
import { moneyText } from "./money.ts";
import { element } from "./xml.ts";

/** BG-25. */
export function ublLine(
  line: ModelLine,
  { currency, isCredit }: { currency: string; isCredit: boolean },
) {
  const quantity = isCredit ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity";
  return element(
    isCredit ? "cac:CreditNoteLine" : "cac:InvoiceLine",
    element("cbc:ID", line.id),
    element([quantity, { unitCode: line.unit ?? "" }], line.quantity.toFixed()),
    element(["cbc:LineExtensionAmount", { currencyID: currency }], moneyText(line.net)),
    line.discount.isZero()
      ? undefined
      : adjustment({ isCharge: false, amount: line.discount, ...lineDiscount }, currency),
    element(
      "cac:Item",
      element("cbc:Description", line.description),
      element("cbc:Name", line.name),
      element("cac:SellersItemIdentification", element("cbc:ID", line.sku)),
      ublTaxCategory("cac:ClassifiedTaxCategory", line),
    ),
    element(
      "cac:Price",
      element(["cbc:PriceAmount", { currencyID: currency }], line.price.toFixed()),
    ),
  );
}

/** A discount or charge on the whole. */
export function ublAllowance(allowance: Allowance, currency: string) {
  return adjustment(allowance, currency, ublTaxCategory("cac:TaxCategory", allowance));
}

function adjustment(
  { isCharge, amount, code, reason }: Pick<Allowance, "isCharge" | "amount" | "code" | "reason">,
  currency: string,
  tax?: ReturnType<typeof ublTaxCategory>,
) {
  return element(
    "cac:AllowanceCharge",
    element("cbc:ChargeIndicator", String(isCharge)),
    element("cbc:AllowanceChargeReasonCode", code),
    element("cbc:AllowanceChargeReason", reason),
    element(["cbc:Amount", { currencyID: currency }], moneyText(amount)),
    tax,
  );
}

/** The kind of a tax; in a breakdown with why there is none. */
export function ublTaxCategory(
  name: string,
  { category, rate }: { category: string; rate: number },
  { percent, exemption }: Partial<Pick<Breakdown, "percent" | "exemption">> = {},
) {
  return element(
    name,
    element("cbc:ID", category),
    element("cbc:Percent", percentText({ category, rate }, percent)),
    element("cbc:TaxExemptionReasonCode", exemption?.code),
    element("cbc:TaxExemptionReason", exemption?.reason),
    element("cac:TaxScheme", element("cbc:ID", "VAT")),
  );
}
