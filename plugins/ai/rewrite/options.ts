/** What a text can be made. The last two need a language model. */
export const modes = [
  "formal",
  "casual",
  "concise",
  "simple",
  "polite",
  "active",
  "fix",
  "expand",
  "creative",
] as const;

export type Mode = (typeof modes)[number];

export interface Edit {
  start: number;
  end: number;
  after: string;
  rule: string;
}
