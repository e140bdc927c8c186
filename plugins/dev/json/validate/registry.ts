import { resolveIri } from "@hyperjump/uri";
import { step, unescapeStep } from "../pointer.ts";
import type { Json, Members } from "../tree.ts";
import { type Dialect, findDraft, readVocabularies, standardDialects } from "./dialect.ts";
import type { Draft } from "./drafts.ts";
import { metaschemas } from "./metaschemas.ts";
import { SchemaError } from "./schema-error.ts";

/** A schema with a URI of its own: a document, or a part of one with `$id`. */
export interface Resource {
  readonly uri: string;
  readonly root: Json;
  readonly dialect: Dialect;
  readonly anchors: Map<string, Location>;
  readonly dynamicAnchors: Set<string>;
  /** Whether `$recursiveAnchor` is true at the root. */
  isRecursive: boolean;
}

/** A schema and where it stands. */
export interface Location {
  readonly schema: Json;
  readonly resource: Resource;
  /** JSON Pointer from the root of the resource. */
  readonly pointer: string;
}

type SubschemaKind = "one" | "list" | "map" | "one or list";

function listKeywords(kind: SubschemaKind, keywords: string): [string, SubschemaKind][] {
  return keywords.split(" ").map((keyword) => [keyword, kind]);
}

/** Keywords whose value is a schema, a list of schemas, or an object of schemas. */
const subschemas: ReadonlyMap<string, SubschemaKind> = new Map([
  ...listKeywords(
    "one",
    "additionalItems additionalProperties contains contentSchema else if not propertyNames then unevaluatedItems unevaluatedProperties",
  ),
  ...listKeywords("one or list", "items"),
  ...listKeywords("list", "allOf anyOf oneOf prefixItems"),
  ...listKeywords(
    "map",
    "$defs definitions dependencies dependentSchemas patternProperties properties",
  ),
]);

/** The base of relative URIs in a schema without one. */
const defaultBase = "https://schema.invalid/";

/** Finds schemas by URI, among those that the caller gave and the metaschemas. Nothing is fetched. */
export class Registry {
  /** Whether any schema has a keyword that needs to know which parts were evaluated. */
  usesUnevaluated = false;
  /** The documents in use, in the order of their first use, without metaschemas of the drafts. */
  readonly loaded: Location[] = [];
  readonly #scanned: Location[] = [];
  readonly #resources = new Map<string, Resource>();
  readonly #locations = new WeakMap<Members, Location>();
  readonly #documents = new Map<string, Json>();
  readonly #custom = new Map<string, Dialect>();
  readonly #defaultDialect: Dialect;

  constructor(documents: ReadonlyMap<string, Json>, draft: Draft) {
    this.#defaultDialect = standardDialects[draft];
    for (const [uri, document] of documents) {
      this.#documents.set(this.resolveUri(uri, defaultBase), document);
      const own = getId(document);
      if (own) this.#documents.set(this.resolveUri(own, defaultBase), document);
    }
  }

  /** Registers the caller's schema. An explicitly chosen draft overrides the `$schema` of its root. */
  addMain(schema: Json, override?: Draft): Location {
    return this.#load(defaultBase, schema, override && standardDialects[override]);
  }

