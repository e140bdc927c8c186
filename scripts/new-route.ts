import "../core/resolve-hub.ts";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { loadPlugin } from "../core/host/load/load-plugin.ts";
import { parseRouteFile } from "../core/host/load/load-routes.ts";
import { exitOnHelp } from "./help.ts";

const usage = `Usage: bun run new-route <plugin>/<path>.<method>
  bun run new-route hello/greet.get            GET  /api/hello/greet
  bun run new-route hello/price/[coin].get     GET  /api/hello/price/:coin
  bun run new-route ../mine/hello/greet.post   in a plugin folder elsewhere`;

if (import.meta.main) {
  exitOnHelp(usage);
  try {
    console.log(await runNewRoute(process.argv.slice(2)));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** Runs the command. Returns what it prints, and throws what it fails with. */
export async function runNewRoute([given, ...more]: readonly string[]): Promise<string> {
  if (!given || more.length > 0) throw new Error(usage);
  const written = newRoute(given);
  await checkServed(written);
  const { file, method, path } = written;
  return `Wrote ${file}: ${method} ${path}\nA running hub serves it at once, or at its next start if HUB_LIVE is 0`;
}

/** A route file that was written, and what it answers. */
interface NewRoute {
  /** The folder of its plugin. */
  dir: string;
  file: string;
  method: string;
  path: string;
}

/** Writes a route file that works, for its author to change. */
export function newRoute(given: string): NewRoute {
  const { dir, route } = placeOf(given);
  checkNames(route);
  const { method, path } = parseRouteFile(route);
  const file = `${dir}/routes/${route}`;
  if (existsSync(file)) throw new Error(`"${file}" is there already`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, routeText(route, { method }));
  return { dir, file, method, path: `/api/${basename(dir)}${path}` };
}

/** Takes a route back that a hub would not serve, such as one with the path of another. */
async function checkServed({ dir, file, method, path }: NewRoute): Promise<void> {
  try {
    const { routes } = await loadPlugin(dir);
    if (routes.some((route) => route.method === method && route.path === path)) return;
    throw new Error(`No file of "${dir}" answers ${method} ${path}`);
  } catch (cause) {
    rmSync(file);
    throw new Error(`Cannot add ${method} ${path}: ${(cause as Error).message}`, { cause });
  }
}

/** The plugin is the nearest folder on the way that has a plugin.ts. The path of its file names a route, too. */
function placeOf(given: string): { dir: string; route: string } {
  const parts = given.replace(/\.ts$/, "").split("/");
  for (let end = parts.length - 1; end > 0; end--) {
    const name = parts.slice(0, end).join("/");
    for (const dir of [resolve("plugins", name), resolve(name)]) {
      if (!existsSync(`${dir}/plugin.ts`)) continue;
      const isFile = parts[end] === "routes" && given.endsWith(".ts");
      return { dir, route: `${parts.slice(isFile ? end + 1 : end).join("/")}.ts` };
    }
  }
  throw new Error(`There is no plugin on the way to "${given}"\n\n${usage}`);
}

/** Throws unless each part of a route's path is a word or a parameter, and each parameter is there once. */
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
    throw new Error(`Each parameter must be there once: "${twice}" is twice`);
}

function routeText(route: string, { method }: { method: string }): string {
  const params = Array.from(route.matchAll(/\[(\w+)\]/g), ([, name]) => name);
  const up = "../".repeat(route.split("/").length);
  const place = method === "POST" || method === "PUT" || method === "PATCH" ? "body" : "query";
  const paramsSchema = params.map((name) => `${name}: t.String({ maxLength: 100 })`).join(", ");
  const paramsExample = params.map((name) => `${name}: "${name}"`).join(", ");
  const example = [
    params.length > 0 ? `params: { ${paramsExample} }` : "",
    `${place}: { name: "Ada" }`,
  ];
  const values = [...(params.length > 0 ? ["params"] : []), place].join(", ");
  const told = params.map((name) => `, ${name} \${params.${name}}`).join("");
  return `import { t } from "hub";
import plugin from "${up}plugin.ts";

export default plugin.route({
  summary: "Greet somebody",${params.length > 0 ? `\n  params: t.Object({ ${paramsSchema} }),` : ""}
  ${place}: t.Object({
    name: t.String({ minLength: 1, maxLength: 100, description: "Who is greeted" }),
  }),
  response: t.Object({ greeting: t.String() }),
  example: { ${example.filter(Boolean).join(", ")} },
  handler: ({ ${values} }) => ({ greeting: \`Hello, \${${place}.name}${told}\` }),
});
`;
}
