import packageJson from "../../package.json" with { type: "json" };
import { hasBrowser } from "../host/browser/program.ts";
import type { LoadedPlugin } from "../host/plugin/loaded-plugin.ts";
import type { Log, LogOutput } from "../platform/log/log.ts";
import type { Config } from "./config.ts";

interface GreetingOptions {
  log: Log;
  /** The destination of the log. */
  output?: LogOutput | undefined;
  /** The address of the hub. */
  url: string;
  plugins: readonly LoadedPlugin[];
}

/** A program that a service uses if it is installed. */
interface OptionalProgram {
  name: string;
  /** The function that it adds to the hub. */
  adds: string;
  install?: string;
}

const apertium: OptionalProgram = {
  name: "apertium",
  adds: "translation on this machine, between Catalan, English, French and Spanish",
  install: "start with --with-translation, as root on Debian or Ubuntu",
};

const chromium: OptionalProgram = {
  name: "chromium",
  adds: "screenshots of web pages",
  install: "apt install chromium-headless-shell",
};

/** Logs that the hub is ready: its address, how to get a key, and programs that would add to its services. */
export function logGreeting(config: Config, { log, output, url, plugins }: GreetingOptions): void {
  const { version } = packageJson;
  const endpoints = plugins.reduce((sum, { routes }) => sum + routes.length, 0);
  const message = `utilhub ${version} serves ${endpoints} endpoints at ${url}. Get a key: ${url}/signup`;
  const missing = listMissingPrograms(plugins, { browser: config.browser.program });
  if (config.log === "text" && output) {
    log.info(message);
    output.write(formatFirstSteps(config, { url, missing }));
    return;
  }
  log.info(message, { url, version, endpoints, services: plugins.map(({ name }) => name) });
  for (const program of missing)
    log.info(`The optional program ${formatProgram(program)}`, { program: program.name });
}

/** Formats what a reader does first, for the text log. */
function formatFirstSteps(
  { data, signup, tiers, env }: Config,
  { url, missing }: { url: string; missing: readonly OptionalProgram[] },
): string {
  const [free] = tiers;
  const rows: [string, string][] = [
    [
      "Get a key",
      signup === "closed"
        ? `npx -y bun@${packageJson.engines.bun} run keys create you@example.com`
        : `curl ${url}/api-key -H 'Content-Type: application/json' -d '{"email":"you@example.com"}'`,
    ],
    ["Documentation", `${url}/documentation`],
    ["Data", data],
  ];
  if (free && !env.HUB_TIERS && !env.HUB_TIERS_FILE)
    rows.push([
      "Limits",
      `${free.perMinute} calls per minute and ${free.perDay} per day for a new key. HUB_TIERS=${free.name}=600/100000 raises them`,
    ]);
  for (const program of missing) rows.push(["Optional", formatProgram(program)]);
  const width = Math.max(...rows.map(([name]) => name.length));
  // Indented like all lines that continue an entry.
  return rows.map(([name, text]) => `    ${name.padEnd(width)}  ${text}`).join("\n");
}

function formatProgram({ name, adds, install }: OptionalProgram): string {
  return `"${name}" is not installed. It adds ${adds}${install ? `: ${install}` : ""}`;
}

/** Lists the programs that plugins use and this machine lacks. */
export function listMissingPrograms(
  plugins: readonly LoadedPlugin[],
  {
    browser,
    isInstalled = (name) => Bun.which(name) !== null,
  }: { browser?: string | undefined; isInstalled?: (name: string) => boolean },
): OptionalProgram[] {
  const users = new Map<string, string[]>();
  for (const { plugin } of plugins)
    for (const name of plugin.manifest.permissions?.run ?? [])
      users.set(name, [...(users.get(name) ?? []), plugin.manifest.title]);
  const missing: OptionalProgram[] = [...users]
    .filter(([name]) => !isInstalled(name))
    .map(([name, titles]) =>
      name === apertium.name ? apertium : { name, adds: `functions of ${titles.join(", ")}` },
    );
  const needsBrowser = plugins.some(({ plugin }) => plugin.manifest.permissions?.browser);
  return needsBrowser && !hasBrowser(browser) ? [...missing, chromium] : missing;
}
