import { expect, test } from "bun:test";
import { join } from "node:path";
import type { TSchema } from "@sinclair/typebox";
import { type CallExpression, type NewExpression, type Node, parseSync, Visitor } from "oxc-parser";
import { loadAll } from "../core/host/load/load-all.ts";
import { adminPage } from "../core/site/docs/account/admin-page.ts";
import { listFailures } from "../core/site/docs/openapi/list-failures.ts";
import { browser, docsHub } from "../core/testing/docs-hub.ts";
import { describeHabit, findHabits, getLine } from "./habits.ts";

/**
 * The grammar rules of a message, each with a test that finds violations. No rule can check quotes around template
 * values, because numbers have none.
 */
const rules: Readonly<Record<string, (message: string) => boolean>> = {
  "has no full stop": (message) => /[.!;:,]$/.test(message),
  "has no contraction": (message) =>
    /\b(\w+n['’]t|\w+['’](re|ll|ve|m|d)|(it|that|there|here|what|who|let|he|she)['’]s)\b/i.test(
      message,
    ),
  "does not beg or apologise": (message) => /\b(please|sorry|oops|whoops)\b/i.test(message),
  "puts values in double quotes": (message) =>
    /[`‘’“”]|(?<!\w)'[^']*'(?!\w)/.test(message) || message.split('"').length % 2 === 0,
  "puts a colon before detail": (message) => /\s[-–—]\s(?!\d)|, (got|but (was|is))\b/.test(message),
  "has single spaces": (message) => /^\s|\s$|\s\s|\s[,.;:](\s|$)/.test(message),
};
/** The permitted starts of a sentence: a capital, a value, or the name of a field, file or host. */
const beginning = /^(utilhub\b|[a-z]+[A-Z]|[A-Z\d"{]|[\w-]+\.[\w{]|\w+ must\b|(it|there) is\b)/;

function findFaults(message: string, isWhole: boolean): string[] {
  const faults = Object.keys(rules).filter((rule) => rules[rule]?.(message));
  return isWhole && !beginning.test(message) ? [...faults, "begins with a capital"] : faults;
}

test.each([
  ["Cannot read the file.", "has no full stop"],
  ["Cannot read the file!", "has no full stop"],
  ["Can't read the file", "has no contraction"],
  ["It's not a file", "has no contraction"],
  ["Please name a file", "does not beg or apologise"],
  ["Cannot read 'a.pdf'", "puts values in double quotes"],
  ["Cannot read `a.pdf`", "puts values in double quotes"],
  ['Cannot read "a.pdf', "puts values in double quotes"],
  ["Cannot read the file - it is gone", "puts a colon before detail"],
  ["The size must be a number, got 12px", "puts a colon before detail"],
  ["Cannot read  the file", "has single spaces"],
  ["cannot read the file", "begins with a capital"],
])("%j breaks one rule: a message %s", (message, rule) => {
  expect(findFaults(message, true)).toEqual([rule]);
});

test.each([
  'Cannot read "a.pdf": it is larger than 3 MB',
  "body.pages must name at most 3 pages: it names 4",
  "The page's owner allows no robots…",
  "An index must be within ±(2^53 - 1)",
])("%j breaks no rule", (message) => {
  expect(findFaults(message, true)).toEqual([]);
});

interface Message {
  text: string;
  start: number;
  /** Whether it is a whole sentence, not the rest of one that another function starts. */
  isWhole: boolean;
}

/** Functions that receive a whole sentence, and those that may receive the rest of one. */
const throwing = /^(HubError|(Type|Range)?Error|error)$/;
const refusing = /^(refuse|fail)([A-Z]\w*)?$|^[a-z]+Error$/;

/** Returns the messages of a source file: texts of several words that it throws, rejects with or logs. */
function findMessages(file: string, source: string): Message[] {
  const found: Message[] = [];
  const collectTexts = ({ callee, arguments: given }: CallExpression | NewExpression) => {
    const name = getCalleeName(callee);
    const isWhole = throwing.test(name);
    if (!isWhole && !refusing.test(name)) return;
    for (const { text, start } of given.flatMap(listTexts))
      if (/\s/.test(text)) found.push({ text, start, isWhole });
  };
  new Visitor({ CallExpression: collectTexts, NewExpression: collectTexts }).visit(
    parseSync(file, source).program,
  );
  return found;
}

function getCalleeName(callee: Node): string {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "MemberExpression" && callee.property.type === "Identifier")
    return callee.property.name;
  return "";
}

/** Returns the possible texts of an expression, with "{}" for each embedded value. */
function listTexts(node: Node): { text: string; start: number }[] {
  const { start } = node;
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? [{ text: node.value, start }] : [];
    case "TemplateLiteral":
      return [{ text: node.quasis.map(({ value }) => value.cooked ?? "").join("{}"), start }];
    case "ConditionalExpression":
      return [node.consequent, node.alternate].flatMap(listTexts);
    case "LogicalExpression":
      return [node.left, node.right].flatMap(listTexts);
    default:
      return [];
  }
}

test("the messages in a source are found, in any call that receives them", () => {
  const source = `
    throw new HubError("busy", "All is taken");
    throw pdf.error("pdf_empty", isForm ? \`body.\${name} is empty\` : "The file is empty");
    refuse("must be a day", value);
    log.error(problem ?? "Nothing to tell");
    read("A text that is none");`;
  expect(findMessages("a.ts", source).map(({ text, isWhole }) => [text, isWhole])).toEqual([
    ["All is taken", true],
    ["body.{} is empty", true],
    ["The file is empty", true],
    ["must be a day", false],
    ["Nothing to tell", true],
  ]);
});

const root = join(import.meta.dir, "..");

test("every message in the sources follows the grammar rules", async () => {
  const faults: string[] = [];
  let count = 0;
  for (const folder of ["core", "plugins", "routes"])
    for (const file of new Bun.Glob(`${folder}/**/*.ts`).scanSync(root)) {
      if (/node_modules|\.test\.ts$|fixture|core\/testing\//.test(file)) continue;
      const source = await Bun.file(join(root, file)).text();
      for (const { text, start, isWhole } of findMessages(file, source)) {
        count++;
        for (const fault of [...findFaults(text, isWhole), ...findHabits(text).map(describeHabit)])
          faults.push(`${file}:${getLine(source, start)} ${fault}: ${text}`);
      }
    }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(600);
});

const { plugins } = await loadAll([join(root, "plugins")]);

test("the title of every error follows the grammar rules", () => {
  const faults = listFailures(plugins).flatMap(({ code, title }) =>
    findFaults(title, true).map((fault) => `${code} ${fault}: ${title}`),
  );
  expect(faults).toEqual([]);
});

const services = [...plugins, docsHub(plugins).view.own];

/** Yields each description in a schema with its path. */
function* walkDescriptions(schema: TSchema, at: string): Generator<[at: string, text: string]> {
  if (schema.description !== undefined) yield [at, schema.description];
  for (const [name, part] of Object.entries<TSchema>(schema.properties ?? {}))
    yield* walkDescriptions(part, `${at}.${name}`);
  for (const part of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])])
    if (typeof part === "object") yield* walkDescriptions(part, `${at}[]`);
}

