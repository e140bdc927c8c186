// `utilhub jq`: the command jq, run by the hub's endpoint for queries. Its options, output and exit status are jq's.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const flag = (short) => ({ type: "boolean", ...(short && { short }) });

/** The options of jq that the hub has, under its names. */
const options = {
  slurp: flag("s"),
  "raw-input": flag("R"),
  "null-input": flag("n"),
  "raw-output": flag("r"),
  "compact-output": flag("c"),
  "sort-keys": flag("S"),
  "exit-status": flag("e"),
  "from-file": { type: "string", short: "f" },
};

/** Most results of one call. */
const limit = 10_000;

/** Returns the body of the request, for jq's arguments. Standard input is read if they name no file. */
export async function buildJqRequest(args, readStdin) {
  const { rest, arg, argjson } = takeVariables(args);
  const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
  const { "from-file": file, ...flags } = values;
  const [path = ".", ...files] = file ? [readFileSync(file, "utf8"), ...positionals] : positionals;
  const needsInput = files.length === 0 && !(flags["null-input"] && process.stdin.isTTY);
  const json = needsInput
    ? (await readStdin()).toString("utf8")
    : files.map((name) => readFileSync(name, "utf8")).join("");
  const named = Object.entries(flags).map(([name, value]) => [name.replace("-", "_"), value]);
  const fields = { compact_output: false, ...Object.fromEntries(named), arg, argjson };
  return { json, path, syntax: "jq", limit, ...fields };
}

/** Removes `--arg NAME TEXT` and `--argjson NAME JSON` from the arguments. */
function takeVariables(args) {
  const found = { rest: [], arg: {}, argjson: {} };
  for (let at = 0; at < args.length; at++) {
    const [word, name, value] = args.slice(at, at + 3);
    if (word !== "--arg" && word !== "--argjson") {
      found.rest.push(word);
      continue;
    }
    if (value === undefined) throw new Error(`${word} needs a name and a value`);
    found[word.slice(2)][name] = word === "--arg" ? value : readJson(name, value);
    at += 2;
  }
  return found;
}

function readJson(name, value) {
  try {
    return JSON.parse(value);
  } catch {
    throw new Error(`--argjson ${name} needs JSON: it is "${value}"`);
  }
}

/** Writes what jq writes, and returns its exit status. */
export async function writeJqAnswer(answer) {
  const status = answer.headers.get("x-exit-status");
  const result = await answer.json().catch(() => ({}));
  const { jsonl = "", count = 0, warnings = [], truncated } = result;
  if (count > 0) await new Promise((done) => process.stdout.write(`${jsonl}\n`, done));
  const problems = answer.ok ? warnings : [result.detail ?? `status ${answer.status}`];
  if (truncated) problems.push(`${count} results: only the first ones were returned`);
  for (const problem of problems) process.stderr.write(`utilhub jq: ${problem}\n`);
  // As jq's status for a problem with its input or the system.
  return status === null || truncated ? 2 : Number(status);
}
