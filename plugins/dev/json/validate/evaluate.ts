import dev from "../../plugin.ts";
import { compareNumbers, isMultiple, isWhole, toNumber } from "../number.ts";
import { step } from "../pointer.ts";
import { Sameness } from "../sameness.ts";
import { getType, type Json, type Members, Numeral } from "../tree.ts";
import type { Draft } from "./drafts.ts";
import { Evaluated } from "./evaluated.ts";
import { findFormat } from "./formats.ts";
import * as say from "./messages.ts";
import { createPattern, type Pattern } from "./pattern.ts";
import type { Location, Registry, Resource } from "./registry.ts";
import { SchemaError } from "./schema-error.ts";

/** A violated keyword. Its text is written only if it is shown. */
export interface Violation {
  /** JSON Pointer of the value. */
  path: string;
  keyword: string;
  location: Location;
  describe(): string;
  /** Violations inside of subschemas that led to this one. */
  causes: readonly Violation[];
}

export interface EvaluateOptions {
  /** Whether to stop at the first violation. */
  stopEarly: boolean;
  /** Number of values in the text, which the number of steps may grow with. */
  valueCount: number;
  /** Whether `format` decides, by the dialect of the schema. */
  assertsFormat(location: Location): boolean;
  /** Called for a value that doesn't have its format, if the format doesn't decide. */
  onFormat(path: string, format: string): void;
}

/** Evaluations of one schema for one value. Larger numbers come from references in a circle. */
const repeatsMax = 1500;
/** Evaluations of subschemas for any value, and for each value in the text. */
const stepsMin = 500_000;
const stepsPerValue = 100;
const violationsMax = 100;

/** A JSON Pointer that is joined only if it is shown. */
interface Path {
  readonly parent: Path | undefined;
  readonly key: string | number;
}

/** The resources that evaluation has entered, innermost first. */
interface Scope {
  readonly resource: Resource;
  readonly outer: Scope | undefined;
}

interface Position {
  value: Json;
  path: Path | undefined;
  scope: Scope | undefined;
  /** Number of evaluations of the same value that are in progress. */
  repeats: number;
}

interface Result {
  violations: readonly Violation[];
  evaluated: Evaluated | undefined;
}

/** Evaluates values against the schemas of a registry, with all digits of numbers. */
export class Evaluator {
  readonly registry: Registry;
  readonly options: EvaluateOptions;
  readonly same = new Sameness();
  readonly #patterns = new Map<string, Pattern>();
  readonly #values = new WeakMap<object, ReadonlySet<number>>();
  readonly #stepsMax: number;
  #steps = 0;

  constructor(registry: Registry, options: EvaluateOptions) {
    this.registry = registry;
    this.options = options;
    this.#stepsMax = stepsMin + stepsPerValue * options.valueCount;
  }

  /** Returns the violations of a value. */
  run(value: Json, location: Location): readonly Violation[] {
    const position = { value, path: undefined, scope: undefined, repeats: 0 };
    return this.evaluate(location, position).violations;
  }

  evaluate(location: Location, position: Position): Result {
    if (++this.#steps > this.#stepsMax)
      throw dev.error(
        "too_much_work",
        `Cannot finish the validation: it needs more than ${this.#stepsMax} steps`,
        { at: "body.schema" },
      );
    if (position.repeats > repeatsMax) throw new SchemaError("It refers to itself without end");
    const { schema } = location;
    if (schema === true) return valid;
    if (!(schema instanceof Map)) {
      if (schema !== false) throw new SchemaError(`It is not a schema at "${location.pointer}"`);
      const describe = () => say.nothingAllowed();
      return {
        violations: [
          {
            path: joinPath(position.path),
            keyword: "false schema",
            location,
            describe,
            causes: [],
          },
        ],
        evaluated: undefined,
      };
    }
    const { resource } = location;
    const scope =
      position.scope?.resource === resource ? position.scope : { resource, outer: position.scope };
    const frame = new Frame(this, location as SchemaLocation, { ...position, scope });
    frame.run();
    return frame;
  }

  pattern(source: string): Pattern {
    let pattern = this.#patterns.get(source);
    if (!pattern) {
      pattern = createPattern(source);
      this.#patterns.set(source, pattern);
    }
    return pattern;
  }

  /** Returns whether a list has an equal value. */
  includes(list: readonly Json[], value: Json): boolean {
    let numbers = this.#values.get(list);
    if (!numbers) {
      numbers = new Set(list.map((item) => this.same.of(item)));
      this.#values.set(list, numbers);
    }
    return numbers.has(this.same.of(value));
  }
}

const valid: Result = { violations: [], evaluated: undefined };

type SchemaLocation = Location & { schema: Members };

type Check = (frame: Frame, expected: Json, keyword: string) => void;

/** The evaluation of one schema object for one value. */
class Frame implements Result {
  readonly location: SchemaLocation;
  readonly schema: Members;
  readonly value: Json;
  readonly position: Position;
  readonly evaluator: Evaluator;
  readonly violations: Violation[] = [];
  readonly evaluated: Evaluated | undefined;

