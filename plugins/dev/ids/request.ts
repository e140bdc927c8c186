/** Id types. */
export const types = ["uuid", "ulid", "nanoid", "objectid", "ksuid"] as const;

/** UUID versions that can be generated: RFC 9562. */
export const versions = ["1", "3", "4", "5", "6", "7", "8", "nil", "max"] as const;

/** UUID notations. */
export const uuidSpellings = ["standard", "hex", "urn", "braced", "base64"] as const;

export type UuidSpelling = (typeof uuidSpellings)[number];

/** The bits of a platform's Snowflakes, from the left: the time, the machine and the sequence. */
interface SnowflakeLayout {
  /** Start of the time, in milliseconds since 1970. */
  epochMs: number;
  /** Number of bits to the right of the time. */
  timeShift: number;
  nodeBits: number;
  sequenceBits: number;
}

/** Platforms whose ids are Snowflakes. */
export const platforms = {
  twitter: { epochMs: 1_288_834_974_657, timeShift: 22, nodeBits: 10, sequenceBits: 12 },
  discord: { epochMs: 1_420_070_400_000, timeShift: 22, nodeBits: 10, sequenceBits: 12 },
  instagram: { epochMs: 1_314_220_021_721, timeShift: 23, nodeBits: 13, sequenceBits: 10 },
  mastodon: { epochMs: 0, timeShift: 16, nodeBits: 0, sequenceBits: 16 },
} as const satisfies Record<string, SnowflakeLayout>;

export type Platform = keyof typeof platforms;
