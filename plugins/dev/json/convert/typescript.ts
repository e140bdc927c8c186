import { declareTypes, type Language } from "./declarations.ts";
import type { Write } from "./request.ts";

/** Writes TypeScript declarations for the types of a value. */
export const writeTypescript: Write = (json, { root }, remarks) =>
  declareTypes(json, { root, language: typescript, remarks });

const typescript: Language = {
  reserved: [],
  writeScalar: (type) => type,
  combine: ({ types, isNullable }) =>
    [...types, ...(isNullable ? ["null"] : [])].join(" | ") || "unknown",
  writeList: (type) => (type.includes(" | ") ? `(${type})[]` : `${type}[]`),
  emptyObject: "Record<string, never>",
  writeMembers: (members) =>
    members
      .map(({ key, type, isOptional }) => {
        return `  ${toPropertyName(key)}${isOptional ? "?" : ""}: ${type};\n`;
      })
      .join(""),
  declare: (name, members) => `export interface ${name} {\n${members}}\n`,
  alias: (name, type) => `export type ${name} = ${type};\n`,
  arrange: (declarations) => declarations.join("\n"),
};

/** Returns the key as a property name, quoted unless it is an identifier. */
function toPropertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
