/** The kinds of id. */
export const types = ["uuid", "ulid", "nanoid", "objectid", "ksuid"] as const;

/** The kinds of UUID that can be made: RFC 9562. */
export const versions = ["1", "3", "4", "5", "6", "7", "nil", "max"] as const;

/** The ways to write a UUID. */
export const uuidSpellings = ["standard", "hex", "urn", "braced", "base64"] as const;

export type UuidSpelling = (typeof uuidSpellings)[number];
