import { type Static, t } from "hub";

/** Creates an optional text with its business term of EN 16931. */
function term(name: string, id: string) {
  return t.Optional(t.String({ description: `${name} (${id})` }));
}

/** Creates an optional list. */
function createList<Item extends Parameters<typeof t.Array>[0]>(item: Item, description: string) {
  return t.Optional(t.Array(item, { description }));
}

/** Creates an optional group. */
function createGroup<Fields extends Parameters<typeof t.Object>[0]>(
  fields: Fields,
  description: string,
) {
  return t.Optional(t.Object(fields, { description }));
}

function identifier(description: string) {
  return createGroup(
    { id: term("Identifier", "ID"), scheme: term("Its scheme", "schemeID") },
    description,
  );
}

const addressFields = {
  lines: createList(t.String(), "Lines of the address"),
  city: term("City", "BT-37, BT-52, BT-67, BT-77"),
  postal_code: term("Postal code", "BT-38, BT-53, BT-68, BT-78"),
  region: term("Region", "BT-39, BT-54, BT-69, BT-79"),
  country: term("Country code", "BT-40, BT-55, BT-69, BT-80"),
};

const partyFields = {
  name: term("Name", "BT-27, BT-44"),
  trading_name: term("Trading name", "BT-28, BT-45"),
  identifiers: createList(
    t.Object({ id: term("Identifier", "BT-29, BT-46"), scheme: term("Its scheme", "schemeID") }),
    "Identifiers of the party",
  ),
  registration: identifier("Legal registration (BT-30, BT-47)"),
  vat_id: term("VAT number", "BT-31, BT-48"),
  tax_id: term("Tax registration", "BT-32"),
  legal_information: term("Additional legal information", "BT-33"),
  endpoint: identifier("Electronic address (BT-34, BT-49)"),
  address: createGroup(addressFields, "Postal address (BG-5, BG-8)"),
  contact: createGroup(
    {
      name: term("Contact person", "BT-41, BT-56"),
      phone: term("Telephone number", "BT-42, BT-57"),
      email: term("Email address", "BT-43, BT-58"),
    },
    "Contact (BG-6, BG-9)",
  ),
};

const periodFields = {
  start: term("First day", "BT-73, BT-134"),
  end: term("Last day", "BT-74, BT-135"),
};

const lineAdjustmentFields = {
  amount: term("Amount", "BT-92, BT-99, BT-136, BT-141"),
  base: term("Base amount", "BT-93, BT-100, BT-137, BT-142"),
  percent: term("Percentage", "BT-94, BT-101, BT-138, BT-143"),
  reason: term("Reason", "BT-97, BT-104, BT-139, BT-144"),
  reason_code: term("Code of the reason", "BT-98, BT-105, BT-140, BT-145"),
};

const taxFields = {
  tax_category: term("VAT category", "BT-95, BT-102, BT-151"),
  tax_rate: term("VAT rate in percent", "BT-96, BT-103, BT-152"),
};

const adjustments = (description: string) =>
  createList(t.Object({ ...lineAdjustmentFields, ...taxFields }), description);

const lineAdjustments = (description: string) =>
  createList(t.Object(lineAdjustmentFields), description);

const lineFields = {
  id: term("Line identifier", "BT-126"),
  note: term("Note", "BT-127"),
  object: identifier("Invoiced object (BT-128)"),
  quantity: term("Quantity", "BT-129"),
  unit: term("Unit code", "BT-130"),
  net: term("Net amount", "BT-131"),
  order_line: term("Line of the purchase order", "BT-132"),
  accounting_reference: term("The buyer's accounting reference", "BT-133"),
  period: createGroup(periodFields, "Period of the line (BG-26)"),
  allowances: lineAdjustments("Allowances (BG-27)"),
  charges: lineAdjustments("Charges (BG-28)"),
  price: term("Net price", "BT-146"),
  price_discount: term("Discount on the price", "BT-147"),
  gross_price: term("Gross price", "BT-148"),
  base_quantity: term("Quantity of the price", "BT-149"),
  base_unit: term("Unit of that quantity", "BT-150"),
  ...taxFields,
  name: term("Item name", "BT-153"),
  description: term("Item description", "BT-154"),
  sku: term("The seller's article number", "BT-155"),
  buyer_sku: term("The buyer's article number", "BT-156"),
  standard_id: identifier("Standard identifier of the item (BT-157)"),
  classifications: createList(
    t.Object({ id: term("Class", "BT-158"), scheme: term("Its scheme", "BT-158-1") }),
    "Classifications of the item",
  ),
  origin_country: term("Country of origin", "BT-159"),
  attributes: createList(
    t.Object({ name: term("Name", "BT-160"), value: term("Value", "BT-161") }),
    "Attributes of the item (BG-32)",
  ),
};

