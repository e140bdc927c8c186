import { parseArgs } from "node:util";
import { loadConfig } from "../core/app/config.ts";
import type { Permissions } from "../core/contract/doors.ts";
import {
  heldBy,
  inWords,
  itemsOf,
  lackedBy,
  type PermissionItem,
  permissionsOf,
} from "../core/host/doors/permission-items.ts";
import { type Consent, flagsFor, readConsent } from "../core/host/install/consent.ts";
import { nameOfSource, parseSource, sourceText } from "../core/host/install/fetch-package.ts";
import { Installer, type ReadyPlugin } from "../core/host/install/installer.ts";
import { printable } from "../core/host/install/printable.ts";
import type { tryOut } from "../core/host/install/try-out.ts";
import { createSandbox } from "../core/platform/sandbox/sandbox.ts";
import { exitOnHelp } from "./help.ts";

const usage = `Usage: bun run plugin <command>
  add SOURCE [--name NAME]   a folder, a tarball, the name of an npm package or the address of a git
                             repository (https, ssh or file; #TAG for a tag or branch)
  list                       what is installed, from where, and what it is granted
  update [NAME ...]          fetches again from there; what is asked for besides is asked of you
  remove NAME                takes it away; what it has written in the store stays
  verify [NAME ...]          tells which files are no longer as they were installed

  --allow-KIND[=LIST]        allows without a question: --allow-net=api.example,other.example --allow-kv
  --deny-KIND[=LIST]         adds it without: --deny-env    (--allow-all, --deny-all for all of it)
  --yes                      asks nothing that is not a permission
  --skip-tests               runs its examples, and not its tests
  --unsandboxed              goes on where the kernel keeps nothing inside

The kinds are net, env, run, read, kv, browser and data. The plugins are those of HUB_DATA (default ./data).`;

/** Most of a line that a manifest may fill. */
const lineMax = 400;

const takenUp = "A running hub takes it up at once, or at its next start where HUB_LIVE is 0";

