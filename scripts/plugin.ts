import { parseArgs } from "node:util";
import { loadConfig } from "../core/app/config.ts";
import type { Permissions } from "../core/contract/doors.ts";
import {
  buildPermissions,
  heldBy,
  inWords,
  lackedBy,
  listPermissionItems,
  type PermissionItem,
} from "../core/host/doors/permission-items.ts";
import { type Consent, flagsFor, readConsent } from "../core/host/install/consent.ts";
import { formatSourceName, parseSource, sourceText } from "../core/host/install/fetch-package.ts";
import { Installer, type InstallSteps, type ReadyPlugin } from "../core/host/install/installer.ts";
import { printable } from "../core/host/install/printable.ts";
import { createSandbox } from "../core/platform/sandbox/sandbox.ts";
import { exitOnHelp } from "./help.ts";

const usage = `Usage: bun run plugin <command>
  add SOURCE [--name NAME]   install a plugin from a folder, a tarball, an npm package name or the URL of
                             a git repository (https, ssh or file; #TAG for a tag or branch)
  list                       list installed plugins with their version, permissions and source
  update [NAME ...]          fetch plugins again from their source; new permissions need your consent
  remove NAME                remove a plugin; its data in the store is kept
  verify [NAME ...]          list files that have changed since the installation

  --allow-KIND[=LIST]        grant permissions: --allow-net=api.example,other.example --allow-kv
  --deny-KIND[=LIST]         deny permissions: --deny-env    (--allow-all and --deny-all for all kinds)
  --yes                      answer yes to all questions except about permissions
  --skip-tests               run the plugin's examples but not its tests
  --unsandboxed              continue if the kernel cannot sandbox the plugin

The kinds are net, env, run, read, kv, browser and data. Plugins are stored in HUB_DATA (default ./data).`;

/** Maximum length of a printed line. */
const lineMax = 400;

const appliesWhen = "A running hub applies this immediately, or at its next start if HUB_LIVE=0";

/** The environment of a command. */
export interface CommandContext {
  env: Readonly<Record<string, string | undefined>>;
  /** Whether questions can be asked at a terminal. */
  isInteractive: boolean;
  print(line: string): void;
  /** Registers what to do if the process ends early. */
  onExit?(close: () => void): void;
  /** Replaces steps of the installation. */
  steps?: Partial<InstallSteps>;
}

interface Flags extends Pick<CommandContext, "isInteractive" | "print"> {
  name?: string | undefined;
  yes?: boolean | undefined;
  unsandboxed?: boolean | undefined;
  "skip-tests"?: boolean | undefined;
  consent: Consent;
}

type Command = (installer: Installer, given: string[], flags: Flags) => Promise<string>;

const commands: Record<string, Command> = {
  async add(installer, given, flags) {
    const [text] = given;
    if (text === undefined || given.length > 1) throw new Error(usage);
    const source = parseSource(text);
    const ready = await installer.prepare(source, { name: flags.name ?? formatSourceName(source) });
    flags.print(describe(ready));
    const granted = decide(ready, flags);
    const isDone = await finish(installer, ready, { granted, flags });
    return isDone
      ? `Added "${ready.loaded.name}". ${appliesWhen}`
      : "Cancelled: no plugin was added";
  },

  async list(installer) {
    const found = await installer.inspect();
    const lines = found.map(({ name, grant, changes }) =>
      [
        name,
        grant?.version ?? "-",
        changes.length === 0 ? "unchanged" : "changed",
        grantedText(grant?.granted ?? {}),
        grant?.source ?? "-",
      ].join("  "),
    );
    return printable(lines.join("\n")) || "No plugin is installed yet";
  },

  async remove(installer, given) {
    const [name] = given;
    if (name === undefined || given.length > 1) throw new Error(usage);
    installer.remove(name);
    return `Removed "${name}". ${appliesWhen}`;
  },

  async update(installer, names, flags) {
    const grants = installer.grants();
    const sought = names.length > 0 ? names : Object.keys(grants);
    const lines: string[] = [];
    const failures: string[] = [];
    // Updates all plugins, also after a failure, and throws at the end if any failed.
    for (const name of sought)
      await updateOne(installer, name, flags).then(
        (line) => lines.push(line),
        (error: Error) => failures.push(`${name}: ${error.message}`),
      );
    if (failures.length > 0) throw new Error([...lines, ...failures].join("\n"));
    return lines.join("\n") || "No plugin is installed yet";
  },

  async verify(installer, names) {
    const found = await installer.inspect(names);
    const lines = found.map(({ name, changes }) =>
      changes.length === 0 ? `${name}: unchanged` : `${name}:\n  ${changes.join("\n  ")}`,
    );
    const text = printable(lines.join("\n")) || "No plugin is installed yet";
    if (found.some(({ changes }) => changes.length > 0)) throw new Error(text);
    return text;
  },
};

