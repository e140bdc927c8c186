import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { residentMb } from "../../platform/sandbox/memory.ts";
import { plainBun } from "../../platform/sandbox/sandbox.ts";
import { browserUnavailable } from "./browser-errors.ts";
import { environmentOf, type Program } from "./program.ts";

/** What a browser needs that nobody sits in front of, and what makes pictures alike on all machines. */
const pictureFlags: readonly string[] = [
  // A window that a page opens would hide the page, which then draws no picture.
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

/** One running Chromium, with what must be known to put it away in time. */
export class Chromium {
  /** How many pages it was used for, and how many it has now. */
  shots = 0;
  running = 0;
  gone = false;
  readonly browser: Browser;
  readonly #profile: string;

  /** What a window says that is no robot's: many pages show robots something else. */
  readonly userAgent: string;

  private constructor(browser: Browser, userAgent: string, profile: string) {
    this.browser = browser;
    this.userAgent = userAgent.replace("HeadlessChrome", "Chrome");
    this.#profile = profile;
    browser.once("disconnected", () => this.kill());
  }

  /** Starts a browser that has no way to the network but the proxies of its pages. */
  static async start(
    program: Program,
    { folder, fonts, sandbox }: { folder: string; fonts: string; sandbox: boolean },
  ): Promise<Chromium> {
    const { default: puppeteer } = await import("puppeteer-core");
    const profile = mkdtempSync(join(folder, `profile-${process.pid}-`));
    // Chromium has no sandbox for root. It runs pages of strangers, so it need not be root.
    const dropsRoot = sandbox && isRoot();
    if (dropsRoot) {
      chownSync(profile, nobody, nobody);
      // There are the program and the fonts, and nothing that is secret.
      chmodSync(folder, 0o755);
    }
    try {
      const look = {
        headless: program.shell ? ("shell" as const) : true,
        userDataDir: profile,
        args: [
          // Nothing listens there: what asks without a page's proxy asks nobody.
          ...wayOutFlags("http://127.0.0.1:1"),
          ...pictureFlags,
          ...(sandbox ? [] : ["--no-sandbox"]),
        ],
      };
      const browser = await puppeteer.launch({
        ...look,
        executablePath: program.path,
        ...(dropsRoot && {
          executablePath: process.execPath,
          args: [...asNobody, program.path, ...(await puppeteer.defaultArgs(look))],
          ignoreDefaultArgs: true,
        }),
        // A port would be open to every program on the machine.
        pipe: true,
        defaultViewport: null,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        acceptInsecureCerts: false,
        env: { ...environmentOf(program), FONTCONFIG_FILE: fonts, HOME: profile },
      });
      return new Chromium(browser, await browser.userAgent(), profile);
    } catch (cause) {
      rmSync(profile, { recursive: true, force: true });
      throw browserUnavailable("The browser of this hub does not start", cause);
    }
  }

  get pid(): number | undefined {
    return this.browser.process()?.pid;
  }

  /** The memory of all its processes. */
  residentMb(): number {
    return this.pid === undefined ? 0 : groupMb(this.pid);
  }

  /** Ends it with all its processes: the program may be a script that has started others. */
  kill(): void {
    this.gone = true;
    const { pid } = this;
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch {
      // It is gone already.
    }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  }
}

/** The user that owns nothing, by the number that it has everywhere. */
const nobody = 65_534;
const asNobody = [
  ...plainBun,
  `${import.meta.dir}/../../platform/sandbox/become-user.ts`,
  String(nobody),
  String(nobody),
];

/** Whether the hub runs as the user for whom Chromium has no sandbox. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** What Chromium says where the system allows it neither user namespaces nor a helper of root's. */
const noSandbox = /No usable sandbox|Failed to move to new namespace|SUID sandbox helper/;
/** A Chromium without a sandbox ends within milliseconds. */
const lookMs = 10_000;

/** Whether a program that did not start misses its sandbox, in its own words. */
export async function lacksSandbox(program: Program, folder: string): Promise<boolean> {
  const profile = mkdtempSync(join(folder, `profile-${process.pid}-`));
  try {
    const args = ["--headless", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"];
    const child = Bun.spawn(
      [
        program.path,
        ...args,
        `--user-data-dir=${profile}`,
        ...wayOutFlags("http://127.0.0.1:1"),
        "about:blank",
      ],
      {
        env: { ...environmentOf(program), HOME: profile },
        stdio: ["ignore", "ignore", "pipe"],
        timeout: lookMs,
        killSignal: "SIGKILL",
      },
    );
    return noSandbox.test(await child.stderr.text());
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  }
}

/**
 * What keeps a page from every address but those its proxy lets it to. Each is needed: without
 * `<-loopback>` pages reach this machine past the proxy, without the WebRTC policy by UDP, and
 * without the resolver rule names are looked up before anybody has checked them.
 */
function wayOutFlags(deadEnd: string): string[] {
  return [
    `--proxy-server=${deadEnd}`,
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  ];
}

/** The resident memory of all processes of a group, in MB; 0 where the system does not tell. */
function groupMb(group: number): number {
  if (process.platform !== "linux") return 0;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && groupOf(name) === group)
    .reduce((sum, pid) => sum + (residentMb(Number(pid)) ?? 0), 0);
}

/** The fifth field of proc_pid_stat(5), behind a name that may hold blanks and brackets. */
function groupOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
  } catch {
    return undefined;
  }
}
