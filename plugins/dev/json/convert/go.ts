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

/** Writes Go declarations for the types of a value, with the tags of `encoding/json`. */
export const writeGo: Write = (json, { root }, remarks) =>
  declareTypes(json, { root, language: go, remarks });

const go: Language = {
  reserved: [],
  writeScalar: writeGoScalar,
  combine({ types: [type = "any", ...more], isNullable }) {
    if (more.length > 0) return "any";
    return isNullable ? addPointer(type) : type;
  },
  writeList: (type) => `[]${type}`,
  emptyObject: "map[string]any",
  writeMembers(members, remarks) {
    const names = new Names();
    const fields = members.flatMap((member) => {
      if (isTag(member.key)) return [writeField(member, names)];
      remarks.add(`Go cannot name the member ${quoteKey(member.key)}: it is left out`);
      return [];
    });
    // The alignment of gofmt.
    const width = (column: 0 | 1) =>
      fields.reduce((widest, field) => Math.max(widest, field[column].length), 0);
    const [nameWidth, typeWidth] = [width(0), width(1)];
    return fields
      .map(([name, type, tag]) => `\t${name.padEnd(nameWidth)} ${type.padEnd(typeWidth)} ${tag}\n`)
      .join("");
  },
  declare: (name, members) => `type ${name} struct {\n${members}}\n`,
  alias: (name, type) => `type ${name} ${type}\n`,
  arrange(declarations) {
    const text = declarations.join("\n");
    const needsImport = filterUsed(["json.Number"], text).length > 0;
    return `package types\n\n${needsImport ? 'import "encoding/json"\n\n' : ""}${text}`;
  },
};

function writeGoScalar(type: string, { isInt64, isDouble }: Shape): string {
  if (type === "boolean") return "bool";
  if (type === "string") return "string";
  return isInt64 ? "int64" : isDouble ? "float64" : "json.Number";
}

/** Makes a type optional. The zero values of lists, maps and `any` are null already. */
function addPointer(type: string): string {
  return /^(?:\[\]|map|any|\*)/.test(type) ? type : `*${type}`;
}

/** Returns whether `encoding/json` accepts the key as a name in a tag. */
function isTag(key: string): boolean {
  return /^[\p{L}\p{Nd}!#$%&()*+./:;<=>?@[\]^_{|}~ -]+$/u.test(key);
}

function writeField({ key, type, isOptional }: Member, names: Names) {
  const name = names.add(toTypeName(key));
  // A lone hyphen would hide the field.
  const options = isOptional ? ",omitempty" : key === "-" ? "," : "";
  const tag = `\`json:"${key}${options}"\``;
  return [name, isOptional ? addPointer(type) : type, tag] as const;
}
