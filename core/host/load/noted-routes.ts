import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { factsOf, type LoadedRoute, type RouteFacts } from "../plugin/loaded-plugin.ts";

/** The facts of routes by their files: `routes/greet.get.ts`. */
export type RouteNotes = Readonly<Record<string, RouteFacts>>;

interface FolderNotes {
  /** Its sources, and the folders in it that they are in: one changes when a file comes or goes. */
  seen: Record<string, Seen>;
  routes: RouteNotes;
}

/** Of what notes tell: those of an earlier installation are not read where it has changed. */
const version = 1;

/** Bytes, and seconds since 1970: archives know no fractions of them. */
type Seen = readonly [size: number, modified: number];

/**
 * What an installation has noted of routes, so that a start need not read their files: each is read when
 * it is called first. Of a folder that has changed since, all are read.
 */
export class NotedRoutes {
  readonly #file: string;
  #folders: Readonly<Record<string, FolderNotes>> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** What was noted of the routes in a folder, if that is as it was then. */
  of(dir: string): RouteNotes | undefined {
    this.#folders ??= this.#read();
    const noted = this.#folders[this.#name(dir)];
    if (!noted) return undefined;
    const isAsSeen = Object.entries(noted.seen).every(([name, [size, modified]]) => {
      const now = see(join(dir, name));
      return now !== undefined && now[0] === size && now[1] === modified;
    });
    return isAsSeen ? noted.routes : undefined;
  }

  /** Notes what was read of the routes in some folders, in place of all that was noted. */
  note(folders: readonly { dir: string; routes: readonly LoadedRoute[] }[]): void {
    const all = folders.map(({ dir, routes }): [string, FolderNotes] => {
      const facts = routes.map((route) => [`${route.folder}/${route.file}`, factsOf(route)]);
      return [this.#name(dir), { seen: seeAll(dir), routes: Object.fromEntries(facts) }];
    });
    mkdirSync(dirname(this.#file), { recursive: true });
    // Whole or not at all: a hub may start meanwhile.
    const part = `${this.#file}.${process.pid}`;
    writeFileSync(part, JSON.stringify({ version, folders: Object.fromEntries(all) }));
    renameSync(part, this.#file);
    this.#folders = undefined;
  }

  /** An installation may be moved as a whole. */
  #name(dir: string): string {
    return relative(dirname(this.#file), resolve(dir));
  }

  #read(): Record<string, FolderNotes> {
    try {
      const read = JSON.parse(readFileSync(this.#file, "utf8"));
      return read.version === version ? read.folders : {};
    } catch {
      // Nothing is noted: all is read.
      return {};
    }
  }
}

/** Those of the hub's own folders: among the packages, which are of an installation as well. */
export const notedRoutes = new NotedRoutes(
  resolve(import.meta.dir, "../../../node_modules/.utilhub/routes.json"),
);

function seeAll(dir: string): Record<string, Seen> {
  const found = new Set<string>();
  for (const name of new Bun.Glob("**/*.ts").scanSync({ cwd: dir, dot: true })) {
    if (name.includes("node_modules/") || name.endsWith(".test.ts")) continue;
    found.add(name);
    for (let folder = dirname(name); folder !== "."; folder = dirname(folder)) found.add(folder);
  }
  // A plugin's own folder has no routes beside its manifest, and data may be made there while it runs.
  if (!found.has("plugin.ts")) found.add(".");
  return Object.fromEntries(
    [...found].flatMap((name) => {
      const seen = see(join(dir, name));
      return seen ? [[name, seen]] : [];
    }),
  );
}

function see(path: string): Seen | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && [stat.isDirectory() ? 0 : stat.size, Math.floor(stat.mtimeMs / 1000)];
}
