import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { residentMb } from "../../platform/sandbox/memory.ts";
import { plainBun } from "../../platform/sandbox/sandbox.ts";
import { browserUnavailable } from "./browser-errors.ts";
import { buildEnvironment, type Program } from "./program.ts";

/** Flags for an unattended browser, and for identical pictures on all machines. */
const pictureFlags: readonly string[] = [
  // A popup would hide the page, which then draws no picture.
  "--block-new-web-contents",
  "--disable-gpu",
  "--disable-breakpad",
  "--disable-crash-reporter",
  "--disable-domain-reliability",
  "--no-pings",
  "--mute-audio",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--hide-scrollbars",
  "--disable-dev-shm-usage",
  "--js-flags=--max-old-space-size=512",
];

/** A running Chromium with its usage. */
export class Chromium {
  /** Total number of pages, and number of open ones. */
  shots = 0;
  running = 0;
  gone = false;
  readonly browser: Browser;
  readonly #profile: string;

  /** The user agent of a Chromium with a window. Many pages show something else to headless ones. */
  readonly userAgent: string;

  private constructor(browser: Browser, userAgent: string, profile: string) {
    this.browser = browser;
    this.userAgent = userAgent.replace("HeadlessChrome", "Chrome");
    this.#profile = profile;
    browser.once("disconnected", () => this.kill());
  }

  /** Starts a browser whose only network access is the proxies of its pages. */
  static async start(
    program: Program,
    { folder, fonts, sandbox }: { folder: string; fonts: string; sandbox: boolean },
  ): Promise<Chromium> {
    const { default: puppeteer } = await import("puppeteer-core");
    const profile = mkdtempSync(join(folder, `profile-${process.pid}-`));
    // Chromium has no sandbox for root, and doesn't need root to run untrusted pages.
    const dropsRoot = sandbox && isRoot();
    if (dropsRoot) {
      chownSync(profile, nobody, nobody);
      // The folder only contains the program and the fonts, and no secrets.
      chmodSync(folder, 0o755);
    }
    try {
      const options = {
        headless: program.shell ? ("shell" as const) : true,
        userDataDir: profile,
        args: [
          // Nothing listens there, so requests without a page's proxy fail.
          ...getNetworkFlags("http://127.0.0.1:1"),
          ...pictureFlags,
          ...(sandbox ? [] : ["--no-sandbox"]),
        ],
      };
      const browser = await puppeteer.launch({
        ...options,
        executablePath: program.path,
        ...(dropsRoot && {
          executablePath: process.execPath,
          args: [...asNobody, program.path, ...(await puppeteer.defaultArgs(options))],
          ignoreDefaultArgs: true,
        }),
        // A debugging port would be open to all programs on the machine.
        pipe: true,
        defaultViewport: null,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        acceptInsecureCerts: false,
        env: { ...buildEnvironment(program), FONTCONFIG_FILE: fonts, HOME: profile },
      });
      return new Chromium(browser, await browser.userAgent(), profile);
    } catch (cause) {
      rmSync(profile, { recursive: true, force: true });
      throw browserUnavailable("The browser of this hub cannot be started", cause);
    }
  }

  get pid(): number | undefined {
    return this.browser.process()?.pid;
  }

  /** Returns the memory of all its processes in MB. */
  residentMb(): number {
    return this.pid === undefined ? 0 : getGroupMb(this.pid);
  }

  /** Kills all its processes. The program may be a script that has started others. */
  kill(): void {
    this.gone = true;
    const { pid } = this;
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch {
      // It has already ended.
    }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  }
}

/** The user ID without rights, which is the same on all systems. */
const nobody = 65_534;
const asNobody = [
  ...plainBun,
  `${import.meta.dir}/../../platform/sandbox/become-user.ts`,
  String(nobody),
  String(nobody),
];

/** Checks whether the hub runs as root, for whom Chromium has no sandbox. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Messages of Chromium on systems that allow neither user namespaces nor a setuid helper. */
const noSandbox = /No usable sandbox|Failed to move to new namespace|SUID sandbox helper/;
/** Timeout. A Chromium without a sandbox ends within milliseconds. */
const timeoutMs = 10_000;

/** Checks whether a program failed to start because of its sandbox, by its messages. */
export async function lacksSandbox(program: Program, folder: string): Promise<boolean> {
  const profile = mkdtempSync(join(folder, `profile-${process.pid}-`));
  try {
    const args = ["--headless", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"];
    const child = Bun.spawn(
      [
        program.path,
        ...args,
        `--user-data-dir=${profile}`,
        ...getNetworkFlags("http://127.0.0.1:1"),
        "about:blank",
      ],
      {
        env: { ...buildEnvironment(program), HOME: profile },
        stdio: ["ignore", "ignore", "pipe"],
        timeout: timeoutMs,
        killSignal: "SIGKILL",
      },
    );
    return noSandbox.test(await child.stderr.text());
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  }
}

/**
 * Returns the flags that limit a page's network access to its proxy. All are necessary: without
 * `<-loopback>`, pages bypass the proxy to reach this machine. Without the WebRTC policy, they use UDP.
 * Without the resolver rule, names are resolved before they are checked.
 */
function getNetworkFlags(proxy: string): string[] {
  return [
    `--proxy-server=${proxy}`,
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  ];
}

/** Returns the resident memory of all processes of a group in MB. 0 if the system doesn't report it. */
function getGroupMb(group: number): number {
  if (process.platform !== "linux") return 0;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parseGroup(name) === group)
    .reduce((sum, pid) => sum + (residentMb(Number(pid)) ?? 0), 0);
}

/** Parses the fifth field of proc_pid_stat(5), after a name that may contain spaces and brackets. */
function parseGroup(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
  } catch {
    return undefined;
  }
}
