import { existsSync } from "node:fs";
import { Kind } from "@sinclair/typebox";
import { isRouteOf, type Plugin, type Route } from "../../contract/plugin.ts";
import { saysSuccess, withSuccess } from "../handler/success.ts";
import type { LoadedRoute, Refuse } from "../plugin/loaded-plugin.ts";
import { checkOpenPath, checkRoute } from "./check-routes.ts";
import type { ReadFile } from "./described-folder.ts";

const METHOD = /\.(get|post|put|patch|delete)\.ts$/;

/** Reads `validate/[email].get.ts` as `GET /validate/:email`. */
export function parseRouteFile(file: string): { method: string; path: string } {
  const method = METHOD.exec(file)?.[1];
  if (!method)
    throw new Error(
      `Cannot tell the method of "${file}": its name must end in .get.ts, .post.ts, .put.ts, .patch.ts or .delete.ts`,
    );
  const path = `/${file.replace(METHOD, "")}`.replace(/\/index$/, "").replace(/\[(\w+)\]/g, ":$1");
  return { method: method.toUpperCase(), path };
}

interface Place {
  /** The folder that the route files are in. */
  dir: string;
  /** How they are read. */
  read: ReadFile;
  refuse: Refuse;
}

/** Reads the files of a `routes/` folder, whose paths are theirs below a prefix. */
export async function loadRoutes(
  plugin: Plugin,
  { prefix, ...place }: Place & { prefix: string },
): Promise<LoadedRoute[]> {
  const { dir, refuse } = place;
  if (!existsSync(dir)) refuse("it has no routes/ folder, whose files are its endpoints");
  const named = routeFiles(dir).map((file) => {
    const { method, path } = parseName(file, refuse);
    return { folder: "routes" as const, file, method, path: `${prefix}${path}` || "/" };
  });
  const routes = await importRoutes(plugin, named, place);
  for (const [path, file] of Object.entries(plugin.manifest.try ?? {}))
    if (!routes.some((route) => route.file === `${file}.ts`))
      refuse(`try "${path}" names "${file}", which is not a file in routes/`);
  const sampled = new Set(Object.values(plugin.manifest.try ?? {}).map((file) => `${file}.ts`));
  for (const loaded of routes)
    if (loaded.route.tryPerMinute !== undefined && !sampled.has(loaded.file))
      refuse(`routes/${loaded.file} has tryPerMinute, and no path of the manifest's try names it`);
  return inOrder(routes, plugin.manifest.first ?? [], refuse);
}

/** Puts the routes that a manifest names first before the others. */
function inOrder(routes: LoadedRoute[], first: readonly string[], refuse: Refuse): LoadedRoute[] {
  const leading = new Set(
    first.map((name) => {
      const named = routes.find(({ file }) => file === `${name}.ts`);
      return named ?? refuse(`first names "${name}", which is not a file in routes/`);
    }),
  );
  const twice = first.find((name, index) => first.indexOf(name) !== index);
  if (twice !== undefined) refuse(`first names "${twice}" twice`);
  return [...leading, ...routes.filter((route) => !leading.has(route))];
}

/** The optional aliases that answer, by the names of the services they are for. */
export type AliasChoice = "all" | readonly string[];

/**
 * Reads the files of a folder whose paths the manifest says: there may be none. Of optional aliases only
 * those are imported that the operator has chosen.
 */
export async function loadOpen(
  plugin: Plugin,
  {
    folder,
    chosen = [],
    ...place
  }: Place & { folder: "public" | "aliases"; chosen?: AliasChoice | undefined },
): Promise<LoadedRoute[]> {
  const { dir, refuse } = place;
  const files = routeFiles(dir);
  const places = placesIn(plugin, folder);
  const named = places.flatMap(({ path, names, option }) => {
    checkOpenPath(path, { folder, refuse });
    return [names].flat().map((name) => {
      const file = `${name}.ts`;
      if (!files.includes(file))
        refuse(`${folder} "${path}" names "${name}", which is not a file in ${folder}/`);
      const isChosen = option === undefined || chosen === "all" || chosen.includes(option);
      return { folder, file, method: parseName(file, refuse).method, path, isChosen };
    });
  });
  for (const file of files)
    if (!named.some((route) => route.file === file))
      refuse(`${folder}/${file} answers nothing: no path of the manifest's ${folder} names it`);
  const answering = named.flatMap(({ isChosen, ...route }) => (isChosen ? [route] : []));
  return importRoutes(plugin, answering, place);
}

/** What a manifest says of the paths at the root, and for the sake of which service, where that is optional. */
function placesIn({ manifest }: Plugin, folder: "public" | "aliases") {
  const own: Readonly<Record<string, string | readonly string[]>> = manifest[folder] ?? {};
  const optional = folder === "aliases" ? Object.entries(manifest.optionalAliases ?? {}) : [];
  return [
    ...Object.entries(own).map(([path, names]) => ({ path, names, option: undefined })),
    ...optional.flatMap(([option, paths]) =>
      Object.entries(paths).map(([path, names]) => ({ path, names, option })),
    ),
  ];
}