/** An invoice in the terms of EN 16931. Amounts are decimal texts, exactly as written. */
export const receivedInvoice = t.Object(
  {
    specification: term("Specification identifier", "BT-24"),
    process: term("Business process", "BT-23"),
    number: term("Invoice number", "BT-1"),
    issue_date: term("Date of issue", "BT-2"),
    type: term("Type code", "BT-3"),
    currency: term("Currency code", "BT-5"),
    tax_currency: term("Currency for VAT accounting", "BT-6"),
    tax_point_date: term("Date when VAT becomes accountable", "BT-7"),
    tax_point_code: term("Code of that date", "BT-8"),
    due_date: term("Due date", "BT-9"),
    buyer_reference: term("The buyer's reference", "BT-10"),
    project: term("Project", "BT-11"),
    contract: term("Contract", "BT-12"),
    purchase_order: term("Purchase order", "BT-13"),
    sales_order: term("Sales order", "BT-14"),
    receiving_advice: term("Receiving advice", "BT-15"),
    despatch_advice: term("Despatch advice", "BT-16"),
    tender: term("Tender or lot", "BT-17"),
    object: identifier("Invoiced object (BT-18)"),
    accounting_reference: term("The buyer's accounting reference", "BT-19"),
    payment_terms: term("Payment terms", "BT-20"),
    notes: createList(t.String(), "Notes (BT-22)"),
    preceding_invoices: createList(
      t.Object({ number: term("Number", "BT-25"), date: term("Date of issue", "BT-26") }),
      "Preceding invoices (BG-3)",
    ),
    seller: t.Object(partyFields, { description: "Seller (BG-4)" }),
    buyer: t.Object(partyFields, { description: "Buyer (BG-7)" }),
    payee: createGroup(
      {
        name: term("Name", "BT-59"),
        identifier: identifier("Identifier (BT-60)"),
        registration: identifier("Legal registration (BT-61)"),
      },
      "Payee (BG-10)",
    ),
    tax_representative: createGroup(
      {
        name: term("Name", "BT-62"),
        vat_id: term("VAT number", "BT-63"),
        address: createGroup(addressFields, "Postal address (BG-12)"),
      },
      "The seller's tax representative (BG-11)",
    ),
    delivery: createGroup(
      {
        name: term("Name of the recipient", "BT-70"),
        location: identifier("Identifier of the place (BT-71)"),
        date: term("Date of delivery", "BT-72"),
        address: createGroup(addressFields, "Delivery address (BG-15)"),
      },
      "Delivery (BG-13)",
    ),
    period: createGroup(periodFields, "Invoicing period (BG-14)"),
    payments: createList(
      t.Object({
        code: term("Code of the payment means", "BT-81"),
        text: term("Text of the payment means", "BT-82"),
        reference: term("Payment reference", "BT-83"),
        account: createGroup(
          {
            id: term("Account", "BT-84"),
            name: term("Account name", "BT-85"),
            bic: term("BIC", "BT-86"),
          },
          "Credit transfer (BG-17)",
        ),
        card: createGroup(
          { number: term("Card number", "BT-87"), holder: term("Holder", "BT-88") },
          "Payment card (BG-18)",
        ),
        mandate: createGroup(
          {
            reference: term("Mandate", "BT-89"),
            creditor: term("Creditor identifier", "BT-90"),
            account: term("Debited account", "BT-91"),
          },
          "Direct debit (BG-19)",
        ),
      }),
      "Payment instructions (BG-16)",
    ),
    allowances: adjustments("Document-level allowances (BG-20)"),
    charges: adjustments("Document-level charges (BG-21)"),
    totals: t.Object(
      {
        lines: term("Sum of the lines", "BT-106"),
        allowances: term("Sum of the allowances", "BT-107"),
        charges: term("Sum of the charges", "BT-108"),
        without_tax: term("Total without VAT", "BT-109"),
        tax: term("Total VAT", "BT-110"),
        tax_in_tax_currency: term("Total VAT in the accounting currency", "BT-111"),
        with_tax: term("Total with VAT", "BT-112"),
        paid: term("Paid amount", "BT-113"),
        rounding: term("Rounding amount", "BT-114"),
        due: term("Amount due", "BT-115"),
      },
      { description: "Totals (BG-22)" },
    ),
    tax_breakdown: createList(
      t.Object({
        base: term("Taxable amount", "BT-116"),
        tax: term("Tax amount", "BT-117"),
        tax_category: term("VAT category", "BT-118"),
        tax_rate: term("VAT rate in percent", "BT-119"),
        reason: term("Exemption reason", "BT-120"),
        reason_code: term("Code of the exemption reason", "BT-121"),
      }),
      "VAT breakdown (BG-23)",
    ),
    documents: createList(
      t.Object({
        id: term("Reference", "BT-122"),
        description: term("Description", "BT-123"),
        url: term("URL", "BT-124"),
        media_type: term("Media type", "BT-125-1"),
        filename: term("File name", "BT-125-2"),
        content_base64: term("Content in base64", "BT-125"),
      }),
      "Supporting documents (BG-24)",
    ),
    lines: createList(t.Object(lineFields), "Lines (BG-25)"),
  },
  { description: "The invoice in the terms of EN 16931; amounts are texts, exactly as written" },
);

export type ReceivedInvoice = Static<typeof receivedInvoice>;
export type ReceivedLine = NonNullable<ReceivedInvoice["lines"]>[number];