if (import.meta.main) {
  exitOnHelp(usage);
  try {
    const line = await runPluginCommand(process.argv.slice(2), {
      env: process.env,
      isInteractive: process.stdin.isTTY,
      print: (line) => console.log(line),
      onExit(close) {
        // A signal ends the command immediately, and discards unfinished work.
        process.once("exit", close);
        for (const signal of ["SIGINT", "SIGTERM"] as const)
          process.once(signal, () => process.exit(130));
      },
    });
    console.log(line);
  } catch (error) {
    console.error(printable((error as Error).message));
    process.exit(1);
  }
}

/** Runs a command of `bun run plugin`. Returns its last line, and throws an error if it fails. */
export async function runPluginCommand(
  args: readonly string[],
  { env, isInteractive, print, onExit, steps }: CommandContext,
): Promise<string> {
  const { consent, rest } = readConsent(args);
  const { positionals, values } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      name: { type: "string" },
      yes: { type: "boolean" },
      unsandboxed: { type: "boolean" },
      "skip-tests": { type: "boolean" },
    },
  });
  const [name = "", ...given] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(usage);
  const config = loadConfig(env);
  const sandbox = createSandbox(config.sandbox);
  if ((name === "add" || name === "update") && !sandbox.isEnforced && !values.unsandboxed)
    throw new Error(
      `Cannot sandbox the plugin while its examples and tests run (${sandbox.state}): --unsandboxed runs its code anyway, with your own permissions`,
    );
  const installer = new Installer(config, sandbox, steps);
  onExit?.(() => installer.close());
  try {
    return await command(installer, given, { ...values, consent, isInteractive, print });
  } finally {
    installer.close();
  }
}

function grantedText(granted: Permissions): string {
  const kinds = listPermissionItems(granted).map(({ kind, what }) =>
    what === true ? kind : `${kind}=${what}`,
  );
  return kinds.join(" ") || "nothing granted";
}

/** Describes a plugin, its endpoints and the permissions that it requests. */
function describe({ loaded, version, source, requested, before }: ReadyPlugin): string {
  const { name, plugin, routes, open, tasks = [] } = loaded;
  const { title, summary, try: trials = {} } = plugin.manifest;
  const known = before
    ? [...listPermissionItems(before.granted), ...listPermissionItems(before.refused)]
    : [];
  const more = before ? lackedBy(buildPermissions(known), requested) : requested;
  const less = lackedBy(buildPermissions(requested), known);
  const lines = [
    `${title} (${name} ${before ? `${before.version} -> ` : ""}${version}), from ${sourceText(source)}`,
    summary,
    "",
    ...[...routes, ...open].map(
      ({ method, path, route, folder }) =>
        `  ${method} ${path}  ${route.summary}${folder === "public" ? " (without a key)" : ""}`,
    ),
    ...Object.keys(trials).map((path) => `  GET /try${path}  demo endpoint, without a key`),
    ...tasks.map(({ kind, pattern, summary }) =>
      kind === "cron"
        ? `  scheduled at ${pattern}  ${summary}`
        : `  once, before it serves requests  ${summary}`,
    ),
    "",
    ...itemLines(before ? "New permissions" : "Permissions", more),
    ...itemLines("Permissions no longer requested", less),
    ...(requested.length === 0 ? ["It requests no permissions."] : []),
    ...(before && requested.length > 0 && more.length === 0
      ? ["It requests no new permissions."]
      : []),
  ];
  // Text from a manifest stays on one line and can't move the cursor.
  return lines.map((line) => printable(line).replaceAll("\n", " ").slice(0, lineMax)).join("\n");
}

