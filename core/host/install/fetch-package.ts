import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { copyFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { installInto } from "./install-packages.ts";
import { readPackageJson } from "./package-json.ts";
import { run } from "./run-program.ts";
import { packageMax, unpack } from "./unpack.ts";

/** The source of a plugin folder. */
export type PackageSource =
  | { kind: "folder" | "tarball"; path: string }
  | { kind: "git"; url: string; ref: string | undefined }
  | { kind: "npm"; name: string; range: string | undefined };

/** A downloaded package in its own folder. */
interface FetchedPackage {
  dir: string;
  /** Its version, plus the commit for git. "0.0.0" if package.json has none. */
  version: string;
}

/**
 * Files that aren't copied. Packages are installed separately, and a bunfig.toml would configure the hub's
 * Bun.
 */
const ignoredNames = /^(\..*|node_modules|bunfig\.toml)$/;

/** Parses a source: a folder, a tarball, a git URL or the name of an npm package. */
export function parseSource(text: string): PackageSource {
  const git = /^(?:git\+)?((?:https|ssh|file):\/\/[^#]+)(?:#(.+))?$/.exec(text);
  if (git) return checkGit(git[1] ?? "", git[2]);
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) throw repositoryError(text);
  if (existsSync(text))
    return { kind: statSync(text).isDirectory() ? "folder" : "tarball", path: resolve(text) };
  const npm = /^((?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*)(?:@([\w.^~-]+))?$/i.exec(text);
  if (npm) return { kind: "npm", name: npm[1] ?? "", range: npm[2] };
  throw new Error(
    `Cannot find "${text}": it must be a folder, a tarball, an npm package name or the URL of a git repository`,
  );
}

/** Formats a source so that `plugin update` can parse it again. */
export function sourceText(source: PackageSource): string {
  switch (source.kind) {
    case "folder":
    case "tarball":
      return source.path;
    case "git":
      return source.ref === undefined ? source.url : `${source.url}#${source.ref}`;
    case "npm":
      return source.range === undefined ? source.name : `${source.name}@${source.range}`;
  }
}

/** Returns the default name of the plugin folder. */
export function formatSourceName(source: PackageSource): string {
  if (source.kind === "npm") return basename(source.name);
  if (source.kind === "git") return basename(new URL(source.url).pathname).replace(/\.git$/, "");
  const name = basename(source.path);
  return source.kind === "folder" ? name : name.replace(/(-\d[\w.-]*)?\.(tgz|tar|tar\.gz)$/, "");
}

/** Downloads a package into a new folder of that name. Runs none of its code. */
export async function fetchPackage(
  source: PackageSource,
  { staging, name }: { staging: string; name: string },
): Promise<FetchedPackage> {
  const dir = `${staging}/${name}`;
  mkdirSync(dir);
  switch (source.kind) {
    case "folder":
      await copyPackage(source.path, dir);
      return { dir, version: readVersion(dir) };
    case "tarball": {
      const { size } = statSync(source.path);
      if (size > packageMax.bytes)
        throw new Error(`"${source.path}" has more than ${packageMax.bytes} bytes`);
      const unpacked = mkdtempSync(`${staging}/unpacked-`);
      await unpack(readFileSync(source.path), unpacked);
      await copyPackage(unpacked, dir);
      rmSync(unpacked, { recursive: true });
      return { dir, version: readVersion(dir) };
    }
    case "git":
      return clone(source, { staging, dir });
    case "npm":
      return fetchFromRegistry(source, { staging, dir });
  }
}

/** Returns the version in `package.json`, or "0.0.0". */
function readVersion(dir: string): string {
  const { version } = readPackageJson(dir);
  return typeof version === "string" ? version.slice(0, 100) : "0.0.0";
}

/** Copies files and folders. Throws for other types of files, and if a limit is exceeded. */
async function copyPackage(from: string, to: string): Promise<void> {
  const remaining = { files: packageMax.files, bytes: packageMax.bytes };
  async function copy(folder: string): Promise<void> {
    for (const entry of readdirSync(`${from}/${folder}`, { withFileTypes: true })) {
      if (ignoredNames.test(entry.name)) continue;
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) {
        mkdirSync(`${to}/${path}`);
        await copy(path);
        continue;
      }
      if (!entry.isFile())
        throw new Error(
          `Cannot copy "${path}": it is a link or a device, and only files and folders are allowed`,
        );
      remaining.files--;
      remaining.bytes -= lstatSync(`${from}/${path}`).size;
      if (remaining.files < 0)
        throw new Error(`The package must have at most ${packageMax.files} files`);
      if (remaining.bytes < 0)
        throw new Error(`The package must have at most ${packageMax.bytes} bytes`);
      await copyFile(`${from}/${path}`, `${to}/${path}`);
    }
  }
  await copy("");
}

function checkGit(url: string, ref: string | undefined): PackageSource {
  const { hostname, password } = new URL(url);
  if (password)
    throw new Error(
      "The URL of a repository must not contain a password, because the hub stores the URL",
    );
  if (hostname.startsWith("-")) throw repositoryError(url);
  if (ref !== undefined && !/^\w[\w./-]*$/.test(ref))
    throw new Error(`A branch or tag must be letters, digits, ".", "/" and "-": it is "${ref}"`);
  return { kind: "git", url, ref };
}

function repositoryError(text: string): Error {
  return new Error(
    `The URL of a repository must start with https, ssh or file: it is ${JSON.stringify(text)}`,
  );
}

async function clone(
  { url, ref }: Extract<PackageSource, { kind: "git" }>,
  { staging, dir }: { staging: string; dir: string },
): Promise<FetchedPackage> {
  const repository = `${staging}/cloned`;
  const settings = ["core.hooksPath=/dev/null", "core.fsmonitor=false", "core.symlinks=true"];
  const options = ["--depth=1", "--template=", "--no-recurse-submodules", "--single-branch"];
  const git = ["git", ...settings.flatMap((setting) => ["-c", setting])];
  const branch = ref === undefined ? [] : [`--branch=${ref}`];
  await run([...git, "clone", "--quiet", ...options, ...branch, "--", url, repository], {
    cwd: staging,
    what: `Cannot clone "${url}"`,
  });
  const commit = await run([...git, "-C", repository, "rev-parse", "HEAD"], {
    cwd: staging,
    what: `Cannot find the commit of "${url}"`,
  });
  await copyPackage(repository, dir);
  rmSync(repository, { recursive: true });
  const version = readVersion(dir);
  return { dir, version: `${version}+${commit.trim().slice(0, 12)}` };
}

/**
 * Downloads a package with Bun as a dependency, which supports its registries, credentials and integrity
 * checks.
 */
async function fetchFromRegistry(
  { name, range = "latest" }: Extract<PackageSource, { kind: "npm" }>,
  { staging, dir }: { staging: string; dir: string },
): Promise<FetchedPackage> {
  const project = mkdtempSync(`${staging}/project-`);
  const manifest = { dependencies: { [name]: range } };
  await installInto(project, manifest, `Cannot fetch "${name}" from the registry`);
  await copyPackage(`${project}/node_modules/${name}`, dir);
  rmSync(project, { recursive: true });
  return { dir, version: readVersion(dir) };
}