/** The surroundings of a command. */
export interface CommandContext {
  env: Readonly<Record<string, string | undefined>>;
  /** Whether questions can be asked at a terminal. */
  isInteractive: boolean;
  print(line: string): void;
  /** Registers what to do if the process ends early. */
  onExit?(close: () => void): void;
  /** Replaces the run of a plugin's examples and tests. */
  tryOut?: typeof tryOut;
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
    const ready = await installer.prepare(source, { name: flags.name ?? nameOfSource(source) });
    flags.print(describe(ready));
    const granted = decide(ready, flags);
    const isDone = await finish(installer, ready, { granted, flags });
    return isDone ? `Added "${ready.loaded.name}". ${takenUp}` : "Nothing was added";
  },

  async list(installer) {
    const found = await installer.inspect();
    const lines = found.map(({ name, grant, changes }) =>
      [
        name,
        grant?.version ?? "-",
        changes.length === 0 ? "as installed" : "changed",
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
    return `Removed "${name}". ${takenUp}`;
  },

  async update(installer, names, flags) {
    const grants = installer.grants();
    const sought = names.length > 0 ? names : Object.keys(grants);
    const lines: string[] = [];
    const failures: string[] = [];
    // Goes on with the next where one fails, and fails in the end.
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
      changes.length === 0 ? `${name}: as installed` : `${name}:\n  ${changes.join("\n  ")}`,
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
        // A signal ends the command at once: what it had begun goes with it.
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

/** Runs a command of `bun run plugin`. Returns its last line, and throws what it fails with. */
export async function runPluginCommand(
  args: readonly string[],
  { env, isInteractive, print, onExit, tryOut }: CommandContext,
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
      `Cannot keep the code of a plugin inside while it is tried out (${sandbox.state}): --unsandboxed runs it all the same, with all that you may do`,
    );
  const installer = new Installer(config, sandbox, tryOut);
  onExit?.(() => installer.close());
  try {
    return await command(installer, given, { ...values, consent, isInteractive, print });
  } finally {
    installer.close();
  }
}

function grantedText(granted: Permissions): string {
  const kinds = itemsOf(granted).map(({ kind, what }) =>
    what === true ? kind : `${kind}=${what}`,
  );
  return kinds.join(" ") || "nothing granted";
}

/** Says what a plugin is, what it answers and what it asks for. */
function describe({ loaded, version, source, asked, before }: ReadyPlugin): string {
  const { name, plugin, routes, open, tasks = [] } = loaded;
  const { title, summary, try: trials = {} } = plugin.manifest;
  const known = before ? [...itemsOf(before.granted), ...itemsOf(before.refused)] : [];
  const more = before ? lackedBy(permissionsOf(known), asked) : asked;
  const less = lackedBy(permissionsOf(asked), known);
  const lines = [
    `${title} (${name} ${before ? `${before.version} -> ` : ""}${version}), from ${sourceText(source)}`,
    summary,
    "",
    ...[...routes, ...open].map(
      ({ method, path, route, folder }) =>
        `  ${method} ${path}  ${route.summary}${folder === "public" ? " (without a key)" : ""}`,
    ),
    ...Object.keys(trials).map((path) => `  GET /try${path}  a sample without a key`),
    ...tasks.map(({ kind, pattern, summary }) =>
      kind === "cron" ? `  at ${pattern}  ${summary}` : `  once, before it serves  ${summary}`,
    ),
    "",
    ...itemLines(before ? "It asks for more than before. It wants to" : "It wants to", more),
    ...itemLines("It no longer wants to", less),
    ...(asked.length === 0 ? ["It asks for nothing outside its process."] : []),
    ...(before && asked.length > 0 && more.length === 0
      ? ["It asks for no more than before."]
      : []),
  ];
  // What a manifest says is on one line and cannot move the cursor.
  return lines.map((line) => printable(line).replaceAll("\n", " ").slice(0, lineMax)).join("\n");
}

function itemLines(heading: string, items: readonly PermissionItem[]): string[] {
  return items.length === 0
    ? []
    : [`${heading}:`, ...items.map((item) => `  ${inWords(item)} (${item.kind})`)];
}

/** What is granted of what a plugin asks for: by flags, as it was before, or as somebody at a terminal says. */
function decide(
  { loaded: { name }, asked, before }: ReadyPlugin,
  { consent, isInteractive }: Flags,
): PermissionItem[] {
  const isGranted = (item: PermissionItem) => heldBy(before?.granted ?? {}, [item]).length > 0;
  const isRefused = (item: PermissionItem) => heldBy(before?.refused ?? {}, [item]).length > 0;
  const isOpen = (item: PermissionItem) =>
    !consent.allows(item) && !consent.denies(item) && !isGranted(item) && !isRefused(item);
  const open = asked.filter(isOpen);
  if (open.length > 0 && !isInteractive)
    throw new Error(
      `Cannot ask anybody what "${name}" may do. Say so by flags: ${flagsFor(open).join(" ")} (or --deny-… to leave out what it shall not have)`,
    );
  const allowed = new Set(open.filter((item) => confirm(`Allow "${name}" to ${inWords(item)}?`)));
  return asked.filter(
    (item) =>
      consent.allows(item) || allowed.has(item) || (isGranted(item) && !consent.denies(item)),
  );
}

/** Tries a plugin out and puts it in place, where whoever is at the terminal wants it. */
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
    `Its ${examples} examples and ${testFiles} files of tests passed with what it is granted`,
  );
  await installer.install(ready, granted);
  return true;
}

async function updateOne(installer: Installer, name: string, flags: Flags): Promise<string> {
  const [found] = await installer.inspect([name]);
  const before = found?.grant;
  if (!before)
    throw new Error(`"${name}" was not installed by this command, so nobody knows where from`);
  const ready = await installer.prepare(parseSource(before.source), { name, isUpdate: true });
  if (found.changes.length > 0)
    flags.print(printable(`${name} was changed by hand:\n  ${found.changes.join("\n  ")}`));
  flags.print(describe(ready));
  const granted = decide(ready, flags);
  if (await installer.isInstalled(ready)) {
    installer.regrant(ready, granted);
    return `"${name}" ${ready.version} is up to date`;
  }
  const isDone = await finish(installer, ready, { granted, flags });
  return isDone ? `Updated "${name}" to ${ready.version}. ${takenUp}` : `"${name}" stays as it is`;
}
