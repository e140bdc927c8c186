import { basename, resolve } from "node:path";
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { explain } from "./complaints.ts";
import { KINDS } from "./doors/doors.ts";
import { isPlugin, isRouteOf, type Plugin, type Route } from "./plugin.ts";

const METHOD = /\.(get|post|put|patch|delete)\.ts$/;
const MANIFEST = [
  "title",
  "summary",
  "permissions",
  "limits",
  "errors",
  "try",
  "public",
  "isolated",
];

export interface LoadedRoute {
  /** The file below `routes/`, which is also how the manifest's `try` names it. */
  file: string;
  method: string;
  /** The whole path, in Elysia's notation: `/api/qr/generate`. */
  path: string;
  route: Route;
}

export interface LoadedPlugin {
  name: string;
  dir: string;
  plugin: Plugin;
  routes: LoadedRoute[];
  /** Whether it runs in processes of its own. */
  isolated: boolean;
}

/** A folder that was left out, and the loader's sentence about it. */
export interface BrokenPlugin {
  name: string;
  dir: string;
  reason: string;
}

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

/** Reads one plugin folder. Throws naming the file that breaks the contract. */
export async function loadPlugin(
  dir: string,
  { isolated = false }: { isolated?: boolean } = {},
): Promise<LoadedPlugin> {
  const name = basename(resolve(dir));
  const refuse = refuser(name);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    refuse("the name of its folder is part of the path, so it must be in kebab-case");
  const { default: plugin } = await imported(`${dir}/plugin.ts`, "plugin.ts", refuse);
  if (!isPlugin(plugin)) return refuse("the default export of plugin.ts is not a definePlugin()");
  checkManifest(plugin, refuse);
  const routes = await loadRoutes(plugin, { dir: `${dir}/routes`, prefix: `/api/${name}`, refuse });
  return {
    name,
    dir: resolve(dir),
    plugin,
    routes,
    isolated: plugin.manifest.isolated ?? isolated,
  };
}

/** Reads the hub's own `routes/`, which answer at the root and not under `/api`. */
export async function loadOwn(plugin: Plugin, dir: string): Promise<LoadedPlugin> {
  const routes = await loadRoutes(plugin, { dir, prefix: "", refuse: refuser("hub") });
  return { name: "hub", dir, plugin, routes, isolated: false };
}

type Refuse = (why: string, options?: ErrorOptions) => never;

function refuser(name: string): Refuse {
  return (why, options) => {
    throw new Error(`Cannot load plugin "${name}": ${why}`, options);
  };
}

async function imported(path: string, file: string, refuse: Refuse): Promise<{ default: unknown }> {
  try {
    return await import(path);
  } catch (cause) {
    return refuse(`${file} cannot be imported: ${cause}`, { cause });
  }
}

function checkManifest({ manifest }: Plugin, refuse: Refuse): void {
  for (const field of Object.keys(manifest))
    if (!MANIFEST.includes(field))
      refuse(
        `plugin.ts has "${field}", which is not a field of a manifest: ${MANIFEST.join(", ")}`,
      );
  for (const field of ["title", "summary"] as const)
    if (typeof manifest[field] !== "string" || !manifest[field])
      refuse(`plugin.ts has no ${field}`);
  for (const [kind, asked] of Object.entries(manifest.permissions ?? {})) {
    if (!(KINDS as readonly string[]).includes(kind))
      refuse(`plugin.ts asks for "${kind}", which is not a permission: ${KINDS.join(", ")}`);
    const whole = kind === "kv" ? true : kind === "net" ? "public" : undefined;
    if (
      asked !== whole &&
      !(Array.isArray(asked) && asked.every((item) => typeof item === "string"))
    )
      refuse(`plugin.ts asks for ${kind} with something else than a list of strings`);
  }
  for (const [name, limit] of Object.entries(manifest.limits ?? {}))
    if (typeof limit !== "number" || Number.isNaN(limit))
      refuse(`the limit "${name}" of plugin.ts is not a number`);
}

interface Place {
  dir: string;
  prefix: string;
  refuse: Refuse;
}

async function loadRoutes(plugin: Plugin, { dir, prefix, refuse }: Place): Promise<LoadedRoute[]> {
  const files = [...new Bun.Glob("**/*.ts").scanSync({ cwd: dir, followSymlinks: true })]
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
  const parsed = files.map((file) => ({ file, ...parsedName(file, refuse) }));
  const modules = await Promise.all(
    files.map((file) => imported(`${dir}/${file}`, `routes/${file}`, refuse)),
  );
  const routes = parsed.map(({ file, method, path: tail }, index): LoadedRoute => {
    const route = modules[index]?.default;
    if (!isRouteOf(plugin, route))
      return refuse(`the default export of routes/${file} is not a route() of this plugin`);
    const path = `${prefix}${tail}` || "/";
    checkPath(file, path, route, refuse);
    for (const part of ["params", "query", "body"] as const) if (route[part]) close(route[part]);
    checkExample(file, route, refuse);
    return { file, method, path, route };
  });
  checkTogether(routes, refuse);
  for (const kind of ["try", "public"] as const)
    for (const [path, file] of Object.entries(plugin.manifest[kind] ?? {}))
      if (!routes.some((route) => route.file === `${file}.ts`))
        refuse(`${kind} "${path}" names "${file}", which is not a file in routes/`);
  return routes;
}

function parsedName(file: string, refuse: Refuse) {
  try {
    return parseRouteFile(file);
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function checkPath(file: string, path: string, route: Route, refuse: Refuse): void {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, key]) => key);
  const declared = Object.keys(route.params?.properties ?? {});
  if (named.toSorted().join() !== declared.toSorted().join())
    refuse(`routes/${file} names [${named}] in its path but [${declared}] in its params`);
}

/** An object takes the fields it names and no others: a misspelt option must not pass unseen. */
function close(schema: TSchema): void {
  if (schema.type === "object" && schema.properties) schema.additionalProperties ??= false;
  for (const part of [...Object.values<TSchema>(schema.properties ?? {}), ...(schema.anyOf ?? [])])
    close(part);
  if (schema.items) close(schema.items);
}

function checkExample(file: string, route: Route, refuse: Refuse): void {
  for (const part of ["params", "query", "body"] as const) {
    const schema = route[part];
    if (!schema) continue;
    const value = Value.Default(schema, structuredCloneOf(route.example[part] ?? {}));
    const [fault] = explain(Value.Errors(schema, value), part);
    if (fault) refuse(`the example of routes/${file} does not fit its ${part}: ${fault.message}`);
  }
}

/** Like `structuredClone`, which in Bun loses the type and name of a File. */
function structuredCloneOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structuredCloneOf);
  if (typeof value !== "object" || value === null || value instanceof Blob) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, structuredCloneOf(v)]));
}

/** The router throws on these with no file name, or lets the last one win with no word at all. */
function checkTogether(routes: LoadedRoute[], refuse: Refuse): void {
  const answers = new Map<string, string>();
  const params = new Map<string, string>();
  for (const { file, method, path } of routes) {
    const twin = answers.get(`${method} ${path}`);
    if (twin) refuse(`routes/${twin} and routes/${file} both answer ${method} ${path}`);
    answers.set(`${method} ${path}`, file);
    for (const { index, 1: key = "" } of path.matchAll(/:(\w+)/g)) {
      const place = path.slice(0, index);
      const other = params.get(place);
      if (other && other !== key)
        refuse(`routes/${file} calls [${key}] what another file calls [${other}]`);
      params.set(place, key);
    }
  }
}
