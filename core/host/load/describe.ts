// The program that reads untrusted plugin folders: it imports the files inside a sandbox and prints their
// declarations as one line. It is started by described-folder.ts.
import { isPlugin, isRouteOf, isTaskOf, type Route } from "../../contract/plugin.ts";
import { TASK_KINDS, type Task, type TaskKind } from "../../contract/task.ts";
import { type FileDescription, type FolderDescription, writeDeclaration } from "./description.ts";
import { importFile, routeFiles } from "./load-routes.ts";
import { taskFiles } from "./load-tasks.ts";

const [dir = ""] = process.argv.slice(2);
const line = `\n${JSON.stringify(await describeFolder(dir))}\n`;
await Bun.write(Bun.stdout, line);
process.exit();

async function describeFolder(dir: string): Promise<FolderDescription> {
  const plugin = await importDefault("plugin.ts");
  if ("reason" in plugin) return { "plugin.ts": plugin };
  const described: FolderDescription = { "plugin.ts": await describe(plugin.value) };
  for (const folder of ["routes", "public", "aliases"])
    for (const name of routeFiles(`${dir}/${folder}`)) {
      const file = `${folder}/${name}`;
      const route = await importDefault(file);
      described[file] = "reason" in route ? route : await describe(plugin.value, route.value);
    }
  for (const [folder, kind] of Object.entries(TASK_KINDS))
    for (const name of taskFiles(`${dir}/${folder}`)) {
      const file = `${folder}/${name}`;
      const task = await importDefault(file);
      described[file] =
        "reason" in task ? task : await describeTask(plugin.value, kind, task.value);
    }
  return described;
}

async function importDefault(
  file: string,
): Promise<{ value: unknown } | { kind: "other"; reason: string }> {
  try {
    const refuse = (why: string): never => {
      throw new Error(why);
    };
    return { value: (await importFile(`${dir}/${file}`, file, refuse)).default };
  } catch (error) {
    return { kind: "other", reason: (error as Error).message };
  }
}

/** Describes the plugin itself or one of its routes. */
async function describe(plugin: unknown, route?: unknown): Promise<FileDescription> {
  try {
    if (!isPlugin(plugin)) return { kind: "other" };
    if (route === undefined)
      return { kind: "plugin", manifest: await writeDeclaration(plugin.manifest) };
    if (!isRouteOf(plugin, route)) return { kind: "other" };
    return { kind: "route", route: await writeDeclaration(getData(route)) };
  } catch (error) {
    return { kind: "other", reason: (error as Error).message };
  }
}

async function describeTask(
  plugin: unknown,
  kind: TaskKind,
  value: unknown,
): Promise<FileDescription> {
  try {
    if (!isPlugin(plugin) || !isTaskOf(plugin, kind, value)) return { kind: "other" };
    const { handler: _, ...task }: Task = value;
    return { kind: "task", task: await writeDeclaration(task) };
  } catch (error) {
    return { kind: "other", reason: (error as Error).message };
  }
}

/**
 * Returns a route without its functions. `heavy` becomes true for a function, because all routes run in jobs.
 */
function getData({ handler: _, heavy, ...route }: Route): Record<string, unknown> {
  for (const name of ["timeoutMs", "cost"] as const)
    if (typeof route[name] === "function")
      throw new TypeError(`Cannot use a function as ${name}: only trusted plugins can`);
  return { ...route, heavy: Boolean(heavy) };
}
