import { declareTypes, filterUsed, type Language, type Member } from "./declarations.ts";
import type { Write } from "./request.ts";
import type { Shape } from "./shape.ts";

/** Writes Python declarations for the types of a value, as typed dictionaries. */
export const writePython: Write = (json, { root }, remarks) =>
  declareTypes(json, { root, language: python, remarks });

const python: Language = {
  reserved: ["Any", "False", "None", "NotRequired", "True", "TypeAlias", "TypedDict"],
  writeScalar: writePythonScalar,
  combine: ({ types, isNullable }) =>
    [...types, ...(isNullable ? ["None"] : [])].join(" | ") || "Any",
  writeList: (type) => `list[${type}]`,
  emptyObject: "dict[str, Any]",
  writeMembers: (members) =>
    members.every(({ key }) => isAttribute(key))
      ? members.map((member) => `    ${member.key}: ${writeValueType(member)}\n`).join("")
      : members
          .map((member) => `    ${JSON.stringify(member.key)}: ${writeValueType(member)},\n`)
          .join(""),
  // Only the function accepts keys that are not identifiers.
  declare: (name, members) =>
    members.startsWith('    "')
      ? `${name} = TypedDict("${name}", {\n${members}})\n`
      : `class ${name}(TypedDict):\n${members}`,
  alias: (name, type) => `${name}: TypeAlias = ${type}\n`,
  arrange(declarations) {
    const text = declarations.reverse().join("\n\n");
    const imports = filterUsed(["Any", "NotRequired", "TypeAlias", "TypedDict"], text);
    return imports.length > 0 ? `from typing import ${imports.join(", ")}\n\n\n${text}` : text;
  },
};

function writePythonScalar(type: string, { isInteger }: Shape): string {
  if (type === "boolean") return "bool";
  if (type === "string") return "str";
  return isInteger ? "int" : "float";
}

function writeValueType({ type, isOptional }: Member): string {
  return isOptional ? `NotRequired[${type}]` : type;
}

/** Returns whether a class can have the key as an attribute. Two underscores would change it. */
function isAttribute(key: string): boolean {
  return /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !keywords.has(key);
}

const keywords = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);