/** Returns violations of the rules that also apply to Markdown, where backticks mark code and lists may have dashes. */
function findMarkdownFaults(text: string): string[] {
  const isForAll = ["has no contraction", "does not beg or apologise"];
  return findFaults(text, false).filter((rule) => isForAll.includes(rule));
}

test("summaries and descriptions of fields are phrases: a capital, and no full stop", () => {
  const phrases = services
    .flatMap(({ routes, open }) => [...routes, ...open])
    .flatMap(({ method, path, route: { summary, params, query, body, response } }) => [
      [`${method} ${path}`, summary] as const,
      ...Object.entries({ params, query, body, response }).flatMap(([part, schema]) =>
        schema ? [...walkDescriptions(schema, `${method} ${path} ${part}`)] : [],
      ),
    ]);
  const faults = phrases.flatMap(([at, text]) => [
    ...findMarkdownFaults(text).map((fault) => `${at} ${fault}: ${text}`),
    ...(/^[A-Z\d"`]/.test(text) ? [] : [`${at} begins with a capital: ${text}`]),
    ...(text.endsWith(".") ? [`${at} has no full stop: ${text}`] : []),
  ]);
  expect(faults).toEqual([]);
  expect(phrases.length).toBeGreaterThan(2000);
});

test("descriptions of services and endpoints are prose: whole sentences with full stops", () => {
  const prose = services.flatMap(({ name, plugin, routes, open }) => [
    [name, plugin.manifest.summary] as const,
    ...[...routes, ...open].map(
      ({ method, path, route }) => [`${method} ${path}`, route.description ?? "None."] as const,
    ),
  ]);
  const faults = prose.flatMap(([at, text]) => [
    ...findMarkdownFaults(text).map((fault) => `${at} ${fault}: ${text}`),
    ...text
      .split(/\n+/)
      .filter((paragraph) => !/^[A-Z\d"`\-|].*[.:|]$/.test(paragraph))
      .map((paragraph) => `${at} is a sentence: ${paragraph}`),
  ]);
  expect(faults).toEqual([]);
});

/** Returns the visible text of a page, without code, samples and scripts. */
async function readPageText(markup: string): Promise<string> {
  let text = "";
  let hidden = 0;
  const rewriter = new HTMLRewriter()
    .on("script, style, pre, code, noscript", {
      element(element) {
        hidden++;
        element.onEndTag(() => void hidden--);
      },
    })
    .on("*", {
      text(chunk) {
        if (hidden === 0) text += chunk.text + (chunk.lastInTextNode ? "\n" : "");
      },
    });
  await rewriter.transform(new Response(markup)).text();
  return text;
}

test("pages and the OpenAPI document have no private turns of phrase", async () => {
  const hub = docsHub(plugins);
  const faults: string[] = [];
  const check = (at: string, text: string) => {
    for (const habit of findHabits(text)) {
      const { start } = habit;
      const around = text.slice(Math.max(0, start - 40), start + 40).replaceAll("\n", " ");
      faults.push(`${at} ${describeHabit(habit)}: ${around}`);
    }
  };
  const guides = ["/documentation", "/documentation/errors", "/documentation/limits"];
  const others = ["/docs", "/status", "/account", "/signup", "/try", "/services"];
  for (const path of ["/", ...guides, ...others, "/problems/rate_limited"]) {
    const answer = await hub.get(path, browser);
    const isPage = answer.headers.get("content-type")?.startsWith("text/html");
    expect([path, answer.status, isPage]).toEqual([path, 200, true]);
    check(path, await readPageText(await answer.text()));
  }
  check("/admin", await readPageText(String(adminPage().body)));
  const document: unknown = await (await hub.get("/openapi.json")).json();
  JSON.stringify(document, (key, value) => {
    if (["summary", "description", "title"].includes(key) && typeof value === "string")
      check("openapi.json", value);
    return value;
  });
  expect([...new Set(faults)]).toEqual([]);
});