  constructor(evaluator: Evaluator, location: SchemaLocation, position: Position) {
    this.evaluator = evaluator;
    this.location = location;
    this.schema = location.schema;
    this.position = position;
    this.value = position.value;
    this.evaluated = evaluator.registry.usesUnevaluated ? new Evaluated() : undefined;
  }

  run(): void {
    const { dialect } = this.location.resource;
    const reference = this.schema.get("$ref");
    if (dialect.refHidesSiblings && reference !== undefined) {
      checkReference(this, reference, "$ref");
      return;
    }
    for (const [keyword, expected] of this.schema) {
      const check = checks.get(keyword);
      if (!check || !dialect.keywords.has(keyword)) continue;
      check(this, expected, keyword);
      if (this.#isDone) return;
    }
    for (const [keyword, check] of lastChecks) {
      const expected = this.schema.get(keyword);
      if (expected !== undefined && dialect.keywords.has(keyword)) check(this, expected, keyword);
    }
  }

  get #isDone(): boolean {
    const max = this.evaluator.options.stopEarly ? 1 : violationsMax;
    return this.violations.length >= max;
  }

  has(keyword: string): boolean {
    return this.schema.has(keyword) && this.location.resource.dialect.keywords.has(keyword);
  }

  /** Records a violation of a keyword. */
  fail(keyword: string, describe: () => string, causes: readonly Violation[] = []): void {
    const path = joinPath(this.position.path);
    this.violations.push({ path, keyword, location: this.location, describe, causes });
  }

  /** Evaluates the same value against a subschema. */
  here(schema: Json, keyword: string): Result {
    const { registry } = this.evaluator;
    return this.follow(registry.locate(schema, this.location, keyword));
  }

  /** Evaluates the same value against a schema elsewhere. */
  follow(location: Location): Result {
    const { position } = this;
    return this.evaluator.evaluate(location, { ...position, repeats: position.repeats + 1 });
  }

