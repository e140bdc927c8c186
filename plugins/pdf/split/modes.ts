/** What a document may be split by. */
export const modes = ["ranges", "every", "size", "bookmarks", "blank", "text"] as const;

export type Mode = (typeof modes)[number];
