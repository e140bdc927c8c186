import { existsSync } from "node:fs";
import { Kind } from "@sinclair/typebox";
import { isRouteOf, type Plugin, type Route } from "../../contract/plugin.ts";
import { saysSuccess, withSuccess } from "../handler/success.ts";
import type { LoadedRoute, Refuse } from "../plugin/loaded-plugin.ts";
import { checkOpenPath, checkRoute } from "./check-routes.ts";
import type { ReadFile } from "./described-folder.ts";

const METHOD = /\.(get|post|put|patch|delete)\.ts$/;

/** Parses the path of a route file: `validate/[email].get.ts` is `GET /validate/:email`. */
export function parseRouteFile(file: string): { method: string; path: string } {
  const method = METHOD.exec(file)?.[1];
  if (!method)
    throw new Error(
      `Cannot find the method of "${file}": its name must end in .get.ts, .post.ts, .put.ts, .patch.ts or .delete.ts`,
    );
  const path = `/${file.replace(METHOD, "")}`.replace(/\/index$/, "").replace(/\[(\w+)\]/g, ":$1");
  return { method: method.toUpperCase(), path };
}

interface RouteSource {
  /** The folder of the route files. */
  dir: string;
  read: ReadFile;
  refuse: Refuse;
}

/** Loads the files of a `routes/` folder. Their paths are prefixed. */
export async function loadRoutes(
  plugin: Plugin,
  { prefix, ...source }: RouteSource & { prefix: string },
): Promise<LoadedRoute[]> {
  const { dir, refuse } = source;
  if (!existsSync(dir)) refuse("it must have a routes/ folder with its endpoints");
  const named = routeFiles(dir).map((file) => {
    const { method, path } = parseName(file, refuse);
    return { folder: "routes" as const, file, method, path: `${prefix}${path}` || "/" };
  });
  const routes = await importRoutes(plugin, named, source);
  for (const [path, file] of Object.entries(plugin.manifest.try ?? {}))
    if (!routes.some((route) => route.file === `${file}.ts`))
      refuse(`try "${path}" names "${file}", which is not a file in routes/`);
  const sampled = new Set(Object.values(plugin.manifest.try ?? {}).map((file) => `${file}.ts`));
  for (const loaded of routes)
    if (loaded.route.tryPerMinute !== undefined && !sampled.has(loaded.file))
      refuse(`routes/${loaded.file} has tryPerMinute but is not in the manifest's try`);
  return sortFirst(routes, plugin.manifest.first ?? [], refuse);
}

/** Sorts the routes that the manifest lists in `first` before the others. */
function sortFirst(routes: LoadedRoute[], first: readonly string[], refuse: Refuse): LoadedRoute[] {
  const leading = new Set(
    first.map((name) => {
      const named = routes.find(({ file }) => file === `${name}.ts`);
      return named ?? refuse(`first names "${name}", which is not a file in routes/`);
    }),
  );
  const twice = first.find((name, index) => first.indexOf(name) !== index);
  if (twice !== undefined) refuse(`first contains "${twice}" twice`);
  return [...leading, ...routes.filter((route) => !leading.has(route))];
}

/** The chosen optional aliases, by the names of the services that they imitate. */
export type AliasChoice = "all" | readonly string[];

/**
 * Loads the files of a folder whose paths are in the manifest. The folder may be missing. Of optional
 * aliases, only the chosen ones are imported.
 */