  /** Evaluates a member or an item against a subschema, and takes over its violations. */
  child(
    schema: Json,
    keyword: string,
    { key, value }: { key: string | number; value: Json },
  ): boolean {
    if (this.#isDone) return false;
    const { violations } = this.inside(schema, keyword, { key, value });
    this.violations.push(...violations.slice(0, violationsMax));
    return violations.length === 0;
  }

  inside(
    schema: Json,
    keyword: string,
    { key, value }: { key: string | number; value: Json },
  ): Result {
    const location = this.evaluator.registry.locate(schema, this.location, keyword);
    const path = { parent: this.position.path, key };
    return this.evaluator.evaluate(location, { ...this.position, value, path, repeats: 0 });
  }

  /** Takes over the result of a schema that must hold for the same value. */
  take({ violations, evaluated }: Result): void {
    this.violations.push(...violations.slice(0, violationsMax));
    // Also of a schema that failed: its members would be reported again as unevaluated.
    this.evaluated?.merge(evaluated);
  }
}

function joinPath(path: Path | undefined): string {
  const steps: string[] = [];
  for (let at = path; at; at = at.parent) steps.push(step(at.key));
  return steps.reverse().join("");
}

/** Schemas that are invalid are rejected by their metaschema. Custom ones may allow more. */
function asText(expected: Json, keyword: string): string {
  if (typeof expected !== "string") throw new SchemaError(`"${keyword}" must be a string`);
  return expected;
}

function checkReference(frame: Frame, expected: Json, keyword: string): void {
  const { registry } = frame.evaluator;
  frame.take(frame.follow(registry.resolve(asText(expected, keyword), frame.location)));
}

/** 2020-12, section 8.2.3.2: the outermost resource in the dynamic scope with the same anchor. */
function checkDynamicReference(frame: Frame, expected: Json, keyword: string): void {
  const { registry } = frame.evaluator;
  const reference = asText(expected, keyword);
  let target = registry.resolve(reference, frame.location);
  const anchor = reference.slice(reference.indexOf("#") + 1);
  const isDynamic =
    reference.includes("#") &&
    target.resource.dynamicAnchors.has(anchor) &&
    target.resource.anchors.get(anchor)?.schema === target.schema;
  if (isDynamic)
    for (let scope = frame.position.scope; scope; scope = scope.outer)
      if (scope.resource.dynamicAnchors.has(anchor))
        target = scope.resource.anchors.get(anchor) ?? target;
  frame.take(frame.follow(target));
}

/** 2019-09, section 8.2.4.2.2: the outermost resource in the dynamic scope with a recursive anchor. */
function checkRecursiveReference(frame: Frame, expected: Json, keyword: string): void {
  const { registry } = frame.evaluator;
  let target = registry.resolve(asText(expected, keyword), frame.location);
  if (target.resource.isRecursive && target.schema === target.resource.root)
    for (let scope = frame.position.scope; scope; scope = scope.outer)
      if (scope.resource.isRecursive)
        target = registry.resolve("#", { ...target, resource: scope.resource });
  frame.take(frame.follow(target));
}

function list(expected: Json): readonly Json[] {
  return Array.isArray(expected) ? expected : [];
}

function members(expected: Json): ReadonlyMap<string, Json> {
  return expected instanceof Map ? expected : none;
}

const none: ReadonlyMap<string, Json> = new Map();

function checkAlternatives(frame: Frame, expected: Json, keyword: string): void {
  const results = list(expected).map((schema, index) => frame.here(schema, `/${keyword}/${index}`));
  const matching = results.filter(({ violations }) => violations.length === 0);
  for (const { evaluated } of matching) frame.evaluated?.merge(evaluated);
  if (matching.length > 0) return;
  const causes = results.flatMap(({ violations }) => violations).slice(0, violationsMax);
  frame.fail(keyword, () => say.noBranch(frame.value, results.length), causes);
}

function checkExclusiveAlternatives(frame: Frame, expected: Json, keyword: string): void {
  const results = list(expected).map((schema, index) => frame.here(schema, `/${keyword}/${index}`));
  const matching = results.flatMap(({ violations }, index) =>
    violations.length === 0 ? [index] : [],
  );
  const [only] = matching;
  if (only !== undefined && matching.length === 1) frame.evaluated?.merge(results[only]?.evaluated);
  else if (only === undefined)
    frame.fail(
      keyword,
      () => say.noBranch(frame.value, results.length),
      results.flatMap(({ violations }) => violations).slice(0, violationsMax),
    );
  else frame.fail(keyword, () => say.severalBranches(frame.value, matching));
}

function checkIf(frame: Frame, expected: Json, keyword: string): void {
  const { violations, evaluated } = frame.here(expected, `/${keyword}`);
  if (violations.length === 0) frame.evaluated?.merge(evaluated);
  const branch = violations.length === 0 ? "then" : "else";
  const schema = frame.schema.get(branch);
  if (schema !== undefined && frame.has(branch)) frame.take(frame.here(schema, `/${branch}`));
}

function checkDependencies(frame: Frame, expected: Json, keyword: string): void {
  if (!(frame.value instanceof Map)) return;
  for (const [name, needed] of members(expected)) {
    if (!frame.value.has(name)) continue;
    if (Array.isArray(needed)) checkNeeded(frame, { name, needed, keyword });
    else frame.take(frame.here(needed, `/${keyword}${step(name)}`));
  }
}

function checkNeeded(
  frame: Frame,
  { name, needed, keyword }: { name: string; needed: readonly Json[]; keyword: string },
): void {
  if (!(frame.value instanceof Map)) return;
  for (const key of needed)
    if (typeof key === "string" && !frame.value.has(key))
      frame.fail(keyword, () => say.missingKey(key, frame.value, name));
}

function checkProperties(frame: Frame, expected: Json, keyword: string): void {
  if (!(frame.value instanceof Map)) return;
  for (const [key, schema] of members(expected)) {
    const value = frame.value.get(key);
    if (value === undefined) continue;
    frame.evaluated?.addMember(key);
    frame.child(schema, `/${keyword}${step(key)}`, { key, value });
  }
}

function checkPatternProperties(frame: Frame, expected: Json, keyword: string): void {
  if (!(frame.value instanceof Map)) return;
  for (const [source, schema] of members(expected)) {
    const pattern = frame.evaluator.pattern(source);
    for (const [key, value] of frame.value) {
      if (!pattern.test(key)) continue;
      frame.evaluated?.addMember(key);
      frame.child(schema, `/${keyword}${step(source)}`, { key, value });
    }
  }
}

function checkAdditionalProperties(frame: Frame, expected: Json, keyword: string): void {
  if (!(frame.value instanceof Map)) return;
  const named = frame.has("properties") ? members(frame.schema.get("properties") ?? null) : none;
  const sources = frame.has("patternProperties")
    ? [...members(frame.schema.get("patternProperties") ?? null).keys()]
    : [];
  const patterns = sources.map((source) => frame.evaluator.pattern(source));
  for (const [key, value] of frame.value) {
    if (named.has(key) || patterns.some((pattern) => pattern.test(key))) continue;
    frame.evaluated?.addMember(key);
    if (expected === false)
      frame.fail(keyword, () => say.extraKey(key, [...named.keys()], sources));
    else frame.child(expected, `/${keyword}`, { key, value });
  }
}

function checkPropertyNames(frame: Frame, expected: Json, keyword: string): void {
  if (!(frame.value instanceof Map)) return;
  for (const key of frame.value.keys()) {
    const { violations } = frame.inside(expected, `/${keyword}`, { key, value: key });
    if (violations.length > 0) frame.fail(keyword, () => say.badKey(key), violations);
  }
}

function checkItemList(frame: Frame, expected: Json, keyword: string): void {
  if (!Array.isArray(frame.value)) return;
  for (const [index, schema] of list(expected).entries()) {
    const value = frame.value[index];
    if (value === undefined) return;
    frame.evaluated?.addItem(index);
    frame.child(schema, `/${keyword}/${index}`, { key: index, value });
  }
}

function checkRestItems(frame: Frame, expected: Json, keyword: string, from: number): void {
  if (!Array.isArray(frame.value)) return;
  if (frame.evaluated) frame.evaluated.hasAllItems = true;
  if (expected === false && frame.value.length > from)
    frame.fail(keyword, () => say.extraItems(from, frame.value as Json[]));
  else
    for (let index = from; index < frame.value.length; index++)
      frame.child(expected, `/${keyword}`, { key: index, value: frame.value[index] ?? null });
}

function checkItems(frame: Frame, expected: Json, keyword: string): void {
  const { draft } = frame.location.resource.dialect;
  if (draft !== "2020-12" && Array.isArray(expected)) checkItemList(frame, expected, keyword);
  else
    checkRestItems(
      frame,
      expected,
      keyword,
      list(frame.schema.get("prefixItems") ?? null).length * Number(draft === "2020-12"),
    );
}

function checkAdditionalItems(frame: Frame, expected: Json, keyword: string): void {
  const items = frame.schema.get("items");
  if (Array.isArray(items)) checkRestItems(frame, expected, keyword, items.length);
}

function checkContains(frame: Frame, expected: Json, keyword: string): void {
  if (!Array.isArray(frame.value)) return;
  const { draft } = frame.location.resource.dialect;
  let count = 0;
  for (const [index, value] of frame.value.entries()) {
    if (frame.inside(expected, `/${keyword}`, { key: index, value }).violations.length > 0)
      continue;
    count++;
    // In 2019-09, only 2020-12's successor of items counts as evaluated.
    if (draft === "2020-12") frame.evaluated?.addItem(index);
  }
  const min = frame.has("minContains") ? toCount(frame.schema.get("minContains")) : 1;
  const max = frame.has("maxContains") ? toCount(frame.schema.get("maxContains")) : undefined;
  if (count < (min ?? 1))
    frame.fail(count === 0 && min === 1 ? keyword : "minContains", () =>
      say.fewMatches(count, min ?? 1),
    );
  else if (max !== undefined && count > max)
    frame.fail("maxContains", () => say.manyMatches(count, max));
}

function toCount(json: Json | undefined): number | undefined {
  return json instanceof Numeral ? toNumber(json.raw) : undefined;
}

function checkUnevaluatedProperties(frame: Frame, expected: Json, keyword: string): void {
  const { value, evaluated } = frame;
  if (!(value instanceof Map) || !evaluated || evaluated.hasAllMembers) return;
  for (const [key, item] of value) {
    if (evaluated.hasMember(key)) continue;
    if (expected === false) frame.fail(keyword, () => say.unevaluatedKey(key));
    else frame.child(expected, `/${keyword}`, { key, value: item });
  }
  evaluated.hasAllMembers = true;
}

function checkUnevaluatedItems(frame: Frame, expected: Json, keyword: string): void {
  const { value, evaluated } = frame;
  if (!Array.isArray(value) || !evaluated || evaluated.hasAllItems) return;
  for (const [index, item] of value.entries()) {
    if (evaluated.hasItem(index)) continue;
    if (expected === false) frame.fail(keyword, () => say.unevaluatedItem(index));
    else frame.child(expected, `/${keyword}`, { key: index, value: item });
  }
  evaluated.hasAllItems = true;
}

function checkType(frame: Frame, expected: Json, keyword: string): void {
  const types = list(Array.isArray(expected) ? expected : [expected]);
  const own = getType(frame.value);
  const { draft } = frame.location.resource.dialect;
  const fits = types.some(
    (type) =>
      type === own ||
      (type === "integer" && frame.value instanceof Numeral && isInteger(frame.value.raw, draft)),
  );
  if (!fits) frame.fail(keyword, () => say.wrongType(types.map(String), frame.value));
}

/** Draft 4, section 3.5: an integer has no fraction or exponent part. Later drafts ask for its value. */
function isInteger(raw: string, draft: Draft): boolean {
  return draft === "draft-04" ? !/[.eE]/.test(raw) : isWhole(raw);
}

type Comparison = (value: string, bound: string) => boolean;

/** Creates the check of a bound. Draft 4 makes bounds exclusive by a second keyword. */
function createBoundCheck(
  holds: Comparison,
  {
    words,
    exclusive,
  }: { words: string; exclusive?: { keyword: string; holds: Comparison; words: string } },
): Check {
  return (frame, expected, keyword) => {
    if (!(frame.value instanceof Numeral) || !(expected instanceof Numeral)) return;
    const isExclusive = exclusive !== undefined && frame.schema.get(exclusive.keyword) === true;
    const [compare, relation] = isExclusive ? [exclusive.holds, exclusive.words] : [holds, words];
    if (!compare(frame.value.raw, expected.raw))
      frame.fail(isExclusive ? exclusive.keyword : keyword, () =>
        say.outOfBounds(relation, expected.raw, frame.value),
      );
  };
}

const atLeast: Comparison = (value, bound) => compareNumbers(value, bound) >= 0;
const atMost: Comparison = (value, bound) => compareNumbers(value, bound) <= 0;
const above: Comparison = (value, bound) => compareNumbers(value, bound) > 0;
const below: Comparison = (value, bound) => compareNumbers(value, bound) < 0;

/** Creates the check of a length. `measure` returns undefined for values of other types. */
function createLengthCheck(
  measure: (value: Json) => number | undefined,
  { isMinimum, unit }: { isMinimum: boolean; unit: string },
): Check {
  return (frame, expected, keyword) => {
    const length = measure(frame.value);
    const bound = toCount(expected);
    if (length === undefined || bound === undefined) return;
    if (isMinimum ? length < bound : length > bound)
      frame.fail(keyword, () =>
        say.wrongLength(isMinimum ? "at least" : "at most", bound, { unit, length }),
      );
  };
}

function countCharacters(value: Json): number | undefined {
  if (typeof value !== "string") return undefined;
  let count = 0;
  for (const _ of value) count++;
  return count;
}

const countItems = (value: Json) => (Array.isArray(value) ? value.length : undefined);
const countMembers = (value: Json) => (value instanceof Map ? value.size : undefined);

function checkFormat(frame: Frame, expected: Json, keyword: string): void {
  const { value, location, evaluator } = frame;
  if (typeof expected !== "string" || typeof value !== "string") return;
  const check = findFormat(expected, location.resource.dialect.draft);
  if (!check || check(value)) return;
  if (evaluator.options.assertsFormat(location))
    frame.fail(keyword, () => say.wrongFormat(expected, value));
  else evaluator.options.onFormat(joinPath(frame.position.path), expected);
}

const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["$ref", checkReference],
  ["$dynamicRef", checkDynamicReference],
  ["$recursiveRef", checkRecursiveReference],
  [
    "allOf",
    (frame, expected, keyword) => {
      for (const [index, schema] of list(expected).entries())
        frame.take(frame.here(schema, `/${keyword}/${index}`));
    },
  ],
  ["anyOf", checkAlternatives],
  ["oneOf", checkExclusiveAlternatives],
  [
    "not",
    (frame, expected, keyword) => {
      if (frame.here(expected, `/${keyword}`).violations.length === 0)
        frame.fail(keyword, () => say.forbidden(frame.value));
    },
  ],
  ["if", checkIf],
  ["dependencies", checkDependencies],
  ["dependentSchemas", checkDependencies],
  ["dependentRequired", checkDependencies],
  ["properties", checkProperties],
  ["patternProperties", checkPatternProperties],
  ["additionalProperties", checkAdditionalProperties],
  ["propertyNames", checkPropertyNames],
  ["prefixItems", checkItemList],
  ["items", checkItems],
  ["additionalItems", checkAdditionalItems],
  ["contains", checkContains],
  ["type", checkType],
  [
    "enum",
    (frame, expected, keyword) => {
      if (!frame.evaluator.includes(list(expected), frame.value))
        frame.fail(keyword, () => say.notListed(list(expected), frame.value));
    },
  ],
  [
    "const",
    (frame, expected, keyword) => {
      const { same } = frame.evaluator;
      if (same.of(expected) !== same.of(frame.value))
        frame.fail(keyword, () => say.notListed([expected], frame.value));
    },
  ],
  [
    "required",
    (frame, expected) => {
      if (!(frame.value instanceof Map)) return;
      for (const key of list(expected))
        if (typeof key === "string" && !frame.value.has(key))
          frame.fail("required", () => say.missingKey(key, frame.value));
    },
  ],
  [
    "uniqueItems",
    (frame, expected, keyword) => {
      if (expected !== true || !Array.isArray(frame.value)) return;
      const { same } = frame.evaluator;
      const seen = new Map<number, number>();
      for (const [index, item] of frame.value.entries()) {
        const first = seen.get(same.of(item));
        if (first !== undefined) {
          frame.fail(keyword, () => say.repeatedItem(first, index, item));
          return;
        }
        seen.set(same.of(item), index);
      }
    },
  ],
  [
    "pattern",
    (frame, expected, keyword) => {
      if (typeof frame.value !== "string") return;
      if (!frame.evaluator.pattern(asText(expected, keyword)).test(frame.value))
        frame.fail(keyword, () => say.noPattern(String(expected), frame.value));
    },
  ],
  ["format", checkFormat],
  ["multipleOf", createBoundCheck(isMultiple, { words: "a multiple of" })],
  [
    "minimum",
    createBoundCheck(atLeast, {
      words: "at least",
      exclusive: { keyword: "exclusiveMinimum", holds: above, words: "more than" },
    }),
  ],
  [
    "maximum",
    createBoundCheck(atMost, {
      words: "at most",
      exclusive: { keyword: "exclusiveMaximum", holds: below, words: "less than" },
    }),
  ],
  ["exclusiveMinimum", createBoundCheck(above, { words: "more than" })],
  ["exclusiveMaximum", createBoundCheck(below, { words: "less than" })],
  ["minLength", createLengthCheck(countCharacters, { isMinimum: true, unit: "characters" })],
  ["maxLength", createLengthCheck(countCharacters, { isMinimum: false, unit: "characters" })],
  ["minItems", createLengthCheck(countItems, { isMinimum: true, unit: "items" })],
  ["maxItems", createLengthCheck(countItems, { isMinimum: false, unit: "items" })],
  ["minProperties", createLengthCheck(countMembers, { isMinimum: true, unit: "members" })],
  ["maxProperties", createLengthCheck(countMembers, { isMinimum: false, unit: "members" })],
]);

/** The keywords that depend on all others. */
const lastChecks: readonly (readonly [string, Check])[] = [
  ["unevaluatedProperties", checkUnevaluatedProperties],
  ["unevaluatedItems", checkUnevaluatedItems],
];
