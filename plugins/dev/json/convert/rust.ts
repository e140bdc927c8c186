import { declareTypes, filterUsed, type Language, type Member, Names } from "./declarations.ts";
import { quoteKey, type Write } from "./request.ts";
import type { Shape } from "./shape.ts";

/** Writes Rust structs for the types of a value, with the attributes of serde. */
export const writeRust: Write = (json, { root }, remarks) => {
  const text = declareTypes(json, { root, language: rust, remarks });
  if (filterUsed(["Number"], text).length > 0)
    remarks.add("Rust needs the feature arbitrary_precision of serde_json to keep all digits");
  return text;
};

/** Types of other crates, by their path. */
const imports: ReadonlyMap<string, string> = new Map([
  ["Deserialize", "serde::{Deserialize, Serialize}"],
  ["Map", "serde_json::Map"],
  ["Number", "serde_json::Number"],
  ["Value", "serde_json::Value"],
]);

const rust: Language = {
  reserved: [
    ...imports.keys(),
    ..."Box Clone Debug Err None Ok Option PartialEq Self Serialize Some String Vec".split(" "),
  ],
  writeScalar: writeRustScalar,
  combine({ types: [type = "Value", ...more], isNullable }) {
    if (more.length > 0) return "Value";
    return isNullable ? wrapOption(type) : type;
  },
  writeList: (type) => `Vec<${type}>`,
  emptyObject: "Map<String, Value>",
  writeMembers(members, remarks) {
    const names = new Names(keywords);
    return members
      .map((member) => {
        if (member.key.isWellFormed()) return writeField(member, names);
        remarks.add(`Rust cannot name the member ${quoteKey(member.key)}: it is left out`);
        return "";
      })
      .join("");
  },
  declare: (name, members) =>
    `#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\npub struct ${name} {\n${members}}\n`,
  alias: (name, type) => `pub type ${name} = ${type};\n`,
  arrange(declarations) {
    const text = declarations.join("\n");
    const uses = filterUsed(imports.keys(), text)
      .map((name) => `use ${imports.get(name)};\n`)
      .join("");
    return uses === "" ? text : `${uses}\n${text}`;
  },
};

function writeRustScalar(type: string, { isInt64, isDouble }: Shape): string {
  if (type === "boolean") return "bool";
  if (type === "string") return "String";
  return isInt64 ? "i64" : isDouble ? "f64" : "Number";
}

/** Makes a type optional. A value can be null already. */
function wrapOption(type: string): string {
  return type === "Value" || type.startsWith("Option<") ? type : `Option<${type}>`;
}

function writeField({ key, type, isOptional }: Member, names: Names): string {
  const name = names.add(toFieldName(key));
  const attributes = [
    ...(name === key ? [] : [`rename = ${quoteRust(key)}`]),
    ...(isOptional ? ["default", 'skip_serializing_if = "Option::is_none"'] : []),
  ];
  const attribute = attributes.length > 0 ? `    #[serde(${attributes.join(", ")})]\n` : "";
  // A missing value differs from null.
  const optional = type === "Value" ? "Option<Value>" : wrapOption(type);
  return `${attribute}    pub ${name}: ${isOptional ? optional : type},\n`;
}

const nameMax = 60;

/** Derives a field name from a key: `firstName` becomes first_name. */
function toFieldName(key: string): string {
  const words = key
    .slice(0, nameMax)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const name = words.join("_");
  return /^[a-z]/.test(name) ? name : `field_${name}`.replace(/_$/, "");
}

/** Writes a string literal. */
function quoteRust(text: string): string {
  const escaped = text
    .replace(/["\\]/g, "\\$&")
    // Control characters, and those that change the direction, which the compiler rejects.
    .replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
  return `"${escaped}"`;
}

const keywords =
  "abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use virtual where while yield".split(
    " ",
  );
