import { type CDPSession, CDPSessionEvent, type Page } from "puppeteer-core";
import { type DocumentState, World } from "./page-world.ts";
import type { Traffic } from "./traffic.ts";

const pollMs = 75;

/** Time without changes after which a page with scripts has settled. */
const quietMs = 225;

/** Maximum wait after loading for a page with endless timers and small changes. */
const changesMsMax = 4500;

/** Maximum wait for a page that has filled in, but still shows a loading sign in one part. */
const partialMsMax = 6000;

/** Longest delay of a refresh that is awaited. A page that stays longer is meant to be read. */
const refreshMsMax = 5000;

/** Maximum wait for files, or half of the timeout if that is less. Later ones count as lost. */
const filesMsMax = 10_000;

/** Maximum number of frames to look at. More of them would be banners. */
const framesMax = 12;
const frameLookMsMax = 500;

interface SettleOptions {
  timeoutMs: number;
  /** Whether scripts run. Without them, nothing changes by itself. */
  javascript: boolean;
}

/** Detects when a page has settled. The README of the screenshot plugin has the definition. */
export class SettleDetector {
  readonly #page: Page;
  readonly #traffic: Traffic;
  readonly #world: World;
  /** The session of the page, and one for each cross-site frame, which has its own process. */
  readonly #sessions: Set<CDPSession>;
  readonly #frames = new Map<string, World>();
  readonly #options: SettleOptions;
  readonly #loaded: Promise<void>;
  /** When the page will navigate by itself, by the clock of this process. */
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

  /** Starts watching a page before it is opened. */
  static async watch(
    page: Page,
    options: SettleOptions & { session: CDPSession; traffic: Traffic; world: World },
  ): Promise<SettleDetector> {
    const settling = new SettleDetector(page, options);
    const { session } = options;
    session.on("Page.frameScheduledNavigation", ({ frameId, delay, reason, url }) => {
      const isOwn = frameId === main && url !== options.traffic.asked?.url();
      if (isOwn && /refresh/i.test(reason) && delay * 1000 <= refreshMsMax)
        settling.#leavesAt = performance.now() + delay * 1000 + quietMs;
    });
    const [source, { frameTree }] = await Promise.all([
      readTimersSource(),
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
   * Waits until the page has settled. Returns false if some of its parts haven't. Waits for a page that
   * hasn't appeared until `signal` aborts.
   */
  async settle(signal: AbortSignal): Promise<boolean> {
    const startedAt = performance.now();
    const filesEnd = startedAt + Math.min(this.#options.timeoutMs / 2, filesMsMax);
    await Promise.race([this.#loaded, Bun.sleep(filesEnd - startedAt)]);
    let loadedAt: number | undefined;
    let last: DocumentState | undefined;
    for (; !signal.aborted; await Bun.sleep(pollMs)) {
      const look = await this.#look();
      const now = performance.now();
      // The page has navigated, so it starts again.
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
      const stillMs = Math.min(look.changedMs, networkMs, look.ageMs, now - startedAt);
      const isMoving = stillMs < quietMs || look.expectedMs > 0;
      if (isMoving && now < loadedAt + changesMsMax) continue;
      if (look.sign === "part" && now < loadedAt + partialMsMax) continue;
      return !lacksFiles && look.sign === "none";
    }
    return false;
  }

  /** Returns the state of the page including its frames. */
  async #look(): Promise<DocumentState> {
    const own = await this.#world.run("look");
    if (!this.#options.javascript) return { ...own, hasScripts: false };
    if (this.#page.frames().length === 1) return own;
    const worlds = await this.#frameWorlds();
    const looks = await Promise.all(
      worlds.map((world) =>
        Promise.race([world.run("look"), Bun.sleep(frameLookMsMax)]).catch(() => undefined),
      ),
    );
    return looks.reduce<DocumentState>((all, look) => (look ? addFrame(all, look) : all), own);
  }

  /** Attaches to frames with their own processes, and to frames inside them. */
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
    const frameTrees = await Promise.all(
      [...this.#sessions].map(async (session) => ({
        session,
        // A frame that has just disappeared has none.
        ids: await session.send("Page.getFrameTree").then(
          ({ frameTree }) => listIds(frameTree),
          () => [],
        ),
      })),
    );
    const worlds = frameTrees.flatMap(({ session, ids }) =>
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

function listIds({ frame, childFrames = [] }: FrameTree): string[] {
  return [frame.id, ...childFrames.flatMap(listIds)];
}

/**
 * Combines the state of a frame with that of the page. Ignores small frames. A loading sign in a frame counts
 * as a part, unless the frame covers half of the page.
 */
function addFrame(all: DocumentState, frame: DocumentState): DocumentState {
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

function readTimersSource(): Promise<string> {
  source ??= Bun.file(`${import.meta.dir}/in-page-timers.js`).text();
  return source;
}