/** The files below a folder that declare routes: there may be no folder. */
export function routeFiles(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return [...new Bun.Glob("**/*.ts").scanSync({ cwd: dir, followSymlinks: true, dot: true })]
    .filter((file) => !file.endsWith(".test.ts") && !isHidden(file))
    .sort();
}

/** Whether a file is one that systems and editors leave behind, which is no part of any path. */
function isHidden(file: string): boolean {
  return file.split("/").some((part) => part.startsWith(".") && part !== ".well-known");
}

async function importRoutes(
  plugin: Plugin,
  named: readonly Omit<LoadedRoute, "route">[],
  { read, refuse }: Place,
): Promise<LoadedRoute[]> {
  const loading = named.map(async (place) => {
    const name = `${place.folder}/${place.file}`;
    const { default: exported } = await read(name);
    return { ...place, route: routeOf(plugin, place, { exported, refuse }) };
  });
  return Promise.all(loading);
}

/** The routes that passed the checks, by what their files export and by the paths that they answer. */
const checkedRoutes = new WeakMap<Route, Map<string, Route>>();

/** Returns the route that a file exports. Checks it the first time that it is loaded for a path. */
function routeOf(
  plugin: Plugin,
  place: Omit<LoadedRoute, "route">,
  { exported, refuse }: { exported: unknown; refuse: Refuse },
): Route {
  const name = `${place.folder}/${place.file}`;
  if (!isRouteOf(plugin, exported))
    return refuse(`the default export of ${name} is not a route() of this plugin`);
  const checked = checkedRoutes.get(exported) ?? new Map<string, Route>();
  const id = `${name} ${place.path}`;
  const route = checked.get(id) ?? checkExported(exported, place, refuse);
  checkedRoutes.set(exported, checked.set(id, route));
  return route;
}

/** Checks that an exported route fulfils the contract, and adds to it what the hub adds to answers. */
function checkExported(exported: Route, place: Omit<LoadedRoute, "route">, refuse: Refuse): Route {
  const name = `${place.folder}/${place.file}`;
  checkFields(exported, name, refuse);
  const isService = place.path.startsWith("/api/");
  if (isService && saysSuccess(exported.response))
    refuse(`${name} answers with "success", which the hub adds itself`);
  const route = isService ? { ...exported, response: withSuccess(exported.response) } : exported;
  checkRoute({ ...place, route }, refuse);
  return route;
}

/** What each route says, and how it is known to be that: its author may have written it without types. */
const neededFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  summary: (value) => typeof value === "string" && value !== "",
  response: isSchema,
  example: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  handler: (value) => typeof value === "function",
};

function checkFields(route: Route, name: string, refuse: Refuse): void {
  const parts = route as unknown as Record<string, unknown>;
  for (const [field, isRight] of Object.entries(neededFields)) {
    if (parts[field] === undefined) refuse(`${name} has no ${field}`);
    if (!isRight(parts[field]))
      refuse(`the ${field} of ${name} is not one: ${inspect(parts[field])}`);
  }
  for (const field of ["params", "query", "body"])
    if (parts[field] !== undefined && !isSchema(parts[field]))
      refuse(`the ${field} of ${name} is not a schema: ${inspect(parts[field])}`);
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && Kind in value;
}

function inspect(value: unknown): string {
  return Bun.inspect(value, { depth: 0 }).slice(0, 80);
}

function parseName(file: string, refuse: Refuse) {
  try {
    return parseRouteFile(file);
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** Imports a file of a plugin. */
export async function importFile(
  path: string,
  file: string,
  refuse: Refuse,
): Promise<{ default: unknown }> {
  try {
    return await import(path);
  } catch (cause) {
    const faults = faultsIn(cause, path.slice(0, -file.length));
    return refuse(faults.length > 0 ? faults.join("; ") : `${file} cannot be imported: ${cause}`, {
      cause,
    });
  }
}

/** Most faults of one file that are told: the first is often the reason of the others. */
const faultsMax = 3;

/** What is wrong in the files of a folder, each with its line: what Bun found, or where it was thrown. */
function faultsIn(error: unknown, folder: string): string[] {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return errors.slice(0, faultsMax).flatMap((one) => {
    const { message, position, stack } = one as Partial<BuildMessage> & { stack?: string };
    if (position)
      return `${within(folder, position.file)}:${position.line}:${position.column}: ${message}`;
    // A line of the stack is "at …/routes/greet.get.ts:3:14", or the same in parentheses behind a name.
    const places = (stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
    const line = places.find((place) => place.includes(folder));
    if (line && message) return `${within(folder, line).replace(/\)$/, "")}: ${message}`;
    return [];
  });
}

/** A path as the folder's author knows it. */
function within(folder: string, path: string): string {
  const at = path.indexOf(folder);
  return at === -1 ? path : path.slice(at + folder.length);
}
