import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import packageJson from "../package.json" with { type: "json" };
import { bunCommand, exitOnHelp, runCommand } from "./help.ts";
import { newRoute } from "./new-route.ts";

const usage = `Usage: bun run new-plugin <name>
  bun run new-plugin hello                     create plugins/hello
  bun run new-plugin hello --outside ../mine   create ../mine/hello as a separate package
  bun run new-plugin ../mine/hello             create a folder elsewhere: add it to HUB_PLUGINS`;

const root = resolve(import.meta.dir, "..");

/** As strict as the hub's own configuration, because it also checks files of the hub. */
const tsconfig = `{
  "compilerOptions": {
    "target": "esnext", "lib": ["esnext"], "types": ["bun-types"],
    "module": "preserve", "moduleResolution": "bundler", "moduleDetection": "force",
    "allowImportingTsExtensions": true, "verbatimModuleSyntax": true, "noEmit": true,
    "strict": true, "noUncheckedIndexedAccess": true, "exactOptionalPropertyTypes": true,
    "noImplicitOverride": true, "skipLibCheck": true
  }
}
`;

/** The route of a new plugin. */
const greet = `import { t } from "hub";
import plugin from "../plugin.ts";

export default plugin.route({
  summary: "Greet a person",
  query: t.Object({
    name: t.String({ minLength: 1, maxLength: 100, description: "Name to greet" }),
  }),
  response: t.Object({ greeting: t.String() }),
  example: { query: { name: "Ada" } },
  handler: ({ query }) => ({ greeting: \`Hello, \${query.name}\` }),
});
`;

if (import.meta.main) {
  exitOnHelp(usage);
  try {
    console.log(runNewPlugin(process.argv.slice(2)));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** Runs the command. Returns its output, and throws an error if it fails. */
export function runNewPlugin(args: string[]): string {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { outside: { type: "string" } },
  });
  const [given, ...more] = positionals;
  if (!given || more.length > 0) throw new Error(usage);
  if (values.outside === undefined) {
    const dir = newPlugin(given);
    return [
      `Created ${dir}`,
      `Check it: ${runCommand} check ${given}`,
      `Serve it: ${runCommand} dev`,
    ].join("\n");
  }
  const dir = newPackage(given, values.outside);
  return [
    `Created ${dir}`,
    `Serve it with live reload: ${runCommand} dev ${dir}`,
    `Run its examples and tests: ${runCommand} check ${dir}`,
    `Install it in your hub: ${runCommand} plugin add ${dir}`,
    `Check its types: cd ${dir} && ${bunCommand} install && ${bunCommand} run types`,
  ].join("\n");
}

/** Creates a plugin folder with a sample route and its test. */
export function newPlugin(given: string): string {
  const dir = resolve(given.includes("/") ? given : `plugins/${given}`);
  const name = basename(dir);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(
      `The name must be in kebab-case, because it is part of the path: it is "${name}"`,
    );
  if (existsSync(dir)) throw new Error(`"${dir}" already exists`);
  mkdirSync(dir, { recursive: true });
  for (const [file, text] of Object.entries(files(name))) writeFileSync(`${dir}/${file}`, text);
  newRoute(`${dir}/greet.get`, greet);
  return dir;
}

/** Creates a plugin as a separate package, for authors who work outside this repository. */
function newPackage(name: string, parent: string): string {
  const dir = newPlugin(`${resolve(parent)}/${name}`);
  const { devDependencies } = packageJson;
  const described = {
    name,
    version: "0.1.0",
    type: "module",
    files: ["**/*.ts", "!**/*.test.ts"],
    scripts: { types: "tsc --noEmit" },
    devDependencies: {
      "bun-types": devDependencies["bun-types"],
      // Linked, not copied: the plugin and its tests must share one instance of "hub".
      hub: `link:${root}/core`,
      typescript: devDependencies.tsc.replace("npm:typescript@", ""),
    },
  };
  writeFileSync(`${dir}/package.json`, `${JSON.stringify(described, null, 2)}\n`);
  writeFileSync(`${dir}/tsconfig.json`, tsconfig);
  writeFileSync(`${dir}/.gitignore`, "node_modules\n");
  return dir;
}

function files(name: string): Record<string, string> {
  const title = name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll("-", " ");
  return {
    "plugin.ts": `import { definePlugin } from "hub";

export default definePlugin({
  title: "${title}",
  summary: "Greets people.",
  try: { "/${name}": "greet.get" },
});
`,
    [`${name}.test.ts`]: `import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);

test("greet greets by name", async () => {
  const answer = await hub.get("/api/${name}/greet?name=Ada");
  expect(answer.status).toBe(200);
  expect(await json(answer)).toEqual({ success: true, greeting: "Hello, Ada" });
});

test("greet answers 400 without a name", async () => {
  const answer = await hub.get("/api/${name}/greet");
  expect(answer.status).toBe(400);
  expect((await json(answer)).errors[0].location).toBe("query.name");
});
`,
  };
}
