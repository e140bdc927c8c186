/** Id types. */
export const types = ["uuid", "ulid", "nanoid", "objectid", "ksuid"] as const;

/** UUID versions that can be generated: RFC 9562. */
export const versions = ["1", "3", "4", "5", "6", "7", "nil", "max"] as const;

/** UUID notations. */
export const uuidSpellings = ["standard", "hex", "urn", "braced", "base64"] as const;

export type UuidSpelling = (typeof uuidSpellings)[number];
