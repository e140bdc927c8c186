/** The VAT categories of EN 16931 (UNTDID 5305), by their usual meaning. */
export const taxCategories = ["S", "Z", "E", "AE", "K", "G", "O"] as const;

export type TaxCategory = (typeof taxCategories)[number];
