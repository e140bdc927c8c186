/** The formats of a patch: RFC 6902 and RFC 7386. */
export const patchFormats = ["json-patch", "merge-patch"] as const;

export type PatchFormat = (typeof patchFormats)[number];
