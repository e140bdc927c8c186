import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { DatasetDefinition } from "../../contract/dataset.ts";
import { Datasets } from "./datasets.ts";

const root = `${tmpdir()}/utilhub-datasets-${process.pid}`;
afterAll(() => rmSync(root, { recursive: true, force: true }));

const minute = 60_000;
const bytes = (text: string) => new TextEncoder().encode(text);
let dir: string;
let hubs = 0;
/** What there is to fetch, and how often it was. */
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

function datasets(dataset: Partial<DatasetDefinition> = {}) {
  const waiting: Promise<unknown>[] = [];
  const doors = () => ({ log: { warn() {} } }) as never;
  const subject = { id: "shop/apples", dataset: { ...apples, ...dataset }, doors };
  const later = (work: Promise<unknown>) => void waiting.push(work);
  const own = new Datasets({ dir, clock: () => now, later });
  own.add(subject);
  return {
    own,
    settled: () => Promise.all(waiting),
    read: async () => (await own.get("shop/apples")).text("apples.txt"),
  };
}

test("what is not there is fetched at once, once for all who want it", async () => {
  const { read } = datasets();
  const texts = await Promise.all([read(), read(), read()]);
  expect([...new Set(texts)]).toEqual(["apples of 2026-01-01"]);
  expect(shop.fetched).toBe(1);
});

test("what is old is answered, and replaced behind the answer", async () => {
  const { read, settled } = datasets();
  await read();
  now += 24 * 60 * minute;
  shop.day = "2026-01-02";
  expect(await read()).toBe("apples of 2026-01-01");
  await settled();
  expect(await read()).toBe("apples of 2026-01-02");
});

test("another process finds what one has fetched, and does not fetch it again", async () => {
  await datasets().read();
  expect(await datasets().read()).toBe("apples of 2026-01-01");
  expect(shop.fetched).toBe(1);
});

test("after a failure the next attempt is minutes later, whichever process makes it", async () => {
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

describe.each([
  ["that is damaged", "pears"],
  ["that is empty", ""],
])("a file %s", (_, text) => {
  test("is not taken into use", async () => {
    const { own, read } = datasets();
    await read();
    const importing = own.import("shop/apples", { name: "x", bytes: bytes(text) });
    await expect(importing).rejects.toThrow("no apples");
    expect(await read()).toBe("apples of 2026-01-01");
  });
});

test("a file cut by somebody gives way to the version before", async () => {
  const { own, read } = datasets();
  await read();
  const second = await own.import("shop/apples", {
    name: "x",
    bytes: bytes("apples of 2026-01-02"),
  });
  truncateSync(second.path("apples.txt"), 3);
  expect(await datasets().read()).toBe("apples of 2026-01-01");
});

test("a process killed while it wrote leaves the former version in use", async () => {
  await datasets().read();
  mkdirSync(`${dir}/shop/apples/draft.1`);
  writeFileSync(`${dir}/shop/apples/draft.1/apples.txt`, "app");
  writeFileSync(`${dir}/shop/apples/current.json.1`, "{");
  expect(await datasets().read()).toBe("apples of 2026-01-01");
});

test("two versions are kept and no more", async () => {
  const { own } = datasets();
  for (const day of ["01", "02", "03"])
    await own.import("shop/apples", { name: "x", bytes: bytes(`apples of 2026-01-${day}`) });
  const folders = readdirSync(`${dir}/shop/apples`, { withFileTypes: true });
  expect(folders.filter((one) => one.isDirectory())).toHaveLength(2);
});

test("what came with a package is in use until something newer was fetched", async () => {
  const path = `${root}/packed.txt`;
  mkdirSync(root, { recursive: true });
  writeFileSync(path, "packed apples");
  const embedded = () => ({ build_date: "2026-01-02", paths: { "apples.txt": path } });
  const { own, read } = datasets({ embedded, isDue: () => false });
  await own.import("shop/apples", { name: "x", bytes: bytes("apples of 2026-01-01") });
  expect(await read()).toBe("packed apples");
  await own.import("shop/apples", { name: "x", bytes: bytes("apples of 2026-01-03") });
  expect(await read()).toBe("apples of 2026-01-03");
});

describe("what comes with a package in another form", () => {
  /** Apples that are made of a seed, in a folder of their own or at a given place. */
  function seeded({
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

  test("is made at its first use, once for all who want it and for the next hub", async () => {
    const { read, seen } = seeded();
    const texts = await Promise.all([read(), read(), read()]);
    expect([...new Set(texts)]).toEqual(["apples of 2026-01-02"]);
    expect([seen.made, shop.fetched]).toEqual([1, 0]);
    const next = seeded();
    expect(await next.read()).toBe("apples of 2026-01-02");
    expect(next.seen.made).toBe(0);
    expect(readdirSync(`${dir}/made`)).toEqual(["apples.txt"]);
  });

  test("is there for who asks while the clock looks for newer data in vain", async () => {
    shop.fault = new Error("No network");
    const { own, read, seen } = seeded({ isDue: () => true });
    const due = own.refreshDue();
    expect(await read()).toBe("apples of 2026-01-02");
    await due;
    expect([seen.made, shop.fetched]).toEqual([1, 1]);
  });

  test("is kept with what was fetched where the package's place is for reading alone", async () => {
    const at = `${root}/seed.txt/apples.txt`;
    const { read, own } = seeded({ at });
    expect(await read()).toBe("apples of 2026-01-02");
    expect(own.current("shop/apples")?.about).toMatchObject({ origin: "package" });
    const next = seeded({ at });
    expect(await next.read()).toBe("apples of 2026-01-02");
    expect(next.seen.made).toBe(0);
  });

  test("is not made where something newer was fetched", async () => {
    const { own, read, seen } = seeded();
    await own.import("shop/apples", { name: "x", bytes: bytes("apples of 2026-01-03") });
    expect(await read()).toBe("apples of 2026-01-03");
    expect(seen.made).toBe(0);
  });

  test("is fetched where it cannot be made", async () => {
    const { own, read } = seeded({ fault: new Error("The seed is rotten") });
    await own.refresh("shop/apples");
    expect(await read()).toBe("apples of 2026-01-01");
  });

  test("says why where it cannot be made, and is tried again after a minute", async () => {
    const { read, seen } = seeded({ fault: new Error("The seed is rotten") });
    for (let call = 0; call < 3; call++)
      await expect(read()).rejects.toThrow(/The seed is rotten.*bun run data import/);
    expect(seen.made).toBe(1);
    now += minute;
    seen.fault = undefined;
    expect(await read()).toBe("apples of 2026-01-02");
  });
});

test("where there is nothing the failure says how to get it", async () => {
  shop.fault = new Error("No network");
  const failure = datasets().read();
  await expect(failure).rejects.toMatchObject({ code: "dataset_unavailable" });
  await expect(failure).rejects.toThrow(/No network.*bun run data import shop\/apples FILE/);
});

test("the clock refreshes what is due, and nothing else", async () => {
  const { own } = datasets();
  await own.refreshDue();
  await own.refreshDue();
  expect(shop.fetched).toBe(1);
  now += 24 * 60 * minute;
  shop.fault = new Error("No network");
  await own.refreshDue();
  expect([shop.fetched, own.failure("shop/apples")]).toEqual([2, "No network"]);
});

test("a dataset that cannot tell whether it is due is told of, and keeps no other from being fetched", async () => {
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
  expect(logged).toEqual([['Cannot tell whether the dataset "odd/pears" is due', { cause }]]);
});
