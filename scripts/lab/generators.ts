import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runHub } from "../../core/testing/running-hub.ts";
import { exitOnHelp } from "../help.ts";

exitOnHelp(`Usage: bun scripts/lab/generators.ts [NAME]
  generates clients from the OpenAPI document of a hub, compiles them, and makes ten calls with those that Bun can load.
  NAME selects generators. OPENAPI_GENERATOR_JAR names openapi-generator-cli of Maven.`);

/** A generator of clients. */
interface Generator {
  name: string;
  /** A program or file that must exist, and how to get it. */
  needs: readonly [program: string, install: string];
  /** The commands that generate and compile, for a shell. */
  commands: readonly string[];
  /** The module of the client that makes the calls. */
  client?: string;
}

/** Generators don't know newer versions. */
const typeScriptPackage = "typescript@5.9";
const jar = process.env.OPENAPI_GENERATOR_JAR ?? "";
const node = ["npx", "Node"] as const;
const java = [jar || "OPENAPI_GENERATOR_JAR", "openapi-generator-cli of Maven"] as const;

const generators: readonly Generator[] = [
  {
    name: "hey-api",
    needs: node,
    commands: [
      npx(
        "@hey-api/openapi-ts@0.99.0",
        "openapi-ts -i openapi.json -o hey -c @hey-api/client-fetch",
      ),
      compile("hey/index.ts"),
    ],
    client: "hey/index.ts",
  },
  {
    name: "orval",
    needs: node,
    commands: [
      npx("orval@7", "orval --input openapi.json --output orval.ts --client fetch"),
      compile("orval.ts"),
    ],
    client: "orval.ts",
  },
  {
    name: "oazapfts",
    needs: node,
    commands: [
      "npm install --no-save oazapfts@7",
      "npx oazapfts openapi.json oazapfts.ts",
      compile("oazapfts.ts"),
    ],
    client: "oazapfts.ts",
  },
  {
    name: "swagger-typescript-api",
    needs: node,
    commands: [
      npx("swagger-typescript-api", "swagger-typescript-api generate -p openapi.json -o sta"),
      compile("sta/Api.ts"),
    ],
    client: "sta/Api.ts",
  },
  {
    name: "openapi-zod-client",
    needs: node,
    commands: [
      "npm install --no-save zod@3 @zodios/core axios",
      npx("openapi-zod-client", "openapi-zod-client openapi.json -o zod.ts"),
      compile("zod.ts"),
    ],
  },
  {
    name: "Postman",
    needs: node,
    commands: [npx("openapi-to-postmanv2", "openapi2postmanv2 -s openapi.json -o postman.json")],
  },
  {
    name: "openapi-python-client",
    needs: ["openapi-python-client", "pip install openapi-python-client"],
    commands: [
      "echo literal_enums: true > python.yml",
      "openapi-python-client generate --path openapi.json --output-path python-client --config python.yml",
      "python3 -m compileall -q python-client",
    ],
  },
  {
    name: "openapi-generator, TypeScript",
    needs: java,
    commands: [generate("typescript-fetch"), compile("typescript-fetch/index.ts")],
  },
  {
    name: "openapi-generator, Python",
    needs: java,
    commands: [generate("python"), "python3 -m compileall -q python"],
  },
  {
    name: "openapi-generator, Java",
    needs: java,
    commands: [generate("java"), "mvn -q -f java/pom.xml compile"],
  },
  {
    name: "openapi-generator, Go",
    needs: java,
    commands: [generate("go"), "cd go && go mod tidy && go build ./..."],
  },
  {
    name: "oapi-codegen",
    needs: [
      "oapi-codegen",
      "go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@latest",
    ],
    commands: [
      "mkdir oapi",
      "oapi-codegen -package hub -generate types,client -o oapi/hub.go openapi.json",
      "cd oapi && go mod init hub && go mod tidy && go build ./...",
    ],
  },
];

function npx(pack: string, command: string): string {
  return `npx -y -p ${typeScriptPackage} -p ${pack} ${command}`;
}

function compile(file: string): string {
  const options = "--noEmit --strict --skipLibCheck --target es2022 --module preserve";
  return npx(typeScriptPackage, `tsc ${options} --lib es2022,dom,dom.iterable ${file}`);
}

function generate(language: string): string {
  return `java -jar "${jar}" generate -i openapi.json -g ${language} -o ${language}`;
}

/** Runs commands in a folder. Returns what the one that fails writes about it. */
async function run(commands: readonly string[], folder: string): Promise<string | undefined> {
  for (const command of commands) {
    const child = Bun.spawn(["sh", "-c", command], {
      cwd: folder,
      stdout: "pipe",
      stderr: "pipe",
      timeout: 600_000,
    });
    const output = await Promise.all([child.stdout.text(), child.stderr.text()]);
    const lines = output.join("\n").trim().split("\n");
    if ((await child.exited) !== 0)
      return `${command.slice(0, 60)}: ${lines.find((line) => /error/i.test(line)) ?? lines.at(-1)}`;
  }
  return undefined;
}

const [only = ""] = process.argv.slice(2);
const hub = await runHub({ HUB_TIERS: "free=10000/100000" });
const key = await hub.key();
const calls = join(import.meta.dir, "generator-calls.ts");
const folder = mkdtempSync(join(tmpdir(), "utilhub-generators-"));
await Bun.write(join(folder, "openapi.json"), await hub.get("/openapi.json"));
for (const { name, needs, commands, client } of generators) {
  if (!name.includes(only)) continue;
  const [program, install] = needs;
  const isThere = Bun.which(program) !== null || (await Bun.file(program).exists());
  const all = client
    ? [...commands, `${process.execPath} ${calls} ${folder}/${client} ${hub.url} ${key}`]
    : commands;
  const fault = isThere ? await run(all, folder) : undefined;
  const success = client ? "compiles, ten calls" : commands.length > 1 ? "compiles" : "generated";
  console.log(`${name.padEnd(32)}${isThere ? (fault ?? success) : `skipped: ${install}`}`);
}
rmSync(folder, { recursive: true, force: true });
await hub.stop();
