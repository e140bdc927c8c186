import { Output } from "../output.ts";
import type { Json } from "../tree.ts";
import type { Remarks } from "./request.ts";
import { Shape } from "./shape.ts";

/** A member of a declared type. */
export interface Member {
  key: string;
  type: string;
  isOptional: boolean;
}

/** The type of a value without null: scalars and lists, and objects by name. */
interface Parts {
  types: string[];
  isNullable: boolean;
}

/** Writes declarations in one language. */
export interface Language {
  /** Names that types must not have. */
  reserved: readonly string[];
  /** Writes a scalar type: `string`, `boolean` or `number`. */
  writeScalar(type: string, shape: Shape): string;
  /** Combines alternative types. */
  combine(parts: Parts): string;
  writeList(type: string): string;
  /** Type of objects that have no members. */
  emptyObject: string;
  /** Writes the members of a type. Equal members make equal texts. */
  writeMembers(members: readonly Member[], remarks: Remarks): string;
  declare(name: string, members: string): string;
  alias(name: string, type: string): string;
  /** Orders the declarations. The first is the root, and each precedes those of its members. */
  arrange(declarations: string[]): string;
}

/** Writes declarations for the types of a value. The output contains no values. */
export function declareTypes(
  json: Json,
  { root, language, remarks }: { root: string; language: Language; remarks: Remarks },
): string {
  const shape = new Shape();
  shape.add(json);
  const output = new Output();
  const declarations = new Declarations(toTypeName(root), { language, remarks }).list(shape);
  output.add(language.arrange(declarations));
  return output.toString();
}

class Declarations {
  readonly #root: string;
  readonly #language: Language;
  readonly #remarks: Remarks;
  readonly #declared = new Map<string, string>();
  readonly #names: Names;

  constructor(root: string, { language, remarks }: { language: Language; remarks: Remarks }) {
    this.#language = language;
    this.#remarks = remarks;
    this.#names = new Names(language.reserved);
    this.#root = this.#names.add(root);
  }

  list(shape: Shape): string[] {
    const { members } = shape;
    const root =
      members?.size && !shape.items && shape.scalars.size === 0
        ? this.#language.declare(this.#root, this.#writeMembers(members, shape))
        : this.#language.alias(this.#root, this.#writeType(shape, `${this.#root}Item`));
    // The last declared types contain the earlier ones.
    const others = [...this.#declared]
      .reverse()
      .map(([members, name]) => this.#language.declare(name, members));
    return [root, ...others];
  }

  #writeType(shape: Shape, name: string): string {
    const { scalars, items, members, objects } = shape;
    const types = ["string", "number", "boolean"]
      .filter((type) => scalars.has(type))
      .map((type) => this.#language.writeScalar(type, shape));
    if (members?.size === 0) types.push(this.#language.emptyObject);
    else if (members) types.push(this.#declare(members, { objects, name }));
    if (items) types.push(this.#language.writeList(this.#writeType(items, toSingular(name))));
    return this.#language.combine({ types, isNullable: scalars.has("null") });
  }

  /** Declares a type, or returns the name of an identical one. */
  #declare(
    members: Map<string, Shape>,
    { objects, name }: { objects: number; name: string },
  ): string {
    const body = this.#writeMembers(members, { objects });
    const known = this.#declared.get(body);
    if (known) return known;
    const unique = this.#names.add(name);
    this.#declared.set(body, unique);
    return unique;
  }

  #writeMembers(members: Map<string, Shape>, { objects }: { objects: number }): string {
    const list = Array.from(members, ([key, shape]) => ({
      key,
      type: this.#writeType(shape, toTypeName(key)),
      isOptional: shape.present < objects,
    }));
    return this.#language.writeMembers(list, this.#remarks);
  }
}

/** Names that are different. */
export class Names {
  readonly #names: Set<string>;
  readonly #counts = new Map<string, number>();

  constructor(names: Iterable<string> = []) {
    this.#names = new Set(names);
  }

  /** Adds a name, with a number if it is taken, and returns it. */
  add(name: string): string {
    let count = this.#counts.get(name) ?? 1;
    let unique = name;
    while (this.#names.has(unique)) unique = `${name}${++count}`;
    this.#counts.set(name, count);
    this.#names.add(unique);
    return unique;
  }
}

/** Returns the names that occur outside of strings. */
export function filterUsed(names: Iterable<string>, text: string): string[] {
  const code = text.replace(/"(?:[^"\\]|\\.)*"/g, "");
  return [...names].filter((name) => new RegExp(`\\b${name}\\b`).test(code));
}

const nameMax = 60;

/** Derives a type name from a key: `first_name` becomes FirstName. */
export function toTypeName(key: string): string {
  const words = key
    .slice(0, nameMax)
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `Type${name}`;
}

/** Returns the singular of a type name: Books becomes Book. */
function toSingular(name: string): string {
  if (name.endsWith("ies") && name.length > 4) return `${name.slice(0, -3)}y`;
  if (name.endsWith("s") && !name.endsWith("ss") && name.length > 2) return name.slice(0, -1);
  return name.endsWith("Item") ? name : `${name}Item`;
}
