import { expect } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";

const root = `${import.meta.dir}/..`;
const copies: string[] = [];

/** Removes every copy that was created. */
export function removeCopies(): void {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true, force: true });
}

/** Follows a guide in a copy of the project: writes its files and runs its commands, in order. */
export async function followGuide(guide: string, copy: string): Promise<void> {
  for (const [, language, code = ""] of guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)) {
    if (language === "ts") write(`${copy}/${/^\/\/ (\S+)/.exec(code)?.[1]}`, code);
    else
      for (const line of code.trim().split("\n"))
        if (!line.endsWith(" start")) await run(line, copy);
  }
}

/** Creates a copy of the project without its services, which guides don't need. */
export function copyProject(): string {
  const copy = mkdtempSync(`${tmpdir()}/utilhub-copy-`);
  copies.push(copy);
  for (const name of [
    "admin",
    "core",
    "routes",
    "scripts",
    "package.json",
    "bunfig.toml",
    "tsconfig.json",
  ])
    cpSync(`${root}/${name}`, `${copy}/${name}`, {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  mkdirSync(`${copy}/plugins`);
  // Packages are linked, so commands install nothing.
  write(`${copy}/bin/install-packages.mjs`, "");
  for (const folder of [".", "core"])
    symlinkSync(`${root}/${folder}/node_modules`, `${copy}/${folder}/node_modules`);
  return copy;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Runs a command of a guide, which must succeed. */
export async function run(line: string, cwd: string): Promise<void> {
  const [program = "", ...args] = line.split(" ");
  const command = program === "bun" ? process.execPath : program;
  const child = Bun.spawn([command, ...args], { cwd, stdout: "pipe", stderr: "pipe" });
  const output = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(await child.exited, `${line}\n${output.join("\n")}`).toBe(0);
}
