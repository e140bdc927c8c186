import type { Access } from "../../accounts/access.ts";
import type { Call } from "../../accounts/call.ts";
import { HubError } from "../../contract/errors.ts";
import { callFacts } from "../handler/call-facts.ts";
import type { RunInJob } from "../jobs/run-in-job.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { runTask } from "./run-task.ts";

/** Maximum number of pages per address in 60 seconds. Each page is a job. */
const perMinute = 30;

/** Maximum length of a page in characters. */
const lengthMax = 256 * 1024;

/** Runs the page task of a plugin in a job process. It returns Markdown. */
export async function writePluginPage(
  { service, name }: { service: string; name: string },
  {
    call,
    plugins,
    access,
    runInJob,
    baseUrl,
  }: {
    call: Call;
    plugins: readonly LoadedPlugin[];
    access: Access;
    runInJob: RunInJob;
    baseUrl: string | undefined;
  },
): Promise<{ title: string; markdown: string }> {
  const refusal = await access.gateByAddress(call, { policy: "pages", perMinute });
  if (refusal) throw refusal;
  const plugin = plugins.find((plugin) => plugin.name === service);
  const task = plugin?.tasks?.find((task) => task.kind === "page" && task.name === name);
  if (!plugin || !task) throw new HubError("not_found", `There is no page "${service}/${name}"`);
  const { identifyCaller, getOrigin } = callFacts(access, baseUrl);
  const by = { caller: identifyCaller(call), signal: call.request.signal };
  const markdown = await runTask({ plugin, task }, { runInJob, origin: getOrigin(call), by });
  if (typeof markdown !== "string" || markdown.length > lengthMax)
    throw new TypeError(
      `Page "${service}/${name}" must be text of at most ${lengthMax} characters`,
    );
  return { title: task.title ?? name, markdown };
}

/** Returns the paths and titles of a plugin's pages. */
export function listPluginPages({
  name,
  tasks = [],
}: LoadedPlugin): { path: string; title: string }[] {
  return tasks
    .filter(({ kind }) => kind === "page")
    .map((page) => ({ path: `/pages/${name}/${page.name}`, title: page.title ?? page.name }));
}
