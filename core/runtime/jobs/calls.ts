import type { Browser, Shot } from "../../contract/browser-door.ts";
import type { Kept } from "../../contract/dataset-version.ts";
import type { CallDoors, Doors, Kv } from "../../contract/doors.ts";
import type { Net } from "../../contract/net-door.ts";
import type { PluginDoors } from "../doors/grant.ts";
import type { Loads } from "../ipc/chunks.ts";
import { pack, unpack } from "../ipc/codec.ts";
import { toFault } from "../ipc/failures.ts";
import type { Downward, RemoteDoor, Upward } from "./messages.ts";

/** A call of one of the doors. */
export type Call = Extract<Upward, { kind: "call" }>;
/** For whom a door is opened. */
type Asker = Pick<CallDoors, "caller" | "signal">;
type Opened = (...args: never[]) => Promise<unknown>;

/** Opens a door of the hub for a job process, and says what to send back. */
export async function answerCall(
  { call, door, args }: Call,
  { doors, loads, caller, signal }: { doors: PluginDoors; loads: Loads } & Asker,
): Promise<Downward> {
  try {
    const given = unpack(args, loads) as never[];
    const opened = open(door, doors, { caller, signal });
    return { kind: "returned", call, value: await pack(await opened(...given), loads) };
  } catch (error) {
    return { kind: "threw", call, fault: toFault(error) };
  }
}

type Open = Omit<Doors, "net" | "kv" | "browser">;

function open(door: RemoteDoor, doors: PluginDoors, asker: Asker): Opened {
  // Every plugin has every door; those it was not granted refuse by themselves.
  const { net, kv, run, read, data, browser } = doors as unknown as Open & {
    net: Net;
    kv: Kv;
    browser: Browser;
  };
  const opened: Record<RemoteDoor, Opened> = {
    net,
    "net.resolve": net.resolve,
    run,
    read,
    // Not what the process says: it could name another account, or wait for nobody.
    browser: (shot: Shot) => browser(shot, asker),
    "kv.get": kv.get,
    "kv.set": kv.set,
    "kv.delete": kv.delete,
    "kv.increment": kv.increment,
    "kv.keys": kv.keys,
    "data.find": async (name: string) => wordsOf(await data.find(name)),
    "data.get": async (name: string) => wordsOf(await data.get(name)),
  };
  if (!Object.hasOwn(opened, door))
    throw new TypeError(`Cannot open a door ${JSON.stringify(door)}: there is none`);
  return opened[door];
}

/** A dataset crosses as what is known of it: its files are on the same machine. */
function wordsOf(kept: Kept | undefined) {
  return kept && { about: kept.about, paths: kept.paths };
}
