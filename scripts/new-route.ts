import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseRouteFile } from "../core/runtime/load/load-routes.ts";

const usage = `Usage: bun run new-route <plugin>/<path>.<method>
  bun run new-route hello/greet.get            GET  /api/hello/greet
  bun run new-route hello/price/[coin].get     GET  /api/hello/price/:coin
  bun run new-route ../mine/hello/greet.post   in a plugin folder elsewhere`;

if (import.meta.main) {
  try {
    const [given] = process.argv.slice(2);
    if (!given) throw new Error(usage);
    const { file, method, path } = newRoute(given);
    console.log(`${file} answers ${method} ${path} after a restart`);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** Writes a route file that works, for its author to change. */
export function newRoute(given: string): { file: string; method: string; path: string } {
  const { dir, route } = placeOf(given);
  const { method, path } = parseRouteFile(route);
  const file = `${dir}/routes/${route}`;
  if (existsSync(file)) throw new Error(`"${file}" is there already`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, routeText(route, { method }));
  return { file, method, path: `/api/${dir.split("/").at(-1)}${path}` };
}

/** The plugin is the nearest folder on the way that has a plugin.ts. */
function placeOf(given: string): { dir: string; route: string } {
  const parts = given.split("/");
  for (let end = parts.length - 1; end > 0; end--) {
    const name = parts.slice(0, end).join("/");
    for (const dir of [resolve("plugins", name), resolve(name)])
      if (existsSync(`${dir}/plugin.ts`)) return { dir, route: `${parts.slice(end).join("/")}.ts` };
  }
  throw new Error(`There is no plugin on the way to "${given}"\n\n${usage}`);
}

function routeText(route: string, { method }: { method: string }): string {
  const params = [...route.matchAll(/\[(\w+)\]/g)].map(([, name]) => name);
  const up = "../".repeat(route.split("/").length);
  const place = method === "POST" || method === "PUT" || method === "PATCH" ? "body" : "query";
  const paramsSchema = params.map((name) => `${name}: t.String({ maxLength: 100 })`).join(", ");
  const paramsExample = params.map((name) => `${name}: "${name}"`).join(", ");
  const example = [
    params.length ? `params: { ${paramsExample} }` : "",
    `${place}: { name: "Ada" }`,
  ];
  return `import { t } from "hub";
import plugin from "${up}plugin.ts";

export default plugin.route({
  summary: "Greet somebody",${params.length ? `\n  params: t.Object({ ${paramsSchema} }),` : ""}
  ${place}: t.Object({
    name: t.String({ minLength: 1, maxLength: 100, description: "Who is greeted" }),
  }),
  response: t.Object({ greeting: t.String() }),
  example: { ${example.filter(Boolean).join(", ")} },
  handler: ({ ${place} }) => ({ greeting: \`Hello, \${${place}.name}\` }),
});
`;
}
