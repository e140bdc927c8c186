import { readOrRefuse } from "../fault.ts";
import { formatJson } from "../format/format.ts";
import { Notes } from "../notes.ts";
import { isSpecial } from "../number.ts";
import { checkWeight } from "../output.ts";
import { type Json, Numeral, readJson, writeJson } from "../tree.ts";
import { writeCsharp } from "./csharp.ts";
import { readCsv, writeCsv } from "./csv.ts";
import { writeGo } from "./go.ts";
import { writeJava } from "./java.ts";
import { describeSchema } from "./json-schema.ts";
import { readJsonl, writeJsonl } from "./jsonl.ts";
import { writePython } from "./python.ts";
import { readQuery, writeQuery } from "./query-string.ts";
import type { ConvertOptions, Notation, OutputFormat, ReadNotation, Write } from "./request.ts";
import { Remarks } from "./request.ts";
import { writeRust } from "./rust.ts";
import { readToml, writeToml } from "./toml.ts";
import { writeTypescript } from "./typescript.ts";
import { readXml, writeXml } from "./xml.ts";
import { layOutYaml, readYaml, writeYaml } from "./yaml.ts";

/** Converts a text from one format to another. Numbers keep every digit. */
export function convert(text: string, { from, to, ...options }: ConvertOptions) {
  const notes = new Notes(text);
  const remarks = new Remarks();
  const json = readOrRefuse(text, "body.input", () => {
    const read = readers[from](text, options, notes);
    checkWeight(read);
    return read;
  });
  const kept = from === "yaml" && to === "yaml" ? keepYaml(text, json, options.indent) : undefined;
  if (kept !== undefined) return { output: kept, warnings: [] };
  const output = writers[to](json, options, remarks);
  return { output, warnings: [...notes.list(), ...remarks.list()] };
}

/** Lays out YAML without reading its values. Returns undefined if that would change one. */
function keepYaml(text: string, json: Json, indent: number): string | undefined {
  try {
    const output = layOutYaml(text, indent);
    const again = readYaml(output, {}, new Notes(output));
    return writeJson(again) === writeJson(json) ? output : undefined;
  } catch {
    return undefined;
  }
}

const readers: Readonly<Record<Notation, ReadNotation>> = {
  json: (text, _, notes) => readJson(text, { notes }),
  yaml: readYaml,
  toml: readToml,
  xml: readXml,
  csv: readCsv,
  jsonl: readJsonl,
  querystring: readQuery,
};

const writers: Readonly<Record<OutputFormat, Write>> = {
  json: (json, { indent }, remarks) => {
    if (hasSpecials(json)) remarks.add(noSpecials);
    const layout = {
      indent,
      sort_keys: "none",
      minify: indent === 0,
      ascii: false,
      jsonc: false,
    } as const;
    return formatJson(writeJson(json), layout).formatted;
  },
  yaml: writeYaml,
  toml: writeToml,
  xml: writeXml,
  csv: writeCsv,
  jsonl: (json, options, remarks) => {
    if (hasSpecials(json)) remarks.add(noSpecials);
    return writeJsonl(json, options, remarks);
  },
  querystring: writeQuery,
  typescript: writeTypescript,
  csharp: writeCsharp,
  go: writeGo,
  java: writeJava,
  python: writePython,
  rust: writeRust,
  jsonschema: (json, options, remarks) => writers.json(describeSchema(json), options, remarks),
};

const noSpecials = "JSON has no Infinity or NaN: null was written";

function hasSpecials(json: Json): boolean {
  if (json instanceof Numeral) return isSpecial(json.raw);
  if (json instanceof Map) return json.values().some(hasSpecials);
  return Array.isArray(json) && json.some(hasSpecials);
}
