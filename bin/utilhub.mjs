#!/usr/bin/env node
// Command-line client of the hub: `utilhub qr "hello" > a.png`. It reads its commands from the hub's
// OpenAPI document, so it works with any hub. Plain JavaScript, because it runs on Node and on Bun.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, openAsBlob, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { buildJqRequest, writeJqAnswer } from "./run-jq.mjs";
import { runOwn } from "./run-own.mjs";

/** Commands that manage your own hub: the program of each, and its first arguments. */
const programs = {
  start: ["core/main.ts"],
  dev: ["scripts/dev.ts"],
  keys: ["scripts/keys.ts"],
  plugin: ["scripts/plugin.ts"],
  "new-plugin": ["scripts/new-plugin.ts", "--outside", "."],
  "new-route": ["scripts/new-route.ts"],
  check: ["scripts/check.ts"],
  data: ["scripts/data.ts"],
  migrate: ["scripts/migrate.ts"],
  backup: ["scripts/backup.ts", "backup"],
  restore: ["scripts/backup.ts", "restore"],
};

const usage = `Usage: utilhub SERVICE [ENDPOINT] [VALUE ...] [--name VALUE ...] [-o FILE]
  utilhub qr hello > code.png      call an endpoint; values without a name fill required fields
  utilhub pdf merge --files a.pdf --files b.pdf -o both.pdf
  utilhub jq FILTER [FILE ...]     run jq on the hub, with -r -s -n -c -e -S -R -f, --arg and --argjson
  utilhub SERVICE --help           list the endpoints of a service and their options
  utilhub search WORDS             list the commands for a task, such as "decode jwt"
  utilhub login                    save the hub's URL and an API key, read from standard input
  utilhub completion SHELL         print a completion script for bash, zsh or fish
  utilhub [start]                  run your own hub, with its data in ./data
  utilhub COMMAND [--help]         manage your own hub: keys, plugin, data, backup, restore, migrate
  utilhub new-plugin NAME          create a plugin in the folder NAME; new-route adds an endpoint
  utilhub dev FOLDER               serve a plugin folder with live reload, such as ./hello
  utilhub check FOLDER             run the examples and tests of a plugin folder

A value of - reads standard input. -o FILE (--output) writes the response to a file, and --accept TYPE
requests a media type. UTILHUB_URL is the hub's URL (default http://localhost:3000), UTILHUB_KEY the key.`;

/** Ends the command. Exit code 1: the hub returned an error. 2: wrong usage. 3: the hub is unreachable. */
class Stop extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

async function main([command = "start", ...args]) {
  if (command === "--help" || command === "-h" || command === "help") {
    const known = await readDocument().catch(() => undefined);
    const names = known && [...new Set(listEndpoints(known).map(({ service }) => service))];
    console.log(names ? `${usage}\n\nServices: ${names.join(", ")}` : usage);
    return 0;
  }
  if (Object.hasOwn(programs, command) && (command !== "dev" || isFolder(args[0]))) {
    const [program, ...first] = programs[command];
    return runOwn(program, [...first, ...args]);
  }
  if (command === "login") return login(args);
  if (command === "jq") return runJq(args);
  if (command === "search") return search(args);
  if (command === "completion") return printCompletion(args);
  if (command === "__complete") return complete(args);
  return callEndpoint(command, args);
}

