import { type CDPSession, CDPSessionEvent, type Page } from "puppeteer-core";
import { type Look, World } from "./page-world.ts";
import type { Traffic } from "./traffic.ts";

const lookMs = 75;

/** How long nothing may change in a page that has scripts. */
const quietMs = 225;

/** How long after it has loaded a page is waited for whose timers, and small changes, go on. */
const changesMsMax = 4500;

/** How long a page that has filled in is waited for where a part of it says that it loads. */
const partMsMax = 6000;

/** A page that sends on later than that is one to be read. */
const refreshMsMax = 5000;

/** How long files are waited for, unless half of all time is less: then they have been lost. */
const filesMsMax = 10_000;

/** Of other documents in the page, more would be banners. */
const framesMax = 12;
const frameLookMsMax = 500;

interface SettleOptions {
  timeoutMs: number;
  /** Whether scripts run, without which nothing changes by itself. */
  javascript: boolean;
}

/** Tells when a page has come to rest: see the README of the screenshots for what that is. */
export class Settling {
  readonly #page: Page;
  readonly #traffic: Traffic;
  readonly #world: World;
  /** The page's, and one for each frame of another site: that lives in another process. */
  readonly #sessions: Set<CDPSession>;
  readonly #frames = new Map<string, World>();
  readonly #options: SettleOptions;
  readonly #loaded: Promise<void>;
  /** When the page sends itself on, by the clock of this process. */
  #leavesAt = 0;

  private constructor(
    page: Page,
    options: SettleOptions & { session: CDPSession; traffic: Traffic; world: World },
  ) {
    this.#page = page;
    this.#sessions = new Set([options.session]);
    this.#traffic = options.traffic;
    this.#world = options.world;
    this.#options = options;
    this.#loaded = new Promise((resolve) => page.once("load", () => resolve()));
  }

  /** Begins to watch a page that is not shown yet. */
  static async watch(
    page: Page,
    options: SettleOptions & { session: CDPSession; traffic: Traffic; world: World },
  ): Promise<Settling> {
    const settling = new Settling(page, options);
    const { session } = options;
    session.on("Page.frameScheduledNavigation", ({ frameId, delay, reason, url }) => {
      const isOwn = frameId === main && url !== options.traffic.asked?.url();
      if (isOwn && /refresh/i.test(reason) && delay * 1000 <= refreshMsMax)
        settling.#leavesAt = performance.now() + delay * 1000 + quietMs;
    });
    const [source, { frameTree }] = await Promise.all([
      timersSource(),
      session.send("Page.getFrameTree"),
    ]);
    const main = frameTree.frame.id;
    await Promise.all([
      session.send("Page.enable"),
      settling.#attach(session),
      options.javascript && page.evaluateOnNewDocument(source),
    ]);
    return settling;
  }

  /**
   * Waits until the page has come to rest, or has all but some of its parts, of which it answers
   * false. A page that is not there yet is waited for until `signal` ends it.
   */
  async settle(signal: AbortSignal): Promise<boolean> {
    const begun = performance.now();
    const filesEnd = begun + Math.min(this.#options.timeoutMs / 2, filesMsMax);
    await Promise.race([this.#loaded, Bun.sleep(filesEnd - begun)]);
    let loadedAt: number | undefined;
    let last: Look | undefined;
    for (; !signal.aborted; await Bun.sleep(lookMs)) {
      const look = await this.#look();
      const now = performance.now();
      // A page that has sent itself on begins anew.
      if (last && look.ageMs < last.ageMs) loadedAt = undefined;
      last = look;
      const { files, calls, quietMs: networkMs } = this.#traffic.pending(now);
      const lacksFiles = !look.isReady || files > 0;
      if (lacksFiles && now < filesEnd) continue;
      loadedAt ??= now;
      const isLeaving = this.#leavesAt > now;
      if (isLeaving) continue;
      if (!look.hasScripts) return !lacksFiles;
      if (look.sign === "page" || look.grownMs < quietMs) continue;
      if (calls > 0 && now < filesEnd) continue;
      const stillMs = Math.min(look.changedMs, networkMs, look.ageMs, now - begun);
      const isMoving = stillMs < quietMs || look.expectedMs > 0;
      if (isMoving && now < loadedAt + changesMsMax) continue;
      if (look.sign === "part" && now < loadedAt + partMsMax) continue;
      return !lacksFiles && look.sign === "none";
    }
    return false;
  }

  /** What there is to see of the page with all that is framed in it. */
  async #look(): Promise<Look> {
    const own = await this.#world.run("look");
    if (!this.#options.javascript) return { ...own, hasScripts: false };
    if (this.#page.frames().length === 1) return own;
    const worlds = await this.#frameWorlds();
    const looks = await Promise.all(
      worlds.map((world) =>
        Promise.race([world.run("look"), Bun.sleep(frameLookMsMax)]).catch(() => undefined),
      ),
    );
    return looks.reduce<Look>((all, look) => (look ? addFrame(all, look) : all), own);
  }

  /** Has frames told of that live in processes of their own, and of those in them. */
  async #attach(session: CDPSession): Promise<void> {
    session.on(CDPSessionEvent.SessionAttached, (frame) => {
      this.#sessions.add(frame);
      void this.#attach(frame).catch(() => {});
    });
    session.on(CDPSessionEvent.SessionDetached, (frame) => this.#sessions.delete(frame));
    await session.send("Target.setAutoAttach", {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: true,
      filter: [{ type: "iframe" }],
    });
  }

  async #frameWorlds(): Promise<World[]> {
    const trees = await Promise.all(
      [...this.#sessions].map(async (session) => ({
        session,
        // One that has just gone has none.
        ids: await session.send("Page.getFrameTree").then(
          ({ frameTree }) => idsOf(frameTree),
          () => [],
        ),
      })),
    );
    const worlds = trees.flatMap(({ session, ids }) =>
      ids.map((id) => {
        const world = this.#frames.get(id) ?? new World(session, id);
        this.#frames.set(id, world);
        return world;
      }),
    );
    return worlds.filter(({ frameId }) => frameId !== this.#world.frameId).slice(0, framesMax);
  }
}

interface FrameTree {
  frame: { id: string };
  childFrames?: FrameTree[];
}

function idsOf({ frame, childFrames = [] }: FrameTree): string[] {
  return [frame.id, ...childFrames.flatMap(idsOf)];
}

/** Small frames are not looked at; what says that it loads is a part, unless it fills the window. */
function addFrame(all: Look, frame: Look): Look {
  const [area, whole] = [frame.width * frame.height, all.width * all.height];
  if (frame.width < 40 || frame.height < 40) return all;
  const sign = frame.sign === "page" && area < whole / 2 ? "part" : frame.sign;
  return {
    ...all,
    isReady: all.isReady && frame.isReady,
    hasScripts: all.hasScripts || frame.hasScripts,
    grownMs: Math.min(all.grownMs, frame.grownMs),
    changedMs: Math.min(all.changedMs, frame.changedMs, frame.ageMs),
    expectedMs: Math.max(all.expectedMs, frame.expectedMs),
    sign: all.sign === "page" || sign === "none" ? all.sign : sign,
  };
}

let source: Promise<string> | undefined;

function timersSource(): Promise<string> {
  source ??= Bun.file(`${import.meta.dir}/in-page-timers.js`).text();
  return source;
}
