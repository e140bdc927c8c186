import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitOnHelp } from "../help.ts";

exitOnHelp(`Usage: bun scripts/lab/generators.ts URL
  generates clients from the OpenAPI document of the hub at URL, and compiles them`);

/** A generator of clients, the commands that generate and compile, and what they need. */
interface Generator {
  name: string;
  commands: readonly (readonly string[])[];
  /** A program or file that must exist, and how to get it. */
  needs: readonly [program: string, install: string];
}

/** Generators don't know newer versions. */
const typeScriptPackage = "typescript@5.9";
const typeScript = "--noEmit --strict --skipLibCheck --target es2022 --module preserve".split(" ");
const compile = (file: string, ...more: string[]) =>
  npx(typeScriptPackage, "tsc", ...typeScript, ...more, file);
const openapiGenerator = "OPENAPI_GENERATOR_JAR";
const jar = process.env[openapiGenerator] ?? "";
const generate = (language: string) => [
  "java",
  "-jar",
  jar,
  "generate",
  "-i",
  "openapi.json",
  "-g",
  language,
  "-o",
  language,
];
const node = ["npx", "Node"] as const;
const java = [
  jar || openapiGenerator,
  `openapi-generator-cli of Maven, named by ${openapiGenerator}`,
] as const;

const generators: readonly Generator[] = [
  {
    name: "hey-api",
    needs: node,
    commands: [
      npx(
        "@hey-api/openapi-ts@0.99.0",
        "openapi-ts",
        "-i",
        "openapi.json",
        "-o",
        "hey",
        "-c",
        "@hey-api/client-fetch",
      ),
      compile("hey/index.ts"),
    ],
  },
  {
    name: "orval",
    needs: node,
    commands: [
      npx(
        "orval@7",
        "orval",
        "--input",
        "openapi.json",
        "--output",
        "orval.ts",
        "--client",
        "fetch",
      ),
      compile("orval.ts"),
    ],
  },
  {
    name: "oazapfts",
    needs: node,
    commands: [
      ["npm", "install", "--no-save", "oazapfts@7"],
      ["npx", "oazapfts", "openapi.json", "oazapfts.ts"],
      compile("oazapfts.ts"),
    ],
  },
  {
    name: "swagger-typescript-api",
    needs: node,
    commands: [
      npx(
        "swagger-typescript-api",
        "swagger-typescript-api",
        "generate",
        "-p",
        "openapi.json",
        "-o",
        "sta",
      ),
      compile("sta/Api.ts"),
    ],
  },
  {
    name: "openapi-zod-client",
    needs: node,
    commands: [npx("openapi-zod-client", "openapi-zod-client", "openapi.json", "-o", "zod.ts")],
  },
  {
    name: "Postman",
    needs: node,
    commands: [
      npx("openapi-to-postmanv2", "openapi2postmanv2", "-s", "openapi.json", "-o", "postman.json"),
    ],
  },
  {
    name: "openapi-python-client",
    needs: ["openapi-python-client", "pip install openapi-python-client"],
    commands: [
      ["sh", "-c", "echo literal_enums: true > python.yml"],
      [
        "openapi-python-client",
        "generate",
        "--path",
        "openapi.json",
        "--output-path",
        "python-client",
        "--config",
        "python.yml",
      ],
      ["python3", "-m", "compileall", "-q", "python-client"],
    ],
  },
  {
    name: "openapi-generator, TypeScript",
    needs: java,
    commands: [
      generate("typescript-fetch"),
      compile("typescript-fetch/src/index.ts", "--lib", "es2022,dom"),
    ],
  },
  {
    name: "openapi-generator, Python",
    needs: java,
    commands: [generate("python"), ["python3", "-m", "compileall", "-q", "python"]],
  },
  {
    name: "openapi-generator, Java",
    needs: java,
    commands: [generate("java"), ["mvn", "-q", "-f", "java/pom.xml", "compile"]],
  },
  {
    name: "openapi-generator, Go",
    needs: java,
    commands: [generate("go"), ["sh", "-c", "cd go && go mod tidy && go build ./..."]],
  },
  {
    name: "oapi-codegen",
    needs: [
      "oapi-codegen",
      "go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@latest",
    ],
    commands: [
      [
        "oapi-codegen",
        "-package",
        "hub",
        "-generate",
        "types,client",
        "-o",
        "oapi.go",
        "openapi.json",
      ],
    ],
  },
];

function npx(pack: string, program: string, ...args: string[]): string[] {
  return ["npx", "-y", "-p", typeScriptPackage, "-p", pack, program, ...args];
}

/** Runs commands in a folder. Returns the last line of the one that fails, or nothing. */
async function run({ commands }: Generator, folder: string): Promise<string | undefined> {
  for (const command of commands) {
    const child = Bun.spawn([...command], {
      cwd: folder,
      stdout: "pipe",
      stderr: "pipe",
      timeout: 600_000,
    });
    const output = await Promise.all([child.stdout.text(), child.stderr.text()]);
    const lines = output.join("\n").trim().split("\n");
    if ((await child.exited) !== 0)
      return `${command[0] === "npx" ? command[6] : command[0]}: ${lines.find((line) => /error/i.test(line)) ?? lines.at(-1)}`;
  }
  return undefined;
}

const [base = "http://localhost:3000", only = ""] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "utilhub-generators-"));
await Bun.write(join(folder, "openapi.json"), await fetch(`${base}/openapi.json`));
for (const generator of generators.filter(({ name }) => name.includes(only))) {
  const [program, install] = generator.needs;
  const isThere = Bun.which(program) !== null || (await Bun.file(program).exists());
  const fault = isThere ? await run(generator, folder) : undefined;
  const success = generator.commands.length > 1 ? "generated and compiled" : "generated";
  const result = isThere ? (fault ?? success) : `skipped: install ${install}`;
  console.log(`${generator.name.padEnd(32)}${result}`);
}
rmSync(folder, { recursive: true, force: true });
