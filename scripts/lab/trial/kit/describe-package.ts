import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { labFolder } from "./judges.ts";
import type { Program } from "./row.ts";

interface Manifest {
  version: string;
  license?: string;
  /** An older form of the same field. */
  licenses?: { type: string }[];
  dependencies?: Record<string, string>;
}

/** Describes a package of the laboratory with its dependencies. The last release is asked from the registry. */
export async function describePackage(name: string): Promise<Required<Program>> {
  const folder = findPackage(name, labFolder);
  if (folder === undefined) throw new Error(`scripts/lab/package.json doesn't list "${name}"`);
  const { version, license, licenses } = readManifest(folder);
  const bytes = [...listFolders(name, labFolder)].reduce((sum, one) => sum + measureFolder(one), 0);
  return {
    name: `${name} ${version}`,
    licence: license ?? licenses?.[0]?.type ?? "unknown",
    megabytes: bytes / 1e6,
    released: await findLastRelease(name),
  };
}

/** Returns the folders of a package and of all its dependencies. */
function listFolders(name: string, from: string, seen = new Set<string>()): Set<string> {
  const folder = findPackage(name, from);
  if (folder === undefined || seen.has(folder)) return seen;
  seen.add(folder);
  for (const one of Object.keys(readManifest(folder).dependencies ?? {}))
    listFolders(one, folder, seen);
  return seen;
}

function findPackage(name: string, from: string): string | undefined {
  const folder = join(from, "node_modules", name);
  if (existsSync(join(folder, "package.json"))) return realpathSync(folder);
  return from.startsWith(labFolder) && from !== labFolder
    ? findPackage(name, dirname(from))
    : undefined;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function measureFolder(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? measureFolder(path) : lstatSync(path).size);
    }, 0);
}

/** Returns the date of the newest release, or "?" without an answer from the registry. */
async function findLastRelease(name: string): Promise<string> {
  const child = Bun.spawn([process.execPath, "pm", "view", name, "time", "--json"], {
    cwd: labFolder,
    stderr: "ignore",
    timeout: 20_000,
  });
  try {
    const times = (await new Response(child.stdout).json()) as Record<string, string>;
    const { created, modified, ...releases } = times;
    return Object.values(releases).toSorted().at(-1)?.slice(0, 10) ?? "?";
  } catch {
    return "?";
  }
}
