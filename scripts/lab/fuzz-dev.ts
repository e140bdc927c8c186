// Sends generated texts to all endpoints of the developer utilities, in this process, and reports responses with status
// 500: `bun scripts/lab/fuzz-dev.ts [COUNT] [MINUTES] [SEED]`. Cheap endpoints get more calls than slow ones.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTable } from "../../core/lib/data-file.ts";
import { publishSchema } from "../../core/site/examples/published.ts";
import { exampleRequest, testHub } from "../../core/testing/mod.ts";
import {
  createRandom,
  generateFit,
  generateMisfit,
  pick,
  type Schema,
} from "../../tests/from-schema.ts";
import { exitOnHelp } from "../help.ts";

exitOnHelp(`Usage: bun scripts/lab/fuzz-dev.ts [COUNT] [MINUTES] [SEED]
  sends generated texts to all endpoints of the developer utilities, and reports responses with status 500`);

const [count = 1_000_000, minutes = 25, seed = Date.now() % 1_000_000] = process.argv
  .slice(2)
  .map(Number);
const random = createRandom(seed);
const failures = new Map<string, string>();
const hub = await testHub(join(import.meta.dir, "../../plugins/dev"), {
  log: { info() {}, warn() {}, error() {} } as never,
});

const languages = openTable(new URL("./fuzz/fragments.tsv", import.meta.url), {
  language: "text",
  routes: "list",
  fragments: "text",
})().map(({ routes, fragments }) => ({
  routes,
  fragments: fragments
    .split(" | ")
    .map((text) => text.replace(/\\(u[\da-f]{4}|[n\\])/g, (code) => readEscape(code))),
}));

/** Reads an escape of the table. */
function readEscape(code: string): string {
  if (code === "\\n") return "\n";
  return code === "\\\\" ? "\\" : String.fromCharCode(Number.parseInt(code.slice(2), 16));
}

/** Returns a text of a language, or of several, with a damaged character now and then. */
function writeText(path: string, maxLength = 4000): string {
  const own = languages.filter(({ routes }) => routes.some((route) => path.includes(`/${route}`)));
  const { fragments } = pick(random, random() < 0.9 && own.length > 0 ? own : languages);
  const joint = pick(random, ["", "", " ", "\n"]);
  let text = Array.from({ length: 1 + random() * random() * 24 }, () =>
    pick(random, fragments),
  ).join(joint);
  if (random() < 0.2) {
    const at = Math.floor(random() * text.length);
    text =
      text.slice(0, at) + pick(random, ["", "\0", "\ud800", '"', "\u2028"]) + text.slice(at + 1);
  }
  return text.slice(0, maxLength);
}

/** Returns values for a part of a request: those of the example, changed, or new ones. */
function writeValues(path: string, schema: Schema, example: Record<string, unknown>) {
  const values = { ...example };
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const isText = field.type === "string" && !field.enum && field.format !== "binary";
    const isGiven = name in example || schema.required?.includes(name);
    if (!isGiven && random() < 0.7) continue;
    if (isText && random() < (isGiven ? 0.6 : 0.9)) values[name] = writeText(path, field.maxLength);
    else if (field.format === "binary") {
      if (isGiven) values[name] = new File([writeText(path)], "a.txt");
    } else if (random() < 0.2)
      values[name] = random() < 0.1 ? generateMisfit(field, random) : generateFit(field, random);
  }
  return values;
}

const subjects = hub.routes.map((loaded) => {
  const { route } = loaded;
  const parts = (["params", "query", "body"] as const).flatMap((part) => {
    const schema = route[part];
    return schema ? [[part, publishSchema(schema, { sent: true }) as Schema] as const] : [];
  });
  return { loaded, parts, calls: 0, ms: 1, statuses: new Map<number, number>() };
});

/** Chooses an endpoint: the less time its calls take, the more often. */
function chooseSubject() {
  const weights = subjects.map(({ ms, calls }) => 1 / (ms / (calls + 1) + 0.3));
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest <= 0) return subjects[index];
  }
  return subjects[0];
}

const stopAt = performance.now() + minutes * 60_000;
let total = 0;
const last = join(tmpdir(), `fuzz-dev-${process.pid}.txt`);
while (total < count && performance.now() < stopAt) {
  const subject = chooseSubject();
  if (!subject) break;
  const { loaded, parts } = subject;
  const example = { ...loaded.route.example } as Record<string, Record<string, unknown>>;
  for (const [part, schema] of parts)
    example[part] = writeValues(loaded.path, schema, example[part] ?? {});
  let request: Request;
  try {
    request = exampleRequest({ ...loaded, route: { ...loaded.route, example } } as typeof loaded);
  } catch {
    continue;
  }
  const begunAt = performance.now();
  request.headers.set("x-api-key", "test");
  const answer = await hub.fetch(request);
  const body = answer.status === 500 ? await answer.text() : await answer.arrayBuffer();
  const ms = performance.now() - begunAt;
  subject.ms += ms;
  subject.calls++;
  total++;
  subject.statuses.set(answer.status, (subject.statuses.get(answer.status) ?? 0) + 1);
  if (answer.status === 500 || ms > 20_000) {
    const name = `${loaded.method} ${loaded.path}`;
    const text = JSON.stringify({ name, status: answer.status, ms, example, body }, replaceFile);
    if (!failures.has(name)) console.log(text.slice(0, 2000));
    failures.set(name, text);
    writeFileSync(last, text);
  }
  if (total % 50_000 === 0) console.log(`${total} calls`);
}

function replaceFile(_: string, value: unknown): unknown {
  return value instanceof File ? `file of ${value.size} bytes` : value;
}

const sum = (status: number) =>
  subjects.reduce((all, { statuses }) => all + (statuses.get(status) ?? 0), 0);
for (const { loaded, calls, statuses } of subjects)
  console.log(`${loaded.method} ${loaded.path}\t${calls}\t${JSON.stringify([...statuses])}`);
console.log(
  `seed ${seed}: ${total} calls, 200: ${sum(200)}, 400: ${sum(400)}, 422: ${sum(422)}, 500: ${sum(500)}`,
);
process.exit(sum(500) > 0 ? 1 : 0);
