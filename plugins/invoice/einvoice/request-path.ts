import { asTable } from "hub";
import type { RuleSet } from "./rules/check.ts";

/** Fields of the request's invoice by path in the electronic invoice. After `^`, they are fields of the body. */
const fields: Readonly<Record<string, string>> = asTable({
  number: "invoice_number",
  issue_date: "date",
  due_date: "due_date",
  type: "^type",
  currency: "currency",
  specification: "^profile",
  process: "^profile",
  buyer_reference: "^buyer_reference",
  purchase_order: "purchase_order",
  preceding_invoices: "^preceding_invoices",
  tax_point_code: "^tax_point_code",
  tax_point_date: "^tax_point_date",
  tax_currency: "^tax_currency",
  "totals.tax_in_tax_currency": "^tax_in_tax_currency",
  object: "^references.object",
  tax_representative: "^tax_representative",
  "tax_representative.vat_id": "^tax_representative.vat_id",
  "tax_representative.address": "^tax_representative.country",
  "seller.identifiers": "^seller.identifiers",
  "buyer.identifiers": "^buyer.identifiers",
  "payee.identifier": "^payee.id_scheme",
  "payee.registration": "^payee.registration_scheme",
  "delivery.location": "^delivery.location_scheme",
  "payments.code": "^payment_means.code",
  "payments.card": "^payment_means.card",
  "payments.mandate": "^payment_means.mandate",
  payment_terms: "payment_terms",
  notes: "notes",
  documents: "^documents",
  period: "^period",
  payee: "^payee",
  seller: "from.name",
  "seller.vat_id": "from.tax_id",
  "seller.registration": "from.registration_id",
  "seller.registration.scheme": "from.registration_scheme",
  "seller.endpoint.scheme": "from.endpoint_scheme",
  "seller.contact": "from.contact_name",
  "seller.contact.phone": "from.phone",
  "seller.contact.email": "from.email",
  "seller.address": "from.country",
  "seller.address.city": "from.city",
  "seller.address.postal_code": "from.postal_code",
  buyer: "to.name",
  "buyer.vat_id": "to.tax_id",
  "buyer.registration": "to.registration_id",
  "buyer.registration.scheme": "to.registration_scheme",
  "buyer.endpoint.scheme": "to.endpoint_scheme",
  "buyer.address": "to.country",
  "buyer.address.city": "to.city",
  "buyer.address.postal_code": "to.postal_code",
  "delivery.date": "delivery_date",
  payments: "payment",
  "payments.account": "payment.iban",
  allowances: "discount",
  charges: "shipping",
  totals: "items",
  "totals.paid": "amount_paid",
  tax_breakdown: "items",
  "tax_breakdown.reason_code": "^tax_exemption_code",
  lines: "items",
  "lines.unit": "items.*.unit",
  "lines.net": "items.*.unit_price",
  "lines.price": "items.*.unit_price",
  "lines.quantity": "items.*.quantity",
  "lines.allowances": "items.*.discount",
  "lines.name": "items.*.description",
  "lines.tax_category": "items.*.tax_category",
  "lines.tax_rate": "items.*.tax_rate",
  "lines.period": "items.*.terms.period",
  "lines.object": "items.*.terms.object",
  "lines.standard_id": "items.*.terms.standard_id",
  "lines.classifications": "items.*.terms.classifications",
  "lines.origin_country": "items.*.terms.origin_country",
  "lines.attributes": "items.*.terms.attributes",
});

/** Fields of the delivery address, which is the buyer's by default. */
const deliveryFields: readonly string[] = ["city", "postal_code", "country"];

/** Returns the field of the request to correct for a path in the electronic invoice. */
export function findRequestPath(
  path: string,
  { ruleSet, hasDelivery }: { ruleSet: RuleSet; hasDelivery: boolean },
): string {
  const names = path.split(".").filter((name) => !/^\d+$/.test(name));
  const index = /^\w+\.(\d+)/.exec(path)?.[1] ?? "0";
  const [first, second, third] = names;
  const side = first === "seller" ? "from" : "to";
  if (second === "endpoint" && third !== "scheme")
    return `body.invoice.${side}.${ruleSet === "peppol" ? "endpoint_id" : "email"}`;
  if (first === "delivery" && second === "address") {
    const field = deliveryFields.includes(third ?? "") ? third : "country";
    return hasDelivery ? `body.delivery.${field}` : `body.invoice.to.${field}`;
  }
  while (names.length > 0) {
    const field = fields[names.join(".")];
    if (field?.startsWith("^")) return `body.${field.slice(1)}`;
    if (field !== undefined) return `body.invoice.${field.replace("*", index)}`;
    names.pop();
  }
  return "body.invoice";
}
