import { Output } from "../output.ts";
import { getType, type Json } from "../tree.ts";
import type { Write } from "./request.ts";

/** Writes TypeScript declarations for the types of a value. The output contains no values. */
export const writeTypescript: Write = (json, { root }) => {
  const shape = new Shape();
  shape.add(json);
  return new Declarations(toTypeName(root)).of(shape);
};

/** The merged types of all values at the same path; the items of a list share one shape. */
class Shape {
  readonly scalars = new Set<string>();
  items: Shape | undefined;
  members: Map<string, Shape> | undefined;
  /** Number of values that were objects. */
  objects = 0;
  /** Number of parent objects that have the value. */
  present = 0;

  add(json: Json): void {
    this.present++;
    if (Array.isArray(json)) {
      this.items ??= new Shape();
      for (const item of json) this.items.add(item);
    } else if (json instanceof Map) {
      this.objects++;
      this.members ??= new Map();
      for (const [key, value] of json) {
        const shape = this.members.get(key) ?? new Shape();
        this.members.set(key, shape);
        shape.add(value);
      }
    } else this.scalars.add(getType(json));
  }
}

class Declarations {
  readonly #root: string;
  readonly #declared = new Map<string, string>();
  readonly #names: Set<string>;
  readonly #counts = new Map<string, number>();

  constructor(root: string) {
    this.#root = root;
    this.#names = new Set([root]);
  }

  of(shape: Shape): string {
    const output = new Output();
    const { members } = shape;
    if (members?.size && !shape.items && shape.scalars.size === 0)
      output.add(`export interface ${this.#root} ${this.#body(members, shape)}\n`);
    else output.add(`export type ${this.#root} = ${this.#type(shape, `${this.#root}Item`)};\n`);
    // The last declared interfaces contain the earlier ones.
    for (const [body, name] of [...this.#declared].reverse())
      output.add(`\nexport interface ${name} ${body}\n`);
    return output.toString();
  }

  #type({ scalars, items, members, objects }: Shape, name: string): string {
    const types = ["string", "number", "boolean"].filter((type) => scalars.has(type));
    if (members?.size === 0) types.push("Record<string, never>");
    else if (members) types.push(this.#declare(members, { objects, name }));
    if (items) types.push(this.#list(items, toSingular(name)));
    if (scalars.has("null")) types.push("null");
    return types.join(" | ") || "unknown";
  }

  #list(items: Shape, name: string): string {
    const type = this.#type(items, name);
    return type.includes(" | ") ? `(${type})[]` : `${type}[]`;
  }

  /** Declares an interface, or returns the name of an identical one. */
  #declare(
    members: Map<string, Shape>,
    { objects, name }: { objects: number; name: string },
  ): string {
    const body = this.#body(members, { objects });
    const known = this.#declared.get(body);
    if (known) return known;
    let count = this.#counts.get(name) ?? 1;
    let unique = name;
    while (this.#names.has(unique)) unique = `${name}${++count}`;
    this.#counts.set(name, count);
    this.#names.add(unique);
    this.#declared.set(body, unique);
    return unique;
  }

  #body(members: Map<string, Shape>, { objects }: { objects: number }): string {
    const lines = Array.from(members, ([key, shape]) => {
      const optional = shape.present < objects ? "?" : "";
      return `  ${toPropertyName(key)}${optional}: ${this.#type(shape, toTypeName(key))};\n`;
    });
    return `{\n${lines.join("")}}`;
  }
}

const nameMax = 60;

/** Derives a type name from a key: `first_name` becomes FirstName. */
function toTypeName(key: string): string {
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

/** Returns the key as a property name, quoted unless it is an identifier. */
function toPropertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
