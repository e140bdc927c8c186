import type { TaxCategory } from "../money/categories.ts";

/** Codes of the VATEX list, and words where the caller has none. */
const exemptions: Readonly<Partial<Record<TaxCategory, { code?: string; reason: string }>>> = {
  E: { reason: "Exempt from VAT" },
  AE: { code: "VATEX-EU-AE", reason: "Reverse charge" },
  K: { code: "VATEX-EU-IC", reason: "Intra-community supply" },
  G: { code: "VATEX-EU-G", reason: "Export outside the EU" },
  O: { code: "VATEX-EU-O", reason: "Not subject to VAT" },
};

/** Why a category has no tax: BT-120 and BT-121. */
export function exemptionOf(category: TaxCategory, own: string | undefined) {
  const usual = exemptions[category];
  return usual && { code: usual.code, reason: own ?? usual.reason };
}
