/** The drafts of JSON Schema, by the names that are asked for. */
export const drafts = ["auto", "draft-07", "2020-12"] as const;

export type DraftChoice = (typeof drafts)[number];
export type Draft = Exclude<DraftChoice, "auto">;

/** The draft a schema is read by: the chosen one, or the one it names itself. */
export function resolveDraft(schema: unknown, choice: DraftChoice): Draft {
  if (choice !== "auto") return choice;
  const uri = String((schema as { $schema?: unknown }).$schema ?? "");
  const known = DRAFTS.get(uri.endsWith("#") ? uri.slice(0, -1) : uri);
  if (known) return known;
  throw new Error(`Its $schema must be draft-07's or 2020-12's: it is ${JSON.stringify(uri)}`);
}

const DRAFTS: ReadonlyMap<string, Draft> = new Map([
  ["", "2020-12"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
]);
