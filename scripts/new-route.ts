import "../core/resolve-hub.ts";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { loadPlugin } from "../core/host/load/load-plugin.ts";
import { parseRouteFile } from "../core/host/load/load-routes.ts";
import { exitOnHelp } from "./help.ts";

const usage = `Usage: bun run new-route <plugin>/<path>.<method>
  bun run new-route hello/greet.get            GET  /api/hello/greet
  bun run new-route hello/price/[coin].get     GET  /api/hello/price/:coin
  bun run new-route ../mine/hello/greet.post   a plugin folder elsewhere`;

if (import.meta.main) {
  exitOnHelp(usage);
  try {
    console.log(await runNewRoute(process.argv.slice(2)));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** Runs the command. Returns its output, and throws an error if it fails. */
export async function runNewRoute([given, ...more]: readonly string[]): Promise<string> {
  if (!given || more.length > 0) throw new Error(usage);
  const written = newRoute(given);
  await checkServed(written);
  const { file, method, path } = written;
  return `Created ${file}: ${method} ${path}\nA running hub serves it immediately, or at its next start if HUB_LIVE=0`;
}

/** A new route file, and its method and path. */
interface NewRoute {
  /** The folder of its plugin. */
  dir: string;
  file: string;
  method: string;
  path: string;
}

/** Creates a working route: a sample, or the given text. */
export function newRoute(given: string, text?: string): NewRoute {
  const { dir, route } = locateRoute(given);
  checkNames(route);
  const { method, path } = parseRouteFile(route);
  const file = `${dir}/routes/${route}`;
  if (existsSync(file)) throw new Error(`"${file}" already exists`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text ?? routeText(route, method, basename(dir)));
  return { dir, file, method, path: `/api/${basename(dir)}${path}` };
}

/** Deletes the new route if a hub would not serve it, for example because its path is taken. */
async function checkServed({ dir, file, method, path }: NewRoute): Promise<void> {
  try {
    const { routes } = await loadPlugin(dir);
    if (routes.some((route) => route.method === method && route.path === path)) return;
    throw new Error(`No file of "${dir}" handles ${method} ${path}`);
  } catch (cause) {
    rmSync(file);
    throw new Error(`Cannot add ${method} ${path}: ${(cause as Error).message}`, { cause });
  }
}

/** Finds the nearest parent folder with a plugin.ts. Accepts the path of a route's file too. */
function locateRoute(given: string): { dir: string; route: string } {
  const parts = given.replace(/\.ts$/, "").split("/");
  for (let end = parts.length - 1; end > 0; end--) {
    const name = parts.slice(0, end).join("/");
    for (const dir of [resolve("plugins", name), resolve(name)]) {
      if (!existsSync(`${dir}/plugin.ts`)) continue;
      const isFile = parts[end] === "routes" && given.endsWith(".ts");
      return { dir, route: `${parts.slice(isFile ? end + 1 : end).join("/")}.ts` };
    }
  }
  throw new Error(`Cannot find a plugin for "${given}"\n\n${usage}`);
}

/** Throws unless each part of the path is a word or a parameter, and no parameter is repeated. */
function checkNames(route: string): void {
  const parts = route.replace(/\.\w+\.ts$/, "").split("/");
  const wrong = parts.find((part) => !/^(?:[\w.~-]+|\[\w+\])$/.test(part) || /^\.+$/.test(part));
  if (wrong !== undefined)
    throw new Error(
      `Each part of the path must be a word or a parameter such as [coin]: it has "${wrong}"`,
    );
  const params = parts.filter((part) => part.startsWith("["));
  const twice = params.find((part, index) => params.indexOf(part) !== index);
  if (twice !== undefined)
    throw new Error(`Parameter names must be unique: "${twice}" is repeated`);
}

/** Writes a sample route about the words of its own path. */
function routeText(route: string, method: string, plugin: string): string {
  const parts = route.replace(/\.\w+\.ts$/, "").split("/");
  const params = parts.flatMap((part) => /^\[(\w+)\]$/.exec(part)?.[1] ?? []);
  const isWord = (part: string) => !part.startsWith("[") && part !== "index";
  const words = (parts.findLast(isWord) ?? plugin).split(/\W+/).filter(Boolean);
  const summary = words.join(" ").replace(/^./, (letter) => letter.toUpperCase());
  const by = params.length > 0 ? ` by ${params.join(" and ")}` : "";
  // The hub adds "success" itself, and a name in code can't start with a digit.
  const field = words.join("_").replace(/^(?=\d|success$)/, "the_");
  const place = method === "POST" || method === "PUT" || method === "PATCH" ? "body" : "query";
  const paramsSchema = params.map((name) => `${name}: t.String({ maxLength: 100 })`).join(", ");
  const paramsExample = params.map((name) => `${name}: "${name}"`).join(", ");
  const [hasParams, up] = [params.length > 0, "../".repeat(parts.length)];
  const values = hasParams ? `params, ${place}` : place;
  const sources = [...params.map((name) => `params.${name}`), `${place}.text`];
  const text = sources.map((source) => `\${${source}}`).join(" ");
  const value = hasParams ? `\`${text}\`` : sources[0];
  return `import { t } from "hub";
import plugin from "${up}plugin.ts";

export default plugin.route({
  summary: "${summary}${by}",${hasParams ? `\n  params: t.Object({ ${paramsSchema} }),` : ""}
  ${place}: t.Object({
    text: t.String({ minLength: 1, maxLength: 100, description: "Text to use" }),
  }),
  response: t.Object({ ${field}: t.String() }),
  example: { ${hasParams ? `params: { ${paramsExample} }, ` : ""}${place}: { text: "hello" } },
  handler: ({ ${values} }) => ({ ${field}: ${value} }),
});
`;
}
