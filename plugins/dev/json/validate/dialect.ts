import type { Json } from "../tree.ts";
import type { Draft } from "./drafts.ts";
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

function listWords(text: string): string[] {
  return text.trim().split(/\s+/);
}

const draft4 = listWords(`
  id $schema $ref title description default definitions multipleOf maximum exclusiveMaximum minimum exclusiveMinimum
  maxLength minLength pattern additionalItems items maxItems minItems uniqueItems maxProperties minProperties required
  additionalProperties properties patternProperties dependencies enum type format allOf anyOf oneOf not
`);
const draft6 = ["$id", ...draft4.slice(1), "const", "contains", "propertyNames", "examples"];
const draft7 = [
  ...draft6,
  ...listWords("$comment if then else readOnly writeOnly contentEncoding contentMediaType"),
];

/** The vocabularies of 2019-09 and 2020-12 by the last part of their URIs. */
const shared: Readonly<Record<string, readonly string[]>> = {
  core: listWords("$id $schema $ref $anchor $vocabulary $comment $defs definitions"),
  applicator: listWords(`
    items contains additionalProperties properties patternProperties dependentSchemas dependencies propertyNames if then
    else allOf anyOf oneOf not
  `),
  validation: listWords(`
    multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems
    maxContains minContains maxProperties minProperties required dependentRequired const enum type
  `),
  "meta-data": listWords("title description default deprecated readOnly writeOnly examples"),
  content: listWords("contentEncoding contentMediaType contentSchema"),
};
const vocabularies: Readonly<
  Record<"2019-09" | "2020-12", Readonly<Record<string, readonly string[]>>>
> = {
  "2019-09": {
    ...shared,
    core: [...(shared.core ?? []), "$recursiveRef", "$recursiveAnchor"],
    applicator: [
      ...(shared.applicator ?? []),
      ...listWords("additionalItems unevaluatedItems unevaluatedProperties"),
    ],
    format: ["format"],
  },
  "2020-12": {
    ...shared,
    core: [...(shared.core ?? []), "$dynamicRef", "$dynamicAnchor"],
    applicator: [...(shared.applicator ?? []), "prefixItems"],
    unevaluated: listWords("unevaluatedItems unevaluatedProperties"),
    "format-annotation": ["format"],
    "format-assertion": ["format"],
  },
};

/** The keywords of a later draft that no dialect of an earlier one has. */
export const allKeywords: ReadonlySet<string> = new Set([
  ...draft7,
  ...Object.values(vocabularies).flatMap((one) => Object.values(one).flat()),
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
  "2019-09": createDialect("2019-09", Object.values(vocabularies["2019-09"]).flat(), false),
  "2020-12": createDialect("2020-12", Object.values(vocabularies["2020-12"]).flat(), false),
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
    const [, version, name = ""] = vocabularyPattern.exec(uri) ?? [];
    const list = vocabularies[version as "2019-09"] ?? {};
    const known = Object.hasOwn(list, name) ? list[name] : undefined;
    if (!known && isRequired === true)
      throw new SchemaError(
        `Its metaschema requires an unknown vocabulary: ${JSON.stringify(uri)}`,
      );
    if (!known) continue;
    draft = version as Draft;
    keywords.push(...known);
    if (name === "format-assertion" || (name === "format" && isRequired === true))
      assertsFormat = true;
  }
  return createDialect(draft, keywords, assertsFormat);
}
