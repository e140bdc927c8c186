import { afterAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { DatasetDefinition } from "../../contract/dataset.ts";
import { Health } from "../../platform/health/health.ts";
import { quietLog } from "../../platform/log/log.ts";
import { BodyObjects } from "../../platform/store/body-objects.ts";
import { readObjectSettings } from "../../platform/store/object-settings.ts";
import { startObjectStore } from "../../testing/object-store.ts";
import { DatasetStore } from "./dataset-store.ts";
import { Datasets, type DatasetsOptions, refreshInProcess } from "./datasets.ts";
import { SharedDatasets } from "./shared-datasets.ts";

const root = `${tmpdir()}/utilhub-datasets-${process.pid}`;
afterAll(() => rmSync(root, { recursive: true, force: true }));

const minute = 60_000;
const bytes = (text: string) => new TextEncoder().encode(text);
let dir: string;
let hubs = 0;
/** The available download, and the number of downloads. */
let shop: { day: string; fetched: number; fault?: Error | undefined };
let now: number;

beforeEach(() => {
  dir = `${root}/${hubs++}`;
  shop = { day: "2026-01-01", fetched: 0 };
  now = Date.UTC(2026, 0, 1);
});

const apples: DatasetDefinition = {
  title: "Apples",
  licence: "MIT",
  attribution: "Nobody",
  homepage: "https://a.example",
  isDue: (kept, now) =>
    kept === undefined || kept.about.build_date < new Date(now).toISOString().slice(0, 10),
  async download() {
    shop.fetched++;
    if (shop.fault) throw shop.fault;
    return { "apples.txt": bytes(`apples of ${shop.day}`) };
  },
  unpack: ({ bytes }) => ({ "apples.txt": bytes }),
  check(files) {
    const [, date] = /^apples of (.+)$/.exec(new TextDecoder().decode(files["apples.txt"])) ?? [];
    if (!date) throw new Error("These are no apples");
    return { build_date: date, entries: 1 };
  },
};

function datasets(
  dataset: Partial<DatasetDefinition> = {},
  options: Pick<DatasetsOptions, "refreshInProcess" | "shared" | "bundledDir"> = {},
) {
  const waiting: Promise<unknown>[] = [];
  const warned: string[] = [];
  const warn = (message: string) => void warned.push(message);
  const doors = () => ({ log: { warn } }) as never;
  const subject = { id: "shop/apples", dataset: { ...apples, ...dataset }, doors };
  const later = (work: Promise<unknown>) => void waiting.push(work);
  const own = new Datasets({ dir, clock: () => now, later, ...options });
  own.add(subject);
  return {
    own,
    warned,
    settled: () => Promise.all(waiting),
    read: async () => (await own.get("shop/apples")).text("apples.txt"),
  };
}

test("a missing dataset is downloaded immediately, once for all callers", async () => {
  const { read } = datasets();
  const texts = await Promise.all([read(), read(), read()]);
  expect([...new Set(texts)]).toEqual(["apples of 2026-01-01"]);
  expect(shop.fetched).toBe(1);
});

describe("an image with data", () => {
  async function bundle(day: string) {
    const bundledDir = `${dir}-image`;
    shop.day = day;
    const image = new Datasets({ dir: bundledDir, clock: () => now, later() {} });
    image.add({ id: "shop/apples", dataset: apples, doors: () => ({}) as never });
    await image.refresh("shop/apples");
    return { bundledDir };
  }

  test("provides it until the hub has newer data", async () => {
    const options = await bundle("2026-01-01");
    shop.fault = new Error("No network");
    const { own, read, settled } = datasets({}, options);
    now += 86_400_000;
    expect(await read()).toBe("apples of 2026-01-01");
    await settled();
    expect(await read()).toBe("apples of 2026-01-01");
    Object.assign(shop, { day: "2026-01-02", fault: undefined });
    await own.refresh("shop/apples");
    expect(await read()).toBe("apples of 2026-01-02");
  });

  test("replaces older data of the hub", async () => {
    await datasets().read();
    const options = await bundle("2026-01-03");
    expect(await datasets({}, options).read()).toBe("apples of 2026-01-03");
  });

  test("is never changed", async () => {
    const options = await bundle("2026-01-01");
    shop.day = "2026-01-02";
    await datasets({}, options).own.refresh("shop/apples");
    const image = new Datasets({ dir: options.bundledDir, clock: () => now, later() {} });
    image.add({ id: "shop/apples", dataset: apples, doors: () => ({}) as never });
    expect(image.current("shop/apples")?.about.build_date).toBe("2026-01-01");
  });
});

describe("machines with one object storage", () => {
  const store = startObjectStore();
  afterAll(() => store.stop());
  const settings = readObjectSettings(store.url);
  if (!settings) throw new Error("There is no object storage");
  const logged: string[] = [];
  const log = { ...quietLog, warn: (message: string) => void logged.push(message) };
  const shared = () =>
    new SharedDatasets(new BodyObjects(settings, { health: new Health(quietLog) }), log);
  /** Simulates another machine with its own folder. */
  const machine = () => {
    dir = `${root}/${hubs++}`;
    return datasets({}, { shared: shared() });
  };
  beforeEach(() => {
    store.objects.clear();
    store.state.fault = undefined;
    logged.length = 0;
  });

  test("download a new version once, and know when that was", async () => {
    const [one, two] = [machine(), machine()];
    expect(await one.read()).toBe("apples of 2026-01-01");
    now += minute;
    expect(await two.read()).toBe("apples of 2026-01-01");
    expect(shop.fetched).toBe(1);
    expect(two.own.current("shop/apples")?.about.fetched_at).toBe(now - minute);
    now += 24 * 60 * minute;
    shop.day = "2026-01-02";
    await two.own.refresh("shop/apples");
    expect(await one.own.refresh("shop/apples")).toMatchObject({ isNew: true });
    expect(shop.fetched).toBe(2);
    expect([...store.objects.keys()]).toHaveLength(2);
  });

  test("download themselves if other machines have no newer version, or only a part of it", async () => {
    await machine().read();
    now += 24 * 60 * minute;
    shop.day = "2026-01-02";
    const late = machine();
    expect(await late.read()).toBe("apples of 2026-01-02");
    expect(shop.fetched).toBe(2);
    for (const [name, object] of store.objects)
      if (name.endsWith(".txt")) object.bytes = bytes("apples of 2026-01-03");
    expect(await machine().read()).toBe("apples of 2026-01-02");
    expect(shop.fetched).toBe(3);
    for (const [name, object] of store.objects)
      if (name.endsWith(".json")) object.bytes = bytes("no JSON");
    expect(await machine().read()).toBe("apples of 2026-01-02");
    expect(shop.fetched).toBe(4);
  });

  test.each(["a/b", ".a", "../a"])("accept no file from others that is named %j", async (odd) => {
    await machine().read();
    const [index] = [...store.objects].flatMap(([name, object]) =>
      name.endsWith(".json") ? object : [],
    );
    if (!index) throw new Error("Nothing was offered");
    const offer = JSON.parse(new TextDecoder().decode(index.bytes));
    offer.files[odd] = offer.files["apples.txt"];
    for (const [name, object] of [...store.objects])
      if (name.endsWith("apples.txt")) store.objects.set(name.replace("apples.txt", odd), object);
    index.bytes = bytes(JSON.stringify(offer));
    const late = machine();
    expect(await late.read()).toBe("apples of 2026-01-01");
    expect(shop.fetched).toBe(2);
  });

  test("continue without a failing storage, and log it", async () => {
    store.state.fault = "failing";
    expect(await machine().read()).toBe("apples of 2026-01-01");
    expect(logged[0]).toBe('Cannot share the dataset "shop/apples" with other machines');
  });
});

test("an old version is returned, and replaced in the background", async () => {
  const { read, settled } = datasets();
  await read();
  now += 24 * 60 * minute;
  shop.day = "2026-01-02";
  expect(await read()).toBe("apples of 2026-01-01");
  await settled();
  expect(await read()).toBe("apples of 2026-01-02");
});

test("another process finds a downloaded version, and doesn't download it again", async () => {
  await datasets().read();
  expect(await datasets().read()).toBe("apples of 2026-01-01");
  expect(shop.fetched).toBe(1);
});

test("after a failure the next attempt is minutes later, in any process", async () => {
  const { read, settled } = datasets();
  await read();
  now += 24 * 60 * minute;
  shop.fault = new Error("No network");
  for (const waited of [0, 1, 3, 2]) {
    now += waited * minute;
    await read();
    await datasets().read();
    await settled();
  }
  expect(shop.fetched).toBe(3);
});

describe("the next attempt after failures", () => {
  const hour = 60 * minute;
  const yesterday = bytes("apples of 2025-12-31");

  test("is later after each, up to six hours, and immediate when the clock was set back", async () => {
    const { own, settled } = datasets();
    await own.import("shop/apples", { name: "x", bytes: yesterday });
    shop.fault = new Error("No network");
    const requestApples = async () => {
      own.find("shop/apples");
      await settled();
      return shop.fetched;
    };
    expect(await requestApples()).toBe(1);
    const pauses = [5, 10, 20, 40, 80, 160, 320, 360, 360].map((minutes) => minutes * minute);
    for (const [index, pause] of pauses.entries()) {
      for (const passed of [0, 1, pause - 2]) {
        now += passed;
        expect(await requestApples()).toBe(index + 1);
      }
      now += 1;
      expect(await requestApples()).toBe(index + 2);
    }
    now -= 1;
    expect(await requestApples()).toBe(10);
    now -= 7 * hour;
    expect(await requestApples()).toBe(11);
  });

  test("ignores those before a success", async () => {
    const { own, settled } = datasets();
    await own.import("shop/apples", { name: "x", bytes: yesterday });
    const requestApples = async (fault?: Error) => {
      shop.fault = fault;
      own.find("shop/apples");
      await settled();
      return shop.fetched;
    };
    const fault = new Error("No network");
    expect(await requestApples(fault)).toBe(1);
    now += 5 * minute;
    expect(await requestApples(fault)).toBe(2);
    now += 10 * minute;
    expect(await requestApples()).toBe(3);
    now += 24 * hour;
    expect(await requestApples(fault)).toBe(4);
    now += 5 * minute;
    expect(await requestApples(fault)).toBe(5);
  });

  test("is a minute later if there is no version at all", async () => {
    const { own } = datasets();
    shop.fault = new Error("No network");
    const requestApples = () => expect(own.get("shop/apples")).rejects.toThrow("No network");
    for (const [passed, fetched] of [
      [0, 1],
      [minute - 1, 1],
      [1, 2],
      [minute - 1, 2],
      [1, 3],
    ] as const) {
      now += passed;
      await requestApples();
      expect(shop.fetched).toBe(fetched);
    }
  });
});

test("a failure is logged once, and cleared by the first success", async () => {
  const { own, warned } = datasets();
  shop.fault = new Error("No network");
  for (let attempt = 0; attempt < 3; attempt++) {
    await own.refreshDue();
    now += minute;
  }
  expect(warned).toEqual(['Cannot refresh the dataset "shop/apples": No network']);
  expect(own.failure("shop/apples")).toBe("No network");
  shop.fault = undefined;
  await own.refreshDue();
  expect(own.failure("shop/apples")).toBeUndefined();
});

test("a refresh reports whether there was a new version, and fails if there never was one", async () => {
  const given: unknown[] = [];
  let files: Record<string, Uint8Array> | undefined;
  const download: DatasetDefinition["download"] = async ({ kept }) => {
    given.push(kept?.about.build_date);
    return files;
  };
  const { own } = datasets({ download });
  await expect(own.refresh("shop/apples")).rejects.toThrow("The publisher has no data");
  files = { "apples.txt": bytes("apples of 2026-01-01") };
  const first = await own.refresh("shop/apples");
  expect([first.isNew, first.kept.about]).toEqual([
    true,
    {
      ...first.kept.about,
      build_date: "2026-01-01",
      entries: 1,
      fetched_at: now,
      origin: "network",
    },
  ]);
  files = undefined;
  expect(await own.refresh("shop/apples")).toMatchObject({ isNew: false, kept: first.kept });
  expect(given).toEqual([undefined, undefined, "2026-01-01"]);
});

describe("a heavy dataset", () => {
  test("is downloaded by another process, however fast, and not by this one", async () => {
    const works: unknown[] = [];
    const there = datasets();
    const fetchThere = async (...work: unknown[]) => {
      works.push(work);
      await there.own.refresh("shop/apples");
    };
    const { own, read } = datasets({ heavy: true }, { refreshInProcess: fetchThere });
    expect(own.current("shop/apples")).toBeUndefined();
    await own.get("shop/apples");
    expect(await read()).toBe("apples of 2026-01-01");
    expect(works).toEqual([["refresh", "shop/apples"]]);
  });

  test("that is missing afterwards is a failure", async () => {
    const { read } = datasets({ heavy: true }, { refreshInProcess: async () => {} });
    await expect(read()).rejects.toThrow("It is missing after the download");
    expect(shop.fetched).toBe(0);
  });

  test("is downloaded by this process if there is no other, like a light one", async () => {
    await datasets({ heavy: true }).read();
    rmSync(dir, { recursive: true });
    const refuse = () => Promise.reject(new Error("There is no other process"));
    await datasets({}, { refreshInProcess: refuse }).read();
    expect(shop.fetched).toBe(2);
  });
});

test("another process that builds a dataset fails with its last output, or succeeds", async () => {
  const work = refreshInProcess({ ...process.env, HUB_DATA: dir, HUB_OFFLINE: "1" });
  await Promise.all([
    expect(work("refresh", "currency/rates")).rejects.toThrow(/^This hub has no network access/),
    expect(work("make", "currency/rates")).resolves.toBeUndefined(),
  ]);
});

test("the datasets of plugins are prefixed with their names, and downloaded with their own access", async () => {
  const own = new Datasets({ dir, clock: () => now, later() {} });
  const seen: unknown[] = [];
  const download = async ({ kept, ...doors }: object & { kept?: unknown }) => {
    seen.push(doors);
    return { "apples.txt": bytes("apples of 2026-01-01") };
  };
  const plugin = { name: "shop", datasets: { apples: { ...apples, download } } };
  const doors = { net: "net", env: "env", clock: "clock", log: "log", kv: "kv" };
  own.servePlugins([plugin as never], () => doors as never);
  expect(own.ids).toEqual(["shop/apples"]);
  await own.get("shop/apples");
  await own.refresh("shop/apples", { chosen: ["red"] });
  const given = { net: "net", env: "env", clock: "clock", log: "log" };
  expect(seen).toEqual([
    { ...given, chosen: [] },
    { ...given, chosen: ["red"] },
  ]);
  expect(() => own.current("shop/pears")).toThrow('There is no dataset "shop/pears" on this hub');
});

test("replaced plugins keep the state of the datasets that remain", async () => {
  const own = new Datasets({ dir, clock: () => now, later() {} });
  const doors = () => ({ log: { warn() {} } }) as never;
  const plugin = (...names: string[]) =>
    ({ name: "shop", datasets: Object.fromEntries(names.map((name) => [name, apples])) }) as never;
  own.servePlugins([plugin("apples", "cores")], doors);
  const first = await own.get("shop/apples");
  own.servePlugins([plugin("apples", "peels")], doors);
  expect(own.ids.toSorted()).toEqual(["shop/apples", "shop/peels"]);
  expect(own.current("shop/apples")).toBe(first);
  expect(shop.fetched).toBe(1);
});

describe.each([
  ["that is damaged", "pears"],
  ["that is empty", ""],
])("a file %s", (_, text) => {
  test("isn't used", async () => {
    const { own, read } = datasets();
    await read();
    const importing = own.import("shop/apples", { name: "x", bytes: bytes(text) });
    await expect(importing).rejects.toThrow("no apples");
    expect(await read()).toBe("apples of 2026-01-01");
  });
});

test("a file that was truncated on disk is replaced by the earlier version", async () => {
  const { own, read } = datasets();
  await read();
  const second = await own.import("shop/apples", {
    name: "x",
    bytes: bytes("apples of 2026-01-02"),
  });
  truncateSync(second.path("apples.txt"), 3);
  expect(await datasets().read()).toBe("apples of 2026-01-01");
});

test("a process that is killed while writing leaves the earlier version in use", async () => {
  await datasets().read();
  mkdirSync(`${dir}/shop/apples/draft.1`);
  writeFileSync(`${dir}/shop/apples/draft.1/apples.txt`, "app");
  writeFileSync(`${dir}/shop/apples/current.json.1`, "{");
  expect(await datasets().read()).toBe("apples of 2026-01-01");
});

describe("a store of a dataset", () => {
  const about = { build_date: "2026-01-01", entries: 1, fetched_at: 0, origin: "network" } as const;
  const files = (one: string, two: string) => ({ "one.txt": bytes(one), "two.txt": bytes(two) });

  test("whose current version has lost a file returns the earlier one", async () => {
    const store = new DatasetStore(dir);
    store.put(files("a", "b"), about);
    for (const name of ["one.txt", "two.txt"]) {
      const newest = store.put(files("c", name), about);
      rmSync(newest.path(name));
      expect(await new DatasetStore(dir).current()?.text("one.txt")).toBe("a");
      // An incomplete version is written again.
      expect(await store.put(files("c", name), about).text(name)).toBe(
        name === "one.txt" ? "c" : name,
      );
      store.put(files("a", "b"), about);
    }
  });

  test("removes incomplete writes, its own and those of an earlier process", async () => {
    mkdirSync(`${dir}/draft.${process.pid}`, { recursive: true });
    writeFileSync(`${dir}/draft.${process.pid}/old.txt`, "old");
    mkdirSync(`${dir}/draft.other`);
    const store = new DatasetStore(dir);
    const { about: own } = store.put(files("a", "b"), about);
    expect(readdirSync(`${dir}/${own.version}`).sort()).toEqual(["one.txt", "two.txt"]);
    expect(() => store.put({ ...files("c", "d"), "no/such/place": bytes("e") }, about)).toThrow();
    expect(readdirSync(dir).sort()).toEqual([own.version, "current.json", "draft.other"].sort());
    expect(await store.current()?.text("one.txt")).toBe("a");
  });

  test("checks once a second for versions of other processes", () => {
    let time = 5000;
    const clock = spyOn(performance, "now").mockImplementation(() => time);
    const [mine, yours] = [new DatasetStore(dir), new DatasetStore(dir)];
    expect(mine.current()).toBeUndefined();
    const { about: put } = yours.put(files("a", "b"), about);
    time += 999;
    expect(mine.current()).toBeUndefined();
    time += 1;
    expect(mine.current()?.about).toEqual(put);
    clock.mockRestore();
  });
});

test("at most two versions are kept", async () => {
  const { own } = datasets();
  for (const day of ["01", "02", "03"])
    await own.import("shop/apples", { name: "x", bytes: bytes(`apples of 2026-01-${day}`) });
  const folders = readdirSync(`${dir}/shop/apples`, { withFileTypes: true });
  expect(folders.filter((one) => one.isDirectory())).toHaveLength(2);
});

test("a version from a package is used until a newer one was downloaded", async () => {
  const path = `${root}/packed.txt`;
  mkdirSync(root, { recursive: true });
  writeFileSync(path, "packed apples");
  const findEmbedded = () => ({ build_date: "2026-01-02", paths: { "apples.txt": path } });
  const { own, read } = datasets({ embedded: findEmbedded, isDue: () => false });
  await own.import("shop/apples", { name: "x", bytes: bytes("apples of 2026-01-01") });
  expect(await read()).toBe("packed apples");
  await own.import("shop/apples", { name: "x", bytes: bytes("apples of 2026-01-02") });
  expect(await read()).toBe("apples of 2026-01-02");
});

test("a version from a package is replaced in the background when a newer one is due", async () => {
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${dir}/packed.txt`, "packed apples");
  const paths = { "apples.txt": `${dir}/packed.txt` };
  const { own, read, settled } = datasets({
    embedded: () => ({ build_date: "2025-12-31", paths }),
  });
  expect(await read()).toBe("packed apples");
  await settled();
  expect(await read()).toBe("apples of 2026-01-01");
  expect(own.failure("shop/apples")).toBeUndefined();
});

describe("a package's version in another form", () => {
  /** Returns a dataset of apples that is built from a seed, in a new folder or at the given path. */
  function makeSeeded({
    at = `${dir}/made/apples.txt`,
    fault,
    isDue = () => false,
  }: {
    at?: string;
    fault?: Error;
    isDue?: () => boolean;
  } = {}) {
    const from = `${root}/seed.txt`;
    mkdirSync(root, { recursive: true });
    writeFileSync(from, "2026-01-02");
    const seen = { made: 0, fault };
    const make = ({ seed }: Readonly<Record<string, Uint8Array>>) => {
      seen.made++;
      if (seen.fault) throw seen.fault;
      return { "apples.txt": bytes(`apples of ${new TextDecoder().decode(seed)}`) };
    };
    const embedded = () => ({
      build_date: "2026-01-02",
      paths: { "apples.txt": at },
      made: { from: { seed: from }, make },
    });
    return { seen, ...datasets({ embedded, isDue }) };
  }

  test("is built at its first use, once for all callers and for the next hub", async () => {
    const { read, seen } = makeSeeded();
    const texts = await Promise.all([read(), read(), read()]);
    expect([...new Set(texts)]).toEqual(["apples of 2026-01-02"]);
    expect([seen.made, shop.fetched]).toEqual([1, 0]);
    const next = makeSeeded();
    expect(await next.read()).toBe("apples of 2026-01-02");
    expect(next.seen.made).toBe(0);
    expect(readdirSync(`${dir}/made`)).toEqual(["apples.txt"]);
  });

  test("is built in the background for callers who don't wait, and once if it is rebuilt", async () => {
    const { own, seen, settled } = makeSeeded();
    expect(own.find("shop/apples")).toBeUndefined();
    await settled();
    expect(own.find("shop/apples")?.about).toMatchObject({ build_date: "2026-01-02" });
    await own.make("shop/apples");
    expect(seen.made).toBe(1);
  });

  test("is built before a newer one is downloaded, which may depend on it", async () => {
    const { own, seen } = makeSeeded();
    shop.day = "2026-01-03";
    expect(await own.refresh("shop/apples")).toMatchObject({ isNew: true });
    expect([seen.made, shop.fetched]).toEqual([1, 1]);
  });

  test("is rebuilt if one of its files is missing", async () => {
    let made = 0;
    const paths = { one: `${dir}/made/one`, two: `${dir}/made/two` };
    const make = () => {
      made++;
      return { one: bytes("1"), two: bytes("2") };
    };
    const embedded = () => ({ build_date: "2026-01-02", paths, made: { from: {}, make } });
    const { own } = datasets({ embedded, isDue: () => false });
    mkdirSync(`${dir}/made`, { recursive: true });
    writeFileSync(paths.one, "1");
    expect(await (await own.get("shop/apples")).text("two")).toBe("2");
    expect(made).toBe(1);
  });

  test("is available while a scheduled download fails", async () => {
    shop.fault = new Error("No network");
    const { own, read, seen } = makeSeeded({ isDue: () => true });
    const due = own.refreshDue();
    expect(await read()).toBe("apples of 2026-01-02");
    await due;
    expect([seen.made, shop.fetched]).toEqual([1, 1]);
  });

  test("is stored with the downloads if the package's folder is read-only", async () => {
    const at = `${root}/seed.txt/apples.txt`;
    const { read, own } = makeSeeded({ at });
    expect(await read()).toBe("apples of 2026-01-02");
    expect(own.current("shop/apples")?.about).toMatchObject({ origin: "package" });
    const next = makeSeeded({ at });
    expect(await next.read()).toBe("apples of 2026-01-02");
    expect(next.seen.made).toBe(0);
  });

  test.each(["2026-01-02", "2026-01-03"])("isn't built if the download is of %s", async (day) => {
    const { own, read, seen } = makeSeeded();
    await own.import("shop/apples", { name: "x", bytes: bytes(`apples of ${day}`) });
    expect(await read()).toBe(`apples of ${day}`);
    expect(seen.made).toBe(0);
  });

  test("is downloaded if it cannot be built", async () => {
    const { own, read } = makeSeeded({ fault: new Error("The seed is rotten") });
    await own.refresh("shop/apples");
    expect(await read()).toBe("apples of 2026-01-01");
  });

  test("reports why it cannot be built, and is retried after a minute", async () => {
    const { read, seen } = makeSeeded({ fault: new Error("The seed is rotten") });
    for (let call = 0; call < 3; call++)
      await expect(read()).rejects.toThrow(/The seed is rotten.*bun run data import/);
    now += minute - 1;
    await expect(read()).rejects.toThrow("The seed is rotten");
    expect(seen.made).toBe(1);
    now += 1;
    seen.fault = undefined;
    expect(await read()).toBe("apples of 2026-01-02");
  });
});

test("without any version the error says how to get one", async () => {
  shop.fault = new Error("No network");
  const failure = datasets().read();
  await expect(failure).rejects.toMatchObject({
    code: "dataset_unavailable",
    headers: { "retry-after": "60" },
  });
  await expect(failure).rejects.toThrow(/No network.*bun run data import shop\/apples FILE/);
});

test("the clock refreshes only the datasets that are due", async () => {
  const { own } = datasets();
  await own.refreshDue();
  await own.refreshDue();
  expect(shop.fetched).toBe(1);
  now += 24 * 60 * minute;
  shop.fault = new Error("No network");
  await own.refreshDue();
  expect([shop.fetched, own.failure("shop/apples")]).toEqual([2, "No network"]);
});

test("the clock collects the garbage of each refresh, and nothing if no dataset is due", async () => {
  const collect = spyOn(Bun, "gc");
  const { own } = datasets();
  await own.refreshDue();
  await own.refreshDue();
  expect(collect).toHaveBeenCalledTimes(1);
  collect.mockRestore();
});

test("a dataset whose due time fails is logged, and doesn't block others", async () => {
  const logged: unknown[] = [];
  const doors = () => ({ log: { error: (...said: unknown[]) => void logged.push(said) } }) as never;
  const cause = new Error("What day is it?");
  const isDue = () => {
    throw cause;
  };
  const own = new Datasets({ dir, clock: () => now, later() {} });
  own.add({ id: "odd/pears", dataset: { ...apples, isDue }, doors });
  own.add({ id: "shop/apples", dataset: apples, doors });
  await own.refreshDue();
  expect(await own.current("shop/apples")?.text("apples.txt")).toBe("apples of 2026-01-01");
  expect(logged).toEqual([['Cannot check whether the dataset "odd/pears" is due', { cause }]]);
});

test("reports its next due time: the permitted hour, and not before a pause", async () => {
  const { own, read } = datasets();
  expect(own.dueAt("shop/apples")).toBe(now);
  await read();
  expect(own.dueAt("shop/apples")).toBeGreaterThanOrEqual(now + 24 * 60 * minute);
  expect(own.dueAt("shop/apples")).toBeLessThan(now + 25 * 60 * minute);
  now += 36 * 60 * minute;
  shop.fault = new Error("The shop is closed");
  await own.refreshNow("shop/apples").catch(() => {});
  expect(own.dueAt("shop/apples")).toBe(now + 5 * minute);
  expect(own.bytes("shop/apples")).toBe(20);
  const { own: other } = datasets({ isDue: () => false });
  expect(other.dueAt("shop/apples")).toBeUndefined();
});
