import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SkippedError } from "./row.ts";

/** The folder with the laboratory's own packages. */
export const labFolder: string = join(import.meta.dir, "../..");
/** Downloads from other registries. It is removed together with the packages. */
const downloads = join(labFolder, "node_modules/.trial");

/** Installs the packages of the laboratory. Returns whether that worked. */
export async function installLab(): Promise<boolean> {
  const command = [process.execPath, "install", "--frozen-lockfile", "--silent"];
  return (await Bun.spawn(command, { cwd: labFolder }).exited) === 0;
}

/** Imports a package of the laboratory. The caller declares what it uses: `tsc` runs without these packages. */
export async function importPackage<T>(name: string): Promise<T> {
  return (await import(Bun.resolveSync(name, labFolder))) as T;
}

/** Returns the path of a file in a package of the laboratory. */
export function findInPackage(name: string, path: string): string {
  return join(labFolder, "node_modules", name, path);
}

/** Skips the row if a program is missing. */
export function requireProgram(program: string, install: string): void {
  if (!Bun.which(program)) throw new SkippedError(`no ${program}: ${install}`);
}

/** Reads a program of a judge. */
export function readJudge(file: string): string {
  return readFileSync(new URL(`../judges/${file}`, import.meta.url), "utf8");
}

/** Runs a Python program with `input` as JSON. Returns the JSON that it prints. */
export function askPython<T>(code: string, input: unknown, packages: readonly string[] = []): T {
  requireProgram("python3", "apt install python3");
  const started = Bun.spawnSync(["python3", "-c", `import json, sys\n${code}`], {
    stdin: Buffer.from(JSON.stringify(input)),
    env: { ...process.env, PYTHONIOENCODING: "utf-8" },
  });
  if (started.exitCode === 0) return JSON.parse(started.stdout.toString()) as T;
  const error = started.stderr.toString().trim();
  if (error.includes("ModuleNotFoundError"))
    throw new SkippedError(
      `no ${packages.join(", ")}: python3 -m pip install ${packages.join(" ")}`,
    );
  throw new Error(`The Python program failed: ${error.slice(-500)}`);
}

/**
 * Returns the folder with the source of a package from PyPI, and downloads it first if needed. Old packages need `tools`,
 * which must be installed, to build.
 */
export async function fetchPythonSource(
  name: string,
  version: string,
  tools?: string,
): Promise<string> {
  const file = `${name}-${version}`;
  if (existsSync(join(downloads, file))) return join(downloads, file);
  mkdirSync(downloads, { recursive: true });
  const command = [
    "download",
    "--quiet",
    "--no-deps",
    "--no-binary",
    ":all:",
    ...(tools ? ["--no-build-isolation"] : []),
    `${name}==${version}`,
  ];
  requireProgram("python3", "apt install python3-pip");
  const pip = Bun.spawnSync(["python3", "-m", "pip", ...command, "--dest", downloads]);
  const first = tools ? `python3 -m pip install ${tools} && ` : "";
  if (pip.exitCode !== 0)
    throw new SkippedError(`no ${name}: ${first}python3 -m pip ${command.join(" ")}`);
  Bun.spawnSync(["tar", "-xzf", `${file}.tar.gz`], { cwd: downloads });
  return join(downloads, file);
}

/** Returns the class path of a library from Maven with its dependencies, and downloads them first if needed. */
export function fetchMavenClasspath(group: string, artifact: string, version: string): string {
  requireProgram("mvn", "apt install maven");
  const folder = join(downloads, `${artifact}-${version}`);
  const file = join(folder, "classpath.txt");
  if (existsSync(file)) return readFileSync(file, "utf8");
  mkdirSync(folder, { recursive: true });
  const parts = { groupId: group, artifactId: artifact, version };
  const tags = Object.entries(parts).map(([name, value]) => `<${name}>${value}</${name}>`);
  writeFileSync(
    join(folder, "pom.xml"),
    `<project><modelVersion>4.0.0</modelVersion><groupId>trial</groupId><artifactId>trial</artifactId>
    <version>1</version><dependencies><dependency>${tags.join("")}</dependency></dependencies></project>`,
  );
  const command = ["-q", "dependency:build-classpath", `-Dmdep.outputFile=${file}`];
  const maven = Bun.spawnSync(["mvn", ...command], { cwd: folder, timeout: 100_000 });
  if (maven.exitCode !== 0)
    throw new SkippedError(
      `no ${artifact}: mvn dependency:get -Dartifact=${group}:${artifact}:${version}`,
    );
  return readFileSync(file, "utf8");
}