  /** Returns the location of a schema object that was found at or below a location. */
  locate(schema: Json, parent: Location, path: string): Location {
    const known = schema instanceof Map ? this.#locations.get(schema) : undefined;
    if (known) return known;
    const location = { schema, resource: parent.resource, pointer: parent.pointer + path };
    this.#scan(location);
    return (schema instanceof Map && this.#locations.get(schema)) || location;
  }

  /** Resolves a reference. Throws if there is no such schema. */
  resolve(reference: string, { resource }: Location): Location {
    const hash = reference.indexOf("#");
    const address = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = hash < 0 ? "" : decodeFragment(reference.slice(hash + 1));
    const target = address === "" ? resource : this.find(this.resolveUri(address, resource.uri));
    const found = target && this.#findInside(target, fragment);
    if (found) return found;
    const reason = target
      ? "its document has no such part"
      : 'add its document to "schemas" under this URI; nothing is fetched';
    throw new SchemaError(`Cannot find the schema ${JSON.stringify(reference)}: ${reason}`);
  }

  /** Returns the resource with a URI. */
  find(uri: string): Resource | undefined {
    const known = this.#resources.get(uri);
    if (known) return known;
    const document = this.#documents.get(uri) ?? metaschemas.get(uri);
    return document === undefined ? undefined : this.#load(uri, document).resource;
  }

  resolveUri(reference: string, base: string): string {
    const bare = reference.replace(/#$/, "");
    try {
      return resolveIri(bare, base);
    } catch (cause) {
      throw new SchemaError(`Cannot read the URI ${JSON.stringify(reference)}`, { cause });
    }
  }

  #load(uri: string, schema: Json, override?: Dialect): Location {
    const dialect = override ?? this.#readDialect(schema) ?? this.#defaultDialect;
    const resource = createResource(uri, schema, dialect);
    this.#resources.set(uri, resource);
    const location = { schema, resource, pointer: "" };
    this.#scan(location);
    const own = (schema instanceof Map && this.#locations.get(schema)) || location;
    this.#resources.set(uri, own.resource);
    if (!metaschemas.has(uri)) this.loaded.push(own);
    return own;
  }

  /** Lists the schema objects found so far. */
  listLocations(): readonly Location[] {
    return this.#scanned;
  }

  /** Returns the dialect that a schema declares. */
  #readDialect(schema: Json): Dialect | undefined {
    const uri = schema instanceof Map ? schema.get("$schema") : undefined;
    if (typeof uri !== "string" || uri === "") return undefined;
    const draft = findDraft(uri);
    if (draft) return standardDialects[draft];
    const absolute = this.resolveUri(uri, defaultBase);
    const known = this.#custom.get(absolute);
    if (known) return known;
    // A metaschema that describes itself is read as one of the default draft.
    this.#custom.set(absolute, this.#defaultDialect);
    const metaschema = this.#documents.get(absolute);
    if (metaschema === undefined)
      throw new SchemaError(
        `"$schema" must name draft-04, draft-06, draft-07, 2019-09 or 2020-12, or a metaschema in "schemas": it is ${JSON.stringify(uri)}`,
      );
    const base = this.#readDialect(metaschema) ?? this.#defaultDialect;
    const vocabulary = metaschema instanceof Map ? metaschema.get("$vocabulary") : undefined;
    const dialect = vocabulary instanceof Map ? readVocabularies(vocabulary, base) : base;
    this.#custom.set(absolute, dialect);
    return dialect;
  }

  /** Records the URIs and anchors of a schema and of all schemas inside it. */
  #scan({ schema, resource: outer, pointer: outerPointer }: Location): void {
    if (!(schema instanceof Map) || this.#locations.has(schema)) return;
    const { resource, pointer } = this.#enter({ schema, resource: outer, pointer: outerPointer });
    const location = { schema, resource, pointer };
    this.#locations.set(schema, location);
    this.#scanned.push(location);
    const { keywords, draft } = resource.dialect;
    this.#recordAnchors(schema, location);
    if (schema.has("unevaluatedItems") || schema.has("unevaluatedProperties"))
      this.usesUnevaluated = true;
    for (const [keyword, value] of schema) {
      const kind = subschemas.get(keyword);
      if (!kind || !keywords.has(keyword)) continue;
      const path = pointer + step(keyword);
      if (Array.isArray(value)) {
        if (kind === "list" || (kind === "one or list" && draft !== "2020-12"))
          for (const [index, item] of value.entries())
            this.#scan({ schema: item, resource, pointer: path + step(index) });
      } else if (value instanceof Map && kind === "map")
        for (const [name, item] of value)
          this.#scan({ schema: item, resource, pointer: path + step(name) });
      else this.#scan({ schema: value, resource, pointer: path });
    }
  }

  /** Returns the resource that a schema belongs to: its own if it has a URI. */
  #enter({ schema, resource, pointer }: Location): Location {
    const members = schema as Members;
    const isRoot = resource.root === schema;
    const declared = isRoot ? resource.dialect : (this.#readEmbedded(members) ?? resource.dialect);
    const id = members.get(declared.id);
    if (typeof id !== "string" || (declared.refHidesSiblings && members.has("$ref")))
      return { schema, resource, pointer };
    const hash = id.indexOf("#");
    const address = hash < 0 ? id : id.slice(0, hash);
    const anchor = hash < 0 ? "" : decodeFragment(id.slice(hash + 1));
    if (address === "") {
      if (anchor !== "" && declared.refHidesSiblings)
        resource.anchors.set(anchor, { schema, resource, pointer });
      return { schema, resource, pointer };
    }
    const uri = this.resolveUri(address, resource.uri);
    const own = uri === resource.uri && isRoot ? resource : createResource(uri, schema, declared);
    const other = this.#resources.get(uri);
    if (other && other.root !== schema && !isRoot)
      throw new SchemaError(`Two schemas have the URI ${JSON.stringify(uri)}`);
    this.#resources.set(uri, own);
    if (anchor !== "" && declared.refHidesSiblings)
      own.anchors.set(anchor, { schema, resource: own, pointer: "" });
    return { schema, resource: own, pointer: "" };
  }

  /** Returns the dialect of an embedded resource. `$schema` has no meaning elsewhere. */
  #readEmbedded(members: Members): Dialect | undefined {
    return members.has("$schema") && (members.has("$id") || members.has("id"))
      ? this.#readDialect(members)
      : undefined;
  }