function itemLines(heading: string, items: readonly PermissionItem[]): string[] {
  return items.length === 0
    ? []
    : [`${heading}:`, ...items.map((item) => `  ${inWords(item)} (${item.kind})`)];
}

/** Returns the permissions to grant: by flags, by earlier consent, or by questions at the terminal. */
function decide(
  { loaded: { name }, requested, before }: ReadyPlugin,
  { consent, isInteractive }: Flags,
): PermissionItem[] {
  const isGranted = (item: PermissionItem) => heldBy(before?.granted ?? {}, [item]).length > 0;
  const isRefused = (item: PermissionItem) => heldBy(before?.refused ?? {}, [item]).length > 0;
  const isOpen = (item: PermissionItem) =>
    !consent.allows(item) && !consent.denies(item) && !isGranted(item) && !isRefused(item);
  const open = requested.filter(isOpen);
  if (open.length > 0 && !isInteractive)
    throw new Error(
      `Cannot ask for the permissions of "${name}" without a terminal: use ${flagsFor(open).join(" ")} (or --deny-… for permissions that it should not have)`,
    );
  const allowed = new Set(open.filter((item) => confirm(`Allow "${name}" to ${inWords(item)}?`)));
  return requested.filter(
    (item) =>
      consent.allows(item) || allowed.has(item) || (isGranted(item) && !consent.denies(item)),
  );
}

/** Runs a plugin's examples and tests and installs it, unless the user declines. Returns true if it was installed. */
async function finish(
  installer: Installer,
  ready: ReadyPlugin,
  { granted, flags }: { granted: readonly PermissionItem[]; flags: Flags },
): Promise<boolean> {
  const { loaded, before } = ready;
  const question = `${before ? "Update" : "Add"} "${loaded.name}"?`;
  if (!flags.yes && flags.isInteractive && !confirm(question)) return false;
  const runsTests = !flags["skip-tests"];
  const { examples, testFiles, unavailable } = await installer.tryOut(ready, {
    granted,
    runsTests,
  });
  for (const line of unavailable) flags.print(printable(line).slice(0, lineMax));
  flags.print(
    `Passed with the granted permissions (examples: ${examples}, test files: ${testFiles})`,
  );
  await installer.install(ready, granted);
  return true;
}

async function updateOne(installer: Installer, name: string, flags: Flags): Promise<string> {
  const [found] = await installer.inspect([name]);
  const before = found?.grant;
  if (!before)
    throw new Error(
      `Cannot update "${name}": it was not installed with this command, so its source is unknown`,
    );
  const ready = await installer.prepare(parseSource(before.source), { name, isUpdate: true });
  if (found.changes.length > 0)
    flags.print(printable(`${name} has local changes:\n  ${found.changes.join("\n  ")}`));
  flags.print(describe(ready));
  const granted = decide(ready, flags);
  if (await installer.isInstalled(ready)) {
    installer.regrant(ready, granted);
    return `"${name}" ${ready.version} is up to date`;
  }
  const isDone = await finish(installer, ready, { granted, flags });
  return isDone
    ? `Updated "${name}" to ${ready.version}. ${appliesWhen}`
    : `Cancelled: "${name}" was not updated`;
}
