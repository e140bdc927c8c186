/** The sets of labels that are built in. */
export const taxonomyNames = ["topics", "intent", "spam", "urgency", "toxicity"] as const;

/** A label as the engine takes it. */
export interface Label {
  name: string;
  description: string;
  keywords: readonly string[];
  examples: readonly string[];
}

/** A label as a caller writes it: its name, or what it means too. */
export type LabelInput =
  | string
  | { name: string; description?: string; keywords?: string[]; examples?: string[] };

export function labelOf(input: LabelInput): Label {
  if (typeof input === "string")
    return { name: input, description: "", keywords: [], examples: [] };
  return { description: "", keywords: [], examples: [], ...input };
}
