import { declareTypes, filterUsed, type Language, Names, toTypeName } from "./declarations.ts";
import type { Write } from "./request.ts";
import type { Shape } from "./shape.ts";

/** Writes Java records for the types of a value, with the annotations of Jackson. */
export const writeJava: Write = (json, { root }, remarks) =>
  declareTypes(json, { root, language: java, remarks });

/** Types of other packages, by their import. */
const imports: ReadonlyMap<string, string> = new Map([
  ["JsonCreator", "com.fasterxml.jackson.annotation.JsonCreator"],
  ["JsonProperty", "com.fasterxml.jackson.annotation.JsonProperty"],
  ["JsonValue", "com.fasterxml.jackson.annotation.JsonValue"],
  ["BigDecimal", "java.math.BigDecimal"],
  ["BigInteger", "java.math.BigInteger"],
  ["List", "java.util.List"],
  ["Map", "java.util.Map"],
]);

/** A constructor has at most 255 parameters, one of which is the object. */
const componentsMax = 254;

const java: Language = {
  reserved: [...imports.keys(), "Boolean", "Double", "Long", "Object", "Record", "String"],
  writeScalar: writeJavaScalar,
  // A boxed type may be null.
  combine: ({ types: [type = "Object", ...more] }) => (more.length > 0 ? "Object" : type),
  writeList: (type) => `List<${type}>`,
  emptyObject: "Map<String, Object>",
  writeMembers(members, remarks) {
    if (members.length > componentsMax)
      remarks.add(
        `A Java record has at most ${componentsMax} components: one has ${members.length}`,
      );
    const names = new Names(unusableNames);
    // The annotation takes an empty name for a missing one.
    if (members.some(({ key }) => key === ""))
      remarks.add('Java cannot name the member "": it is left out');
    return members
      .filter(({ key }) => key !== "")
      .map(({ key, type }) => {
        const typeName = toTypeName(key);
        const name = names.add(typeName.charAt(0).toLowerCase() + typeName.slice(1));
        return `    @JsonProperty(${JSON.stringify(key)}) ${type} ${name}`;
      })
      .join(",\n");
  },
  declare: (name, members) => `record ${name}(\n${members}\n) {}\n`,
  alias: (name, type) =>
    [
      `record ${name}(${type} value) {`,
      "    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)",
      `    public ${name} {}`,
      "",
      "    @JsonValue",
      `    public ${type} value() {`,
      "        return value;",
      "    }",
      "}\n",
    ].join("\n"),
  arrange(declarations) {
    const text = `public ${declarations.join("\n")}`;
    const lines = filterUsed(imports.keys(), text).map((name) => `import ${imports.get(name)};\n`);
    return `${lines.join("")}\n${text}`;
  },
};

function writeJavaScalar(type: string, { isInt64, isInteger, isDouble }: Shape): string {
  if (type === "boolean") return "Boolean";
  if (type === "string") return "String";
  if (isInteger) return isInt64 ? "Long" : "BigInteger";
  return isDouble ? "Double" : "BigDecimal";
}

/** Keywords, and methods of objects that a record cannot have. */
const unusableNames =
  "abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto if implements import instanceof int interface long native new null package private protected public return short static strictfp super switch synchronized this throw throws transient true try void volatile while clone finalize getClass hashCode notify notifyAll toString wait".split(
    " ",
  );
