import {
  declareTypes,
  filterUsed,
  type Language,
  type Member,
  Names,
  toTypeName,
} from "./declarations.ts";
import { quoteKey, type Write } from "./request.ts";
import type { Shape } from "./shape.ts";

/** Writes C# classes for the types of a value, with the attributes of System.Text.Json. */
export const writeCsharp: Write = (json, { root }, remarks) =>
  declareTypes(json, { root, language: csharp, remarks });

/** Types of the standard library, by their namespace. */
const namespaces: ReadonlyMap<string, readonly string[]> = new Map([
  ["System.Collections.Generic", ["Dictionary", "List"]],
  ["System.Text.Json", ["JsonElement"]],
  ["System.Text.Json.Serialization", ["JsonIgnore", "JsonIgnoreCondition", "JsonPropertyName"]],
]);

/** Full names of types, for an alias. */
const fullNames: ReadonlyMap<string, string> = new Map([
  ["bool", "System.Boolean"],
  ["decimal", "System.Decimal"],
  ["double", "System.Double"],
  ["JsonElement", "System.Text.Json.JsonElement"],
  ["long", "System.Int64"],
  ["string", "System.String"],
]);

/** Types that cannot be null without a question mark. */
const valueTypes: ReadonlySet<string> = new Set(["bool", "decimal", "double", "long"]);

const csharp: Language = {
  reserved: [
    ...[...namespaces.values()].flat(),
    ..."JsonIgnoreAttribute JsonPropertyNameAttribute System".split(" "),
  ],
  writeScalar: writeCsharpScalar,
  combine({ types: [type = "JsonElement", ...more], isNullable }) {
    if (more.length > 0) return "JsonElement";
    return isNullable && valueTypes.has(type) ? `${type}?` : type;
  },
  writeList: (type) => `List<${type}>`,
  emptyObject: "Dictionary<string, JsonElement>",
  writeMembers(members, remarks) {
    const names = new Names(inheritedNames);
    return members
      .flatMap((member) => {
        if (member.key.isWellFormed()) return [writeProperty(member, names)];
        remarks.add(`C# cannot name the member ${quoteKey(member.key)}: it is left out`);
        return [];
      })
      .join("\n");
  },
  declare: (name, members) =>
    `public class ${name}\n{\n${renameProperty(members, { name, to: `${name}_` })}}\n`,
  // Other files don't see an alias of C#, but a collection can have a name.
  alias: (name, type) =>
    fullNames.has(type)
      ? `using ${name} = ${fullNames.get(type)};\n`
      : `public class ${name} : ${type}\n{\n}\n`,
  arrange(declarations) {
    const text = declarations.join("\n");
    const uses = [...namespaces]
      .filter(([, names]) => filterUsed(names, text).length > 0)
      .map(([namespace]) => `using ${namespace};\n`)
      .join("");
    return uses === "" || text.startsWith("using ") ? text : `${uses}\n${text}`;
  },
};

function writeCsharpScalar(type: string, { isInt64, isDouble, isDecimal }: Shape): string {
  if (type === "boolean") return "bool";
  if (type === "string") return "string";
  if (isInt64) return "long";
  if (isDouble) return "double";
  // It keeps the text of a number.
  return isDecimal ? "decimal" : "JsonElement";
}

function writeProperty({ key, type, isOptional }: Member, names: Names): string {
  const canBeNull = !valueTypes.has(type) && type !== "JsonElement";
  const optional = isOptional && !canBeNull ? `${type}?` : type;
  const ignore = isOptional
    ? "    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]\n"
    : "";
  const attribute = `    [JsonPropertyName(${quoteCsharp(key)})]\n`;
  return `${attribute}${ignore}    public ${optional} ${names.add(toTypeName(key))} { get; set; }\n`;
}

/** Renames a property, which must not have the name of its class. */
function renameProperty(members: string, { name, to }: { name: string; to: string }): string {
  return members.replace(
    new RegExp(`^( {4}public .*) ${name} \\{ get; set; \\}$`, "m"),
    `$1 ${to} { get; set; }`,
  );
}

/** Writes a string literal. More characters are line breaks in C# than in JSON. */
function quoteCsharp(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Names of members of each object, and of a type within an attribute. */
const inheritedNames =
  "Equals Finalize GetHashCode GetType JsonIgnoreCondition MemberwiseClone ReferenceEquals ToString".split(
    " ",
  );
