import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../core/testing/free-port.ts";
import { issueKeys } from "../core/testing/hub-process.ts";
import { dataFolder } from "../core/testing/running-hub.ts";

/** Maximum number of repository files that a light call may execute, including its plugin's. */
const filesMax = 25;

const root = join(import.meta.dir, "..");
/** Number of calls between two samples of the counts. */
const calls = 100;
/** Number of samples after the first. No background work runs often enough to appear in each. */
const looks = 5;

interface Block {
  startOffset: number;
  endOffset: number;
  executionCount: number;
}

const data = dataFolder();
const inspectorPort = freePort();
let child: Bun.Subprocess<"ignore", "pipe", "ignore">;
let inspector: Inspector;

beforeAll(async () => {
  const inspect = `--inspect-wait=127.0.0.1:${inspectorPort}/hub`;
  child = Bun.spawn([process.execPath, inspect, "core/main.ts"], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH ?? "", PORT: "0", HOST: "127.0.0.1", HUB_DATA: data.path },
      ...{ HUB_DATA_REFRESH: "0", HUB_LIVE: "0", HUB_EXAMPLES: "0", HUB_TIERS: "free=1000/100000" },
      // The optimising compiler doesn't count.
      BUN_JSC_useDFGJIT: "0",
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  inspector = await connect(`ws://127.0.0.1:${inspectorPort}/hub`);
});

afterAll(async () => {
  child.kill();
  await child.exited;
  data.remove();
});

test("a light call executes the files that the architecture lists, and few of them", async () => {
  const [key = ""] = await issueKeys(data.path, 1);
  const url = await startAndFindUrl();
  const callOften = async () => {
    for (let call = 0; call < calls; call++) {
      const address = `${url}/api/dev/hash/sha256?text=hello`;
      const response = await fetch(address, { headers: { "x-api-key": key } });
      expect(response.status).toBe(200);
    }
  };
  await callOften();
  const counts = [await inspector.countBlocks()];
  for (let look = 0; look < looks; look++) {
    await callOften();
    counts.push(await inspector.countBlocks());
  }
  const entered = [...(counts[0] ?? new Map()).keys()].filter((file) => isEntered(file, counts));
  expect(entered.sort()).toEqual(listArchitectureFiles());
  expect(entered.length).toBeLessThanOrEqual(filesMax);
});

/** Returns true if a block of a file has run for every call between all samples. */
function isEntered(file: string, counts: readonly ReadonlyMap<string, Map<string, number>>[]) {
  const ofFile = counts.map((blocks) => blocks.get(file) ?? new Map<string, number>());
  return [...(ofFile[0]?.keys() ?? [])].some((block) =>
    ofFile
      .slice(1)
      .every((blocks, look) => (blocks.get(block) ?? 0) - (ofFile[look]?.get(block) ?? 0) >= calls),
  );
}

/** Returns the files that the section on light calls lists. */
function listArchitectureFiles(): string[] {
  const document = readFileSync(`${root}/docs/ARCHITECTURE.md`, "utf8");
  const [, section = ""] = /## The life of a light call\n([\s\S]*?)\n## /.exec(document) ?? [];
  const names = section.matchAll(/`((?:core|plugins)\/[^`]+\.ts)`/g).map(([, name = ""]) => name);
  return [...new Set(names)].sort();
}

async function startAndFindUrl(): Promise<string> {
  await inspector.ask("Runtime.enableControlFlowProfiler");
  await inspector.ask("Debugger.enable");
  await inspector.ask("Inspector.enable");
  // The response arrives after the program has started.
  void inspector.ask("Inspector.initialized");
  let text = "";
  for await (const bytes of child.stdout) {
    text += Buffer.from(bytes).toString();
    const port = /localhost:(\d+)/.exec(text)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error(`The hub did not start: ${text}`);
}

type Inspector = Awaited<ReturnType<typeof connect>>;

/** Connects to the inspector of a process, which may not listen yet. */
async function connect(url: string) {
  const socket = await open(url);
  const waiting = new Map<number, (result: unknown) => void>();
  /** By script, because a file may be loaded more than once. */
  const files = new Map<string, string>();
  let count = 0;
  socket.onmessage = ({ data }) => {
    const { id, result, method, params } = JSON.parse(String(data));
    if (id !== undefined) waiting.get(id)?.(result);
    if (method !== "Debugger.scriptParsed" || !params.url.startsWith(`${root}/`)) return;
    const file = params.url.slice(root.length + 1);
    if (!file.includes("node_modules/")) files.set(params.scriptId, file);
  };
  const sendCommand = (method: string, params: object = {}): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.set(++count, resolve);
    socket.send(JSON.stringify({ id: count, method, params }));
    return promise;
  };
  return {
    ask: sendCommand,
    /** Returns the number of runs of each block, by file and position. */
    async countBlocks(): Promise<Map<string, Map<string, number>>> {
      const counts = new Map<string, Map<string, number>>();
      for (const [sourceID, file] of files) {
        const found = await sendCommand("Runtime.getBasicBlocks", { sourceID });
        const { basicBlocks = [] } = (found ?? {}) as { basicBlocks?: Block[] };
        const ofFile = counts.get(file) ?? new Map<string, number>();
        for (const { startOffset, endOffset, executionCount } of basicBlocks) {
          const place = `${sourceID} ${startOffset}-${endOffset}`;
          // A function and its first block can have the same position.
          ofFile.set(place, (ofFile.get(place) ?? 0) + executionCount);
        }
        counts.set(file, ofFile);
      }
      return counts;
    },
  };
}

async function open(url: string): Promise<WebSocket> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = new WebSocket(url);
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
    if (await promise) return socket;
    await Bun.sleep(20);
  }
}