export async function loadOpen(
  plugin: Plugin,
  {
    folder,
    chosen = [],
    ...source
  }: RouteSource & { folder: "public" | "aliases"; chosen?: AliasChoice | undefined },
): Promise<LoadedRoute[]> {
  const { dir, refuse } = source;
  const files = routeFiles(dir);
  const rootPaths = listRootPaths(plugin, folder);
  const named = rootPaths.flatMap(({ path, names, option }) => {
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
      refuse(`${folder}/${file} is unused: it is not in the manifest's ${folder}`);
  const answering = named.flatMap(({ isChosen, ...route }) => (isChosen ? [route] : []));
  return importRoutes(plugin, answering, source);
}

/** Lists the root paths in a manifest with their files, and the service of optional ones. */
function listRootPaths({ manifest }: Plugin, folder: "public" | "aliases") {
  const own: Readonly<Record<string, string | readonly string[]>> = manifest[folder] ?? {};
  const optional = folder === "aliases" ? Object.entries(manifest.optionalAliases ?? {}) : [];
  return [
    ...Object.entries(own).map(([path, names]) => ({ path, names, option: undefined })),
    ...optional.flatMap(([option, paths]) =>
      Object.entries(paths).map(([path, names]) => ({ path, names, option })),
    ),
  ];
}

/** Lists the route files below a folder. Returns an empty list if there is no folder. */
export function routeFiles(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return [...new Bun.Glob("**/*.ts").scanSync({ cwd: dir, followSymlinks: true, dot: true })]
    .filter((file) => !file.endsWith(".test.ts") && !isHidden(file))
    .sort();
}

/** Checks whether a file was left behind by a system or an editor, and isn't a route. */
function isHidden(file: string): boolean {
  return file.split("/").some((part) => part.startsWith(".") && part !== ".well-known");
}

async function importRoutes(
  plugin: Plugin,
  named: readonly Omit<LoadedRoute, "route">[],
  { read, refuse }: RouteSource,
): Promise<LoadedRoute[]> {
  const loading = named.map(async (location) => {
    const name = `${location.folder}/${location.file}`;
    const { default: exported } = await read(name);
    return { ...location, route: findRoute(plugin, location, { exported, refuse }) };
  });
  return Promise.all(loading);
}

/** The validated routes by exported value, file and path. */
const checkedRoutes = new WeakMap<Route, Map<string, Route>>();

/** Returns the route that a file exports. Validates it when it is first loaded for a path. */
function findRoute(
  plugin: Plugin,
  location: Omit<LoadedRoute, "route">,
  { exported, refuse }: { exported: unknown; refuse: Refuse },
): Route {
  const name = `${location.folder}/${location.file}`;
  if (!isRouteOf(plugin, exported))
    return refuse(`the default export of ${name} is not a route() of this plugin`);
  const checked = checkedRoutes.get(exported) ?? new Map<string, Route>();
  const id = `${name} ${location.path}`;
  const route = checked.get(id) ?? checkExport(exported, location, refuse);
  checkedRoutes.set(exported, checked.set(id, route));
  return route;
}

/** Validates an exported route, and adds `success` to the responses of services. */
function checkExport(exported: Route, location: Omit<LoadedRoute, "route">, refuse: Refuse): Route {
  const name = `${location.folder}/${location.file}`;
  checkFields(exported, name, refuse);
  const isService = location.path.startsWith("/api/");
  if (isService && saysSuccess(exported.response))
    refuse(`${name} must not have "success" in its response, because the hub adds it`);
  const route = isService ? { ...exported, response: withSuccess(exported.response) } : exported;
  checkRoute({ ...location, route }, refuse);
  return route;
}

/** The required fields of a route with their checks, because its author may not use types. */
const requiredFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  summary: (value) => typeof value === "string" && value !== "",
  response: isSchema,
  example: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  handler: (value) => typeof value === "function",
};

function checkFields(route: Route, name: string, refuse: Refuse): void {
  const parts = route as unknown as Record<string, unknown>;
  for (const [field, isValid] of Object.entries(requiredFields)) {
    if (parts[field] === undefined) refuse(`${name} has no ${field}`);
    if (!isValid(parts[field]))
      refuse(`the ${field} of ${name} is invalid: ${inspect(parts[field])}`);
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
    const errors = listErrors(cause, path.slice(0, -file.length));
    return refuse(errors.length > 0 ? errors.join("; ") : `importing ${file} failed: ${cause}`, {
      cause,
    });
  }
}

/** Maximum number of reported errors per file. The first one often causes the others. */
const errorsMax = 3;

/** Returns the errors in the files of a folder with their positions, from Bun or the stack. */
function listErrors(error: unknown, folder: string): string[] {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return errors.slice(0, errorsMax).flatMap((one) => {
    const { message, position, stack } = one as Partial<BuildMessage> & { stack?: string };
    if (position)
      return `${getRelativePath(folder, position.file)}:${position.line}:${position.column}: ${message}`;
    // A stack line is "at …/routes/greet.get.ts:3:14", or the same in parentheses after a name.
    const frames = (stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
    const line = frames.find((frame) => frame.includes(folder));
    if (line && message) return `${getRelativePath(folder, line).replace(/\)$/, "")}: ${message}`;
    return [];
  });
}

/** Returns a path relative to the plugin folder. */
function getRelativePath(folder: string, path: string): string {
  const at = path.indexOf(folder);
  return at === -1 ? path : path.slice(at + folder.length);
}
