import { join } from "node:path";
import { Glob } from "bun";
import { validateJson } from "../../../plugins/dev/json/validate/validate.ts";
import { importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Case {
  draft: Draft;
  schema: unknown;
  json: string;
  valid: boolean;
}

/** The drafts, with their folder and metaschema. */
const drafts = {
  "draft-04": { folder: "draft4", uri: "http://json-schema.org/draft-04/schema#" },
  "draft-06": { folder: "draft6", uri: "http://json-schema.org/draft-06/schema#" },
  "draft-07": { folder: "draft7", uri: "http://json-schema.org/draft-07/schema#" },
  "2019-09": { folder: "draft2019-09", uri: "https://json-schema.org/draft/2019-09/schema" },
  "2020-12": { folder: "draft2020-12", uri: "https://json-schema.org/draft/2020-12/schema" },
};

type Draft = keyof typeof drafts;

type Validate = (one: Case) => boolean | Promise<boolean>;

export default {
  engine: "dev/json/validate",
  ours: ["plugins/dev/json/validate/*.ts"],
  theirs: ["ajv", "@hyperjump/json-schema"],
  async measure({ find }) {
    const remotes = await readRemotes(find("json-schema/remotes"));
    const tests = await readTests(find("json-schema"));
    const validators: Record<string, Validate> = {
      ours: ({ draft, schema, json }) =>
        validateJson(json, { ...options, draft, schema, schemas: remotes }).valid,
      ajv: await loadAjv(remotes),
      "@hyperjump/json-schema": await loadHyperjump(remotes),
    };
    const measure = async (set: string, cases: readonly Case[]) => {
      const { ours = 0, ...theirs } = await countRight(cases, validators);
      return { set, inputs: cases.length, figure: "right verdicts", ours, theirs };
    };
    return [
      await measure("required tests of five drafts in the official suite", tests),
      await measure("pairs of different integers beyond 2^53, as unique items", buildPairs()),
      {
        set: "objects with the same key twice, as one of up to 200 keys",
        inputs: 200,
        figure: "duplicates reported",
        ours: buildDuplicates().filter(
          (json) => validateJson(json, { ...options, draft: "2020-12" }).duplicate_keys.length > 0,
        ).length,
        // Both receive what JSON.parse returns, which keeps the last of the two.
        theirs: { ajv: 0, "@hyperjump/json-schema": 0 },
      },
    ];
  },
} satisfies Row;

const options = { mode: "rfc8259", strict: false, formats: "auto", output: "flag" } as const;

async function countRight(cases: readonly Case[], validators: Record<string, Validate>) {
  const counts: Record<string, number> = {};
  for (const [name, validate] of Object.entries(validators)) {
    counts[name] = 0;
    for (const one of cases) {
      try {
        if ((await validate(one)) === one.valid) counts[name]++;
      } catch {
        // A schema that the validator refuses is a wrong verdict.
      }
    }
  }
  return counts;
}

async function readTests(folder: string): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [draft, { folder: name }] of Object.entries(drafts))
    for (const file of new Glob(`${name}/*.json`).scanSync(folder)) {
      type Group = { schema: unknown; tests: { data: unknown; valid: boolean }[] };
      const groups = (await Bun.file(join(folder, file)).json()) as Group[];
      for (const { schema, tests } of groups)
        for (const { data, valid } of tests)
          cases.push({ draft: draft as Draft, schema, json: JSON.stringify(data), valid });
    }
  return cases;
}

/** Returns the documents that the tests refer to. */
async function readRemotes(folder: string): Promise<Record<string, unknown>> {
  const remotes: Record<string, unknown> = {};
  for (const file of new Glob("**/*.json").scanSync(folder))
    if (!/^(v1|draft3)\//.test(file))
      remotes[`http://localhost:1234/${file}`] = await Bun.file(join(folder, file)).json();
  return remotes;
}

function buildPairs(): Case[] {
  return Array.from({ length: 200 }, (_, index) => {
    const first = 2n ** 53n + 2n * BigInt(index);
    const json = `[${first}, ${first + 1n}]`;
    return { draft: "2020-12", schema: { uniqueItems: true }, json, valid: true };
  });
}

function buildDuplicates(): string[] {
  return Array.from({ length: 200 }, (_, index) => {
    const keys = Array.from({ length: index + 1 }, (_, key) => `"k${key}": ${key}`);
    return `{${keys.join(", ")}, "k${Math.floor(index / 2)}": 0}`;
  });
}

interface Ajv {
  addMetaSchema(schema: unknown): void;
  addSchema(schema: unknown, uri: string): void;
  compile(schema: unknown): (value: unknown) => boolean;
}

async function loadAjv(remotes: Record<string, unknown>): Promise<Validate> {
  type Module = { default: new (options: object) => Ajv };
  const modules: Record<Draft, Module> = {
    "draft-04": await importPackage<Module>("ajv-draft-04"),
    "draft-06": await importPackage<Module>("ajv"),
    "draft-07": await importPackage<Module>("ajv"),
    "2019-09": await importPackage<Module>("ajv/dist/2019.js"),
    "2020-12": await importPackage<Module>("ajv/dist/2020.js"),
  };
  const draft06 = await importPackage<{ default: unknown }>(
    "ajv/dist/refs/json-schema-draft-06.json",
  );
  // The tests of one schema follow each other.
  let [lastSchema, check]: [unknown, (value: unknown) => boolean] = [undefined, () => false];
  return ({ draft, schema, json }) => {
    if (lastSchema === schema) return check(JSON.parse(json));
    const ajv = new modules[draft].default({
      strict: false,
      validateFormats: false,
      logger: false,
    });
    if (draft === "draft-06") ajv.addMetaSchema(draft06.default);
    const needsRemotes = JSON.stringify(schema).includes("localhost:1234");
    for (const [uri, remote] of needsRemotes ? Object.entries(remotes) : [])
      if (uri.includes(`/${drafts[draft].folder}/`) || !uri.includes("/draft"))
        attempt(() => ajv.addSchema(remote, uri));
    [lastSchema, check] = [schema, ajv.compile(schema)];
    return check(JSON.parse(json));
  };
}

/** Adds a document. One that a validator refuses is wrong in the tests that need it. */
function attempt(add: () => void): void {
  try {
    add();
  } catch {
    // The tests count it.
  }
}

interface Hyperjump {
  registerSchema(schema: unknown, uri: string, dialect: string): void;
  unregisterSchema(uri: string): void;
  validate(uri: string, value: unknown): Promise<{ valid: boolean }>;
}

async function loadHyperjump(remotes: Record<string, unknown>): Promise<Validate> {
  const modules = new Map<Draft, Hyperjump>();
  for (const draft of Object.keys(drafts) as Draft[]) {
    const path = draft.startsWith("draft") ? draft : `draft-${draft}`;
    modules.set(draft, await importPackage<Hyperjump>(`@hyperjump/json-schema/${path}`));
  }
  for (const [uri, remote] of Object.entries(remotes)) {
    const draft =
      (Object.keys(drafts) as Draft[]).find((one) => uri.includes(`/${drafts[one].folder}/`)) ??
      "draft-07";
    attempt(() => modules.get(draft)?.registerSchema(remote, uri, drafts[draft].uri));
  }
  let count = 0;
  return async ({ draft, schema, json }) => {
    const module = modules.get(draft)!;
    const uri = `https://example.com/trial/${count++}`;
    module.registerSchema(schema, uri, drafts[draft].uri);
    try {
      return (await module.validate(uri, JSON.parse(json))).valid;
    } finally {
      module.unregisterSchema(uri);
    }
  };
}