/** Returns whether a text names a plugin folder. `dev` is a command and a service, which has no such endpoint. */
function isFolder(text) {
  return text !== undefined && (/^\.{0,2}\//.test(text) || existsSync(join(text, "plugin.ts")));
}

function settings() {
  const file = configFile();
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const url = (process.env.UTILHUB_URL || kept.url || "http://localhost:3000").replace(/\/$/, "");
  if (!URL.canParse(url)) throw new Stop(2, `UTILHUB_URL must be a URL: it is "${url}"`);
  // A saved key is only sent to the hub that it was saved for.
  const key = process.env.UTILHUB_KEY || (kept.url === url ? kept.key : undefined);
  return { url, key };
}

function configFile() {
  const folder = process.env.XDG_CONFIG_HOME || join(homedir(), ".config");
  return join(folder, "utilhub", "config.json");
}

async function login(args) {
  if (args.length > 0)
    throw new Stop(2, "The key is read from standard input: utilhub login < FILE");
  if (process.stdin.isTTY) process.stderr.write("Key: ");
  const key = process.env.UTILHUB_KEY || (await firstLine());
  if (!key) throw new Stop(2, "Cannot log in: there is no key on standard input");
  const file = configFile();
  const { url } = settings();
  const answer = await ask(`${url}/api-key`, { headers: { "X-API-Key": key } });
  if (!answer.ok) throw await readFailure(answer);
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  // Removed first, because an existing file would keep its mode.
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify({ url, key })}\n`, { mode: 0o600, flag: "wx" });
  process.stderr.write(`Saved the key for ${url} in ${file}\n`);
  return 0;
}

async function firstLine() {
  let text = "";
  for await (const chunk of process.stdin) {
    text += chunk;
    if (text.includes("\n")) break;
  }
  process.stdin.destroy();
  return text.split("\n", 1)[0].trim();
}

async function readStdin() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function ask(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    throw new Stop(3, `Cannot reach ${new URL(url).origin}: ${error.cause?.code ?? error.message}`);
  }
}

async function readFailure(answer) {
  const problem = await answer.json().catch(() => ({}));
  const code = problem.code ? ` (${problem.code})` : "";
  return new Stop(
    1,
    `${problem.detail ?? `The hub responded with status ${answer.status}`}${code}`,
  );
}

/** Returns the hub's OpenAPI document. The cached copy is revalidated by its ETag. */
async function readDocument() {
  const { url } = settings();
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "utilhub");
  const file = join(folder, `${createHash("sha256").update(url).digest("hex").slice(0, 16)}.json`);
  const kept = readCache(file);
  const headers = kept ? { "If-None-Match": kept.etag } : {};
  const answer = await ask(`${url}/openapi.json`, { headers });
  if (answer.status === 304 && kept) return kept.document;
  if (!answer.ok) throw await readFailure(answer);
  const document = await answer.json().catch(() => undefined);
  if (!document?.paths) throw new Stop(1, `Cannot find a hub at ${url}`);
  const etag = answer.headers.get("etag");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (etag) writeFileSync(file, JSON.stringify({ etag, document }), { mode: 0o600 });
  } catch {
    // Without a cache the document is fetched each time.
  }
  return document;
}

function readCache(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function listEndpoints({ paths }) {
  const samples = Object.entries(paths)
    .filter(([path]) => path.startsWith("/try/"))
    .map(([, { get }]) => get.summary.replace("Try without a key: ", ""));
  return Object.entries(paths).flatMap(([path, item]) => {
    const [service, ...rest] = path.replace(/^\/api\//, "").split("/");
    if (!path.startsWith("/api/")) return [];
    const words = rest.filter((word) => !word.startsWith("{"));
    return Object.entries(item).map(([method, operation]) => ({
      ...{ service, words, method: method.toUpperCase(), path, operation },
      fields: listFields(operation),
      isSample: samples.includes(operation.summary),
    }));
  });
}

function listFields({ parameters = [], requestBody }) {
  const content = requestBody?.content ?? {};
  const type = ["multipart/form-data", "application/json"].find((one) => content[one]);
  const { properties = {}, required = [] } = content[type]?.schema ?? {};
  const named = parameters.filter((one) => one.in === "path" || one.in === "query");
  return [
    ...named.map((one) => ({ ...one, schema: one.schema ?? Object.values(one.content)[0].schema })),
    ...Object.entries(properties)
      .filter(([name]) => !named.some((one) => one.name === name))
      .map(([name, schema]) => ({
        ...{ name, schema, in: "body", description: schema.description },
        required: required.includes(name),
      })),
  ];
}

function isFile({ format, items }) {
  return format === "binary" || items?.format === "binary";
}

/** Finds the endpoint with the longest matching path, or else the sample endpoint of the service. */
function findEndpoint(endpoints, words) {
  const parts = words.flatMap((word) => word.split("/"));
  const fits = endpoints
    .filter(({ words: own }) => own.length > 0 && own.every((word, index) => word === parts[index]))
    .toSorted((a, b) => b.words.length - a.words.length);
  const best = fits.filter(({ words: own }) => own.length === fits[0].words.length);
  if (best.length > 0) {
    let used = 0;
    for (let left = best[0].words.length; left > 0; used++) left -= words[used].split("/").length;
    return { best, values: words.slice(used) };
  }
  const first = endpoints.find(({ isSample }) => isSample) ?? endpoints[0];
  return { best: endpoints.filter(({ path }) => path === first.path), values: words };
}

/** Runs a filter of jq on the hub. Like jq, it ends with 2 if it could not run. */
async function runJq(args) {
  try {
    const body = JSON.stringify(await buildJqRequest(args, readStdin));
    const { url, key } = settings();
    const headers = { "Content-Type": "application/json", ...(key && { "X-API-Key": key }) };
    return await writeJqAnswer(
      await ask(`${url}/api/dev/json/query`, { method: "POST", headers, body }),
    );
  } catch (error) {
    throw new Stop(2, error.message);
  }
}

/** Prints the commands of the endpoints that the search of the documentation finds. */
async function search(words) {
  const { url } = settings();
  const query = new URLSearchParams({ q: words.join(" ") });
  const headers = { Accept: "application/json" };
  const answer = await ask(`${url}/documentation/search?${query}`, { headers });
  if (!answer.ok) throw await readFailure(answer);
  const { results } = await answer.json();
  const found = results.filter(
    ({ kind, detail }) => kind === "endpoint" && / \/api\//.test(detail),
  );
  if (found.length === 0) throw new Stop(1, `No command is found for "${words.join(" ")}"`);
  for (const { title, detail } of found.slice(0, 10)) {
    const command = detail.replace(/^\S+ \/api\//, "").replaceAll("/", " ");
    console.log(
      `utilhub ${command.replaceAll(/\{(\w+)\}/g, (_, name) => name.toUpperCase())}\n  ${title}`,
    );
  }
  return 0;
}

async function callEndpoint(service, args) {
  const document = await readDocument();
  const all = listEndpoints(document);
  const endpoints = all.filter((one) => one.service === service);
  if (endpoints.length === 0) {
    const names = [...new Set(all.map((one) => one.service))];
    throw new Stop(2, `Unknown service "${service}": the services are ${names.join(", ")}`);
  }
  if (args.includes("--help") || args.includes("-h")) {
    const words = args.filter((word) => !word.startsWith("-"));
    printHelp(words.length > 0 ? findEndpoint(endpoints, words).best : endpoints);
    return 0;
  }
  const { values, positionals } = readArguments(
    args,
    endpoints.flatMap(({ fields }) => fields),
  );
  const { output, accept, ...given } = values;
  const { best, values: bare } = findEndpoint(endpoints, positionals);
  const knows = ({ fields }) =>
    Object.keys(given).every((name) => fields.some((one) => one.name === name));
  const endpoint = best.find(knows) ?? best[0];
  const { fields } = endpoint;
  const unknown = Object.keys(given).find((name) => !fields.some((one) => one.name === name));
  const called = [service, ...endpoint.words].join(" ");
  if (unknown)
    throw new Stop(2, `"${called}" has no option --${unknown}: see utilhub ${called} --help`);
  fillBare(endpoint, { given, bare, called });
  const request = await buildRequest(endpoint, given);
  const { url, key } = settings();
  const headers = {
    ...request.headers,
    ...(key && { "X-API-Key": key }),
    ...(accept && { accept }),
  };
  const answer = await ask(url + request.path, {
    method: endpoint.method,
    headers,
    body: request.body,
  });
  if (!answer.ok) throw await readFailure(answer);
  return write(answer, output);
}

function readArguments(args, fields) {
  const options = { output: { type: "string", short: "o" }, accept: { type: "string" } };
  const names = new Map(Object.keys(options).map((name) => [name, name]));
  for (const { name } of fields)
    for (const spelling of [name, name.replaceAll("_", "-")]) {
      names.set(spelling, name);
      options[spelling] = { type: "string", multiple: true };
    }
  const isSwitch = (name) => {
    const kinds = fields.filter((one) => one.name === names.get(name));
    return kinds.length > 0 && kinds.every(({ schema }) => schema.type === "boolean");
  };
  // A switch needs no value, but parseArgs would use the next word as its value.
  const spelled = args.map((word, index) =>
    word.startsWith("--") &&
    isSwitch(word.slice(2)) &&
    !/^(?:true|false)$/.test(args[index + 1] ?? "")
      ? `${word}=true`
      : word,
  );
  const { values, positionals } = parseArgs({ args: spelled, options, allowPositionals: true });
  const read = {};
  for (const [name, value] of Object.entries(values)) read[names.get(name)] = value;
  return { values: read, positionals };
}

/** Assigns values without a name to the required fields, or to the first field if none is required. */
function fillBare({ fields, words }, { given, bare, called }) {
  const needed = fields.filter((one) => one.required && !Object.hasOwn(given, one.name));
  const [first] = fields;
  const places =
    needed.length > 0 || Object.hasOwn(given, first?.name) ? needed : [first].filter(Boolean);
  if (bare.length > places.length)
    throw new Stop(
      2,
      `"${called}" does not accept the extra value "${bare[places.length]}"${words.length > 0 ? "" : ": see --help"}`,
    );
  bare.forEach((value, index) => {
    given[places[index].name] = [value];
  });
  const missing = needed[bare.length];
  if (missing) throw new Stop(2, `"${called}" requires ${missing.name}: --${missing.name} VALUE`);
}

async function buildRequest({ path, fields }, given) {
  const query = new URLSearchParams();
  const body = new Map();
  let filled = path;
  for (const field of fields) {
    if (!Object.hasOwn(given, field.name)) continue;
    const values = await Promise.all(given[field.name].map((value) => readValue(value, field)));
    if (values.length > 1 && field.schema.type !== "array")
      throw new Stop(2, `--${field.name} accepts only one value`);
    const text = values.length > 1 ? JSON.stringify(values) : String(values[0]);
    if (field.in === "path") filled = filled.replace(`{${field.name}}`, encodeURIComponent(text));
    else if (field.in === "query") query.set(field.name, text);
    else body.set(field, values);
  }
  const address = query.size > 0 ? `${filled}?${query}` : filled;
  if (!fields.some((field) => field.in === "body")) return { path: address, headers: {} };
  if ([...body.keys()].some(({ schema }) => isFile(schema))) {
    const form = new FormData();
    for (const [{ name, schema }, values] of body)
      for (const value of values) form.append(name, value, ...(isFile(schema) ? [value.name] : []));
    return { path: address, headers: {}, body: form };
  }
  const json = Object.fromEntries(
    [...body].map(([{ name, schema }, values]) => [name, convertToSchema(schema, values)]),
  );
  return {
    path: address,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(json),
  };
}

async function readValue(text, { name, schema }) {
  if (!isFile(schema)) {
    // Without the final line break, as in a shell's command substitution.
    return text === "-" ? (await readStdin()).toString("utf8").replace(/\r?\n$/, "") : text;
  }
  if (text === "-") return new File([await readStdin()], "stdin");
  const path = text.startsWith("@") ? text.slice(1) : text;
  const blob = await openAsBlob(path).catch(() => undefined);
  if (!blob || !existsSync(path)) throw new Stop(2, `Cannot read the file "${path}" for --${name}`);
  return new File([blob], basename(path));
}

/** Converts texts to the types of a schema. Other texts are sent unchanged, and the hub reports the fault. */
function convertToSchema(schema, [text, ...more]) {
  if (schema.type === "array") {
    if (more.length > 0)
      return [text, ...more].map((one) => convertToSchema(schema.items ?? {}, [one]));
    const list = text.startsWith("[") ? parsed(text) : undefined;
    return Array.isArray(list) ? list : [convertToSchema(schema.items ?? {}, [text])];
  }
  const kinds = [schema, ...(schema.anyOf ?? [])].map(({ type }) => type);
  const value = parsed(text);
  return kinds.some((kind) => hasType(kind, value)) ? value : text;
}

function hasType(kind, value) {
  if (kind === "integer" || kind === "number") return typeof value === "number";
  if (kind === "object") return typeof value === "object" && value !== null;
  if (kind === "array") return Array.isArray(value);
  return kind === typeof value && kind === "boolean";
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function write(answer, output) {
  const type = answer.headers.get("content-type") ?? "";
  const isText = /^text\/|json|xml|yaml|svg/.test(type);
  if (!output && process.stdout.isTTY && !isText)
    throw new Stop(
      2,
      `The response is ${type}: write it to a file with -o FILE, or redirect it with > or |`,
    );
  const bytes = Buffer.from(await answer.arrayBuffer());
  const value =
    process.stdout.isTTY && type.includes("json") ? parsed(bytes.toString()) : undefined;
  const shown = value === undefined ? bytes : `${JSON.stringify(value, null, 2)}\n`;
  if (output && output !== "-") writeFileSync(output, bytes);
  else await new Promise((done) => process.stdout.write(shown, done));
  return 0;
}

function printHelp(endpoints) {
  const lines = endpoints.flatMap(({ service, words, operation, fields, method }) => [
    `utilhub ${[service, ...words].join(" ")}${fields
      .filter(({ required }) => required)
      .map(({ name }) => ` ${name.toUpperCase()}`)
      .join("")}  (${method})`,
    `  ${operation.summary}`,
    ...fields.map(
      ({ name, required, schema, description = "" }) =>
        `    --${name.replaceAll("_", "-")}${required ? " *" : ""}  ${(schema.enum ?? []).join("|") || (isFile(schema) ? "FILE" : (schema.type ?? "value"))}  ${description}`,
    ),
    "",
  ]);
  console.log(lines.join("\n"));
}

const completions = {
  bash: `_utilhub() { mapfile -t COMPREPLY < <(utilhub __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); }
complete -o default -F _utilhub utilhub`,
  zsh: `#compdef utilhub
_utilhub() { local -a found; found=(\${(f)"$(utilhub __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"); compadd -a found || _files; }
compdef _utilhub utilhub`,
  fish: "complete -c utilhub -a '(utilhub __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'",
};

function printCompletion([shell]) {
  if (!Object.hasOwn(completions, shell ?? ""))
    throw new Stop(
      2,
      `The shell must be ${Object.keys(completions).join(", ")}: it is "${shell ?? ""}"`,
    );
  console.log(completions[shell]);
  return 0;
}

async function complete(words) {
  const last = words.at(-1) ?? "";
  const all = listEndpoints(await readDocument());
  const found = new Set();
  if (words.length < 2) {
    for (const { service } of all) found.add(service);
    for (const name of [...Object.keys(programs), "login", "completion", "jq", "search"])
      found.add(name);
  } else {
    const endpoints = all.filter(({ service }) => service === words[0]);
    const before = words.slice(1, -1);
    const option = before.at(-1)?.replace(/^--/, "").replaceAll("-", "_");
    if (endpoints.length > 0 && last.startsWith("-"))
      for (const { fields } of findEndpoint(
        endpoints,
        before.filter((word) => !word.startsWith("-")),
      ).best)
        for (const { name } of fields) found.add(`--${name.replaceAll("_", "-")}`);
    else if (before.at(-1)?.startsWith("--"))
      for (const { fields } of endpoints)
        for (const { name, schema } of fields)
          for (const value of name === option ? (schema.enum ?? []) : []) found.add(String(value));
    else
      for (const { words: own } of endpoints)
        if (before.every((word, index) => own[index] === word)) found.add(own[before.length]);
  }
  for (const one of found) if (one?.startsWith(last)) console.log(one);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`utilhub: ${error.message.replaceAll(/[\r\n]+/g, " ")}\n`);
  process.exitCode = error instanceof Stop ? error.code : 2;
}
