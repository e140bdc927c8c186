/** What may be answered of a page besides. */
export const parts = ["og", "twitter", "jsonld", "links", "headers", "feeds", "oembed"] as const;

export type Part = (typeof parts)[number];

/** Where a fact may be found. */
export const sources = ["og", "twitter", "jsonld", "html"] as const;

export type Source = (typeof sources)[number];
