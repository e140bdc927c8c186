/** How a summary may be written. */
export const formats = ["paragraph", "bullets", "headline", "tldr"] as const;

export type Format = (typeof formats)[number];
