import { mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { browserUnavailable } from "./failures.ts";
import { pictureFlags, wayOutFlags } from "./flags.ts";
import { groupMb } from "./group-memory.ts";
import { environmentOf, type Program } from "./program.ts";

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
    try {
      const browser = await puppeteer.launch({
        executablePath: program.path,
        headless: program.shell ? "shell" : true,
        // A port would be open to every program on the machine.
        pipe: true,
        defaultViewport: null,
        userDataDir: profile,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        acceptInsecureCerts: false,
        env: { ...environmentOf(program), FONTCONFIG_FILE: fonts, HOME: profile },
        args: [
          // Nothing listens there: what asks without a page's proxy asks nobody.
          ...wayOutFlags("http://127.0.0.1:1"),
          ...pictureFlags,
          ...(sandbox ? [] : ["--no-sandbox"]),
        ],
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
