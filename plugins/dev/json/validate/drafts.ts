/** JSON Schema drafts that callers can choose. */
export const drafts = ["auto", "draft-07", "2020-12"] as const;

export type DraftChoice = (typeof drafts)[number];
export type Draft = Exclude<DraftChoice, "auto">;

/** Returns the chosen draft, or the one that the schema declares. */
export function resolveDraft(schema: unknown, choice: DraftChoice): Draft {
  if (choice !== "auto") return choice;
  const uri = String((schema as { $schema?: unknown }).$schema ?? "");
  const known = DRAFTS.get(uri.endsWith("#") ? uri.slice(0, -1) : uri);
  if (known) return known;
  throw new Error(`"$schema" must name draft-07 or 2020-12: it is ${JSON.stringify(uri)}`);
}

const DRAFTS: ReadonlyMap<string, Draft> = new Map([
  ["", "2020-12"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
]);
