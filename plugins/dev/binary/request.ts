/** Binary formats for the values of JSON. */
export const packedFormats = ["cbor", "msgpack"] as const;

export type PackedFormat = (typeof packedFormats)[number];
