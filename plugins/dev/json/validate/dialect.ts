import type { Json } from "../tree.ts";
import type { Draft } from "./drafts.ts";
import listed from "./metaschemas.json" with { type: "json" };
import { SchemaError } from "./schema-error.ts";

/** The keywords of a schema and their meaning: a draft, or a custom metaschema based on one. */
export interface Dialect {
  draft: Draft;
  keywords: ReadonlySet<string>;
  /** Whether `format` is part of the verdict by the dialect itself. Undefined if the draft leaves it open. */
  assertsFormat: boolean | undefined;
  /** The keyword that names a schema. */
  id: "id" | "$id";
  /** Whether `$ref` hides the keywords next to it. */
  refHidesSiblings: boolean;
}

/** Returns the keywords that a metaschema describes, and those that it permits without a description. */
function listKeywords(uri: string, ...others: readonly string[]): string[] {
  const metaschema = listed.find((one) => (one.$id ?? one.id ?? "").replace(/#$/, "") === uri);
  return metaschema ? [...Object.keys(metaschema.properties), ...others] : [];
}

const draft4 = listKeywords("http://json-schema.org/draft-04/schema", "$ref", "format");
const draft6 = listKeywords("http://json-schema.org/draft-06/schema");
const draft7 = listKeywords("http://json-schema.org/draft-07/schema", "writeOnly");

/** Returns the keywords of a vocabulary of 2019-09 or 2020-12, with those of earlier drafts that they still permit. */
function listVocabulary(draft: string, name: string): string[] {
  const earlier = name === "core" ? ["definitions"] : name === "applicator" ? ["dependencies"] : [];
  return listKeywords(`https://json-schema.org/draft/${draft}/meta/${name}`, ...earlier);
}

/** Returns all keywords of 2019-09 or 2020-12. */
function listDraft(draft: string): string[] {
  const prefix = `https://json-schema.org/draft/${draft}/meta/`;
  const names = listed.flatMap(({ $id = "" }) =>
    $id.startsWith(prefix) ? $id.slice(prefix.length) : [],
  );
  return names.flatMap((name) => listVocabulary(draft, name));
}

/** The keywords of a later draft that no dialect of an earlier one has. */
export const allKeywords: ReadonlySet<string> = new Set([
  ...draft7,
  ...listDraft("2019-09"),
  ...listDraft("2020-12"),
]);

function createDialect(
  draft: Draft,
  keywords: readonly string[],
  assertsFormat?: boolean,
): Dialect {
  return {
    draft,
    keywords: new Set(keywords),
    assertsFormat,
    id: draft === "draft-04" ? "id" : "$id",
    refHidesSiblings: draft.startsWith("draft-"),
  };
}

/** The dialects of the drafts themselves. */
export const standardDialects: Readonly<Record<Draft, Dialect>> = {
  "draft-04": createDialect("draft-04", draft4),
  "draft-06": createDialect("draft-06", draft6),
  "draft-07": createDialect("draft-07", draft7),
  "2019-09": createDialect("2019-09", listDraft("2019-09"), false),
  "2020-12": createDialect("2020-12", listDraft("2020-12"), false),
};

const draftsByUri: ReadonlyMap<string, Draft> = new Map([
  ["http://json-schema.org/draft-04/schema", "draft-04"],
  ["http://json-schema.org/draft-06/schema", "draft-06"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["http://json-schema.org/draft/2019-09/schema", "2019-09"],
  ["http://json-schema.org/draft/2020-12/schema", "2020-12"],
]);

/** Returns the draft that a `$schema` names. Both schemes and a trailing `#` are common. */
export function findDraft(uri: string): Draft | undefined {
  const bare = uri.endsWith("#") ? uri.slice(0, -1) : uri;
  return draftsByUri.get(bare.replace(/^https:/, "http:"));
}

/** The URI of a draft's metaschema. */
export function getMetaschemaUri(draft: Draft): string {
  const path = draft.startsWith("draft-") ? draft : `draft/${draft}`;
  return `${draft.startsWith("draft-") ? "http" : "https"}://json-schema.org/${path}/schema`;
}

const vocabularyPattern =
  /^https:\/\/json-schema\.org\/draft\/(2019-09|2020-12)\/vocab\/([a-z-]+)$/;

/** Builds the dialect of a custom metaschema from its `$vocabulary`. Throws if it requires an unknown vocabulary. */
export function readVocabularies(vocabulary: ReadonlyMap<string, Json>, base: Dialect): Dialect {
  const keywords: string[] = [];
  let assertsFormat = base.assertsFormat;
  let draft = base.draft;
  for (const [uri, isRequired] of vocabulary) {
    const [, version = "", name = ""] = vocabularyPattern.exec(uri) ?? [];
    const known = listVocabulary(version, name);
    if (known.length === 0 && isRequired === true)
      throw new SchemaError(
        `Its metaschema requires an unknown vocabulary: ${JSON.stringify(uri)}`,
      );
    if (known.length === 0) continue;
    draft = version as Draft;
    keywords.push(...known);
    if (name === "format-assertion" || (name === "format" && isRequired === true))
      assertsFormat = true;
  }
  return createDialect(draft, keywords, assertsFormat);
}
