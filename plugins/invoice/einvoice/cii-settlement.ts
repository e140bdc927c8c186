import { type CiiOptions, ciiDay } from "./cii-day.ts";
import { ciiAllowance, ciiTax } from "./cii-line.ts";
import type { Breakdown, Model } from "./model.ts";
import { moneyText, moneyTextIfAny } from "./money.ts";
import { element } from "./xml.ts";

/** How it is to be paid, the taxes and the sums. */
export function ciiSettlement(model: Model, options: CiiOptions) {
  const { payment, currency, breakdown, allowances, terms, due, preceding } = model;
  return element(
    "ram:ApplicableHeaderTradeSettlement",
    element("ram:PaymentReference", payment?.reference),
    element("ram:InvoiceCurrencyCode", currency),
    means(model, options),
    breakdown.map(tax),
    allowances.map((allowance) => ciiAllowance(allowance, ciiTax(allowance))),
    element(
      "ram:SpecifiedTradePaymentTerms",
      element("ram:Description", terms),
      element("ram:DueDateDateTime", ciiDay(due)),
    ),
    summation(model),
    element(
      "ram:InvoiceReferencedDocument",
      element("ram:IssuerAssignedID", preceding?.number),
      element("ram:FormattedIssueDateTime", ciiDay(preceding?.date, "qdt")),
    ),
  );
}

function means({ payment }: Model, { basic }: CiiOptions) {
  if (!payment) return undefined;
  const { code, text, account } = payment;
  // An IBAN begins with its country; other account numbers have an element of their own.
  const isIban = /^[A-Z]{2}\d\d/.test(account?.iban ?? "");
  return element(
    "ram:SpecifiedTradeSettlementPaymentMeans",
    element("ram:TypeCode", code),
    basic ? undefined : element("ram:Information", text),
    account &&
      element(
        "ram:PayeePartyCreditorFinancialAccount",
        isIban ? element("ram:IBANID", account.iban) : undefined,
        basic ? undefined : element("ram:AccountName", account.name),
        isIban ? undefined : element("ram:ProprietaryID", account.iban),
      ),
    basic
      ? undefined
      : element(
          "ram:PayeeSpecifiedCreditorFinancialInstitution",
          element("ram:BICID", account?.bic),
        ),
  );
}

function tax({ category, rate, percent: told, base, tax, exemption }: Breakdown) {
  const [type, code, percent] = ciiTax({ category, rate }, told);
  return element(
    "ram:ApplicableTradeTax",
    element("ram:CalculatedAmount", moneyText(tax)),
    type,
    element("ram:ExemptionReason", exemption?.reason),
    element("ram:BasisAmount", moneyText(base)),
    code,
    element("ram:ExemptionReasonCode", exemption?.code),
    percent,
  );
}

function summation({ sums, currency }: Model) {
  return element(
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
    element("ram:LineTotalAmount", moneyText(sums.lines)),
    element("ram:ChargeTotalAmount", moneyTextIfAny(sums.charges)),
    element("ram:AllowanceTotalAmount", moneyTextIfAny(sums.allowances)),
    element("ram:TaxBasisTotalAmount", moneyText(sums.withoutTax)),
    element(["ram:TaxTotalAmount", { currencyID: currency }], moneyText(sums.tax)),
    element("ram:RoundingAmount", moneyTextIfAny(sums.rounding)),
    element("ram:GrandTotalAmount", moneyText(sums.withTax)),
    element("ram:TotalPrepaidAmount", moneyTextIfAny(sums.paid)),
    element("ram:DuePayableAmount", moneyText(sums.due)),
  );
}
