/** How strongly a PDF is compressed. */
export const levels = ["lossless", "low", "medium", "high", "extreme"] as const;

export type Level = (typeof levels)[number];

/** What may be taken out of a PDF while it is compressed. */
export const strippables = [
  "metadata",
  "xmp",
  "thumbnails",
  "attachments",
  "javascript",
  "bookmarks",
  "annotations",
  "unused",
] as const;

export type Strippable = (typeof strippables)[number];