  #recordAnchors(schema: Members, location: Location): void {
    const { resource } = location;
    const { keywords } = resource.dialect;
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const name = schema.get(keyword);
      if (typeof name !== "string" || !keywords.has(keyword)) continue;
      resource.anchors.set(name, location);
      if (keyword === "$dynamicAnchor") resource.dynamicAnchors.add(name);
    }
    if (resource.root === schema && keywords.has("$recursiveAnchor"))
      resource.isRecursive = schema.get("$recursiveAnchor") === true;
  }

  #findInside(resource: Resource, fragment: string): Location | undefined {
    if (fragment !== "" && !fragment.startsWith("/")) return resource.anchors.get(fragment);
    let location = this.locate(resource.root, { schema: null, resource, pointer: "" }, "");
    let path = "";
    for (const key of fragment.split("/").slice(1)) {
      const value = getChild(followPath(location, path), unescapeStep(key));
      if (value === undefined) return undefined;
      path += `/${key}`;
      const known = value instanceof Map ? this.#locations.get(value) : undefined;
      if (known) [location, path] = [known, ""];
    }
    const schema = followPath(location, path);
    return path === "" ? location : this.locate(schema, location, path);
  }
}

function createResource(uri: string, root: Json, dialect: Dialect): Resource {
  return {
    uri,
    root,
    dialect,
    anchors: new Map(),
    dynamicAnchors: new Set(),
    isRecursive: false,
  };
}

function getId(document: Json): string | undefined {
  if (!(document instanceof Map)) return undefined;
  const id = document.get("$id") ?? document.get("id");
  return typeof id === "string" && !id.startsWith("#") ? id : undefined;
}

/** Follows a pointer from a location. */
function followPath({ schema }: Location, path: string): Json {
  let value = schema;
  for (const key of path.split("/").slice(1)) value = getChild(value, unescapeStep(key)) ?? null;
  return value;
}

function getChild(value: Json, key: string): Json | undefined {
  if (value instanceof Map) return value.get(key);
  return Array.isArray(value) && /^\d+$/.test(key) ? value[Number(key)] : undefined;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
