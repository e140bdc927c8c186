import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import type { Address } from "hub";
import { json, testHub } from "hub/testing";
import { checkLikeness } from "./likeness.ts";

const dir = import.meta.dir;
const now = Date.UTC(2026, 6, 20);
const gone = () => new Response("", { status: 404 });

async function hubBefore(answer: (path: string) => Response) {
  const asked: string[] = [];
  const hub = await testHub(dir, {
    clock: () => now,
    net: {
      "download.db-ip.com": ({ url }) => {
        asked.push(new URL(url).pathname);
        return answer(new URL(url).pathname);
      },
    },
  });
  const lookup = async (ip: string) => json(await hub.get(`/api/ip-geo/lookup/${ip}`));
  return { ...hub, asked, lookup };
}

test("a newer month's systems replace those from the package", async () => {
  const list = await Bun.file(Bun.resolveSync("@ip-location-db/asn/asn-ipv4.csv", dir)).text();
  const csv = list.replace(/^(64\.233\.160\.0,[\d.]+),15169/m, "$1,64500");
  const hub = await hubBefore((path) =>
    path.endsWith("2026-07.csv.gz") ? new Response(gzipSync(csv, { level: 0 })) : gone(),
  );
  expect(await hub.lookup("64.233.160.1")).toMatchObject({ asn: 15169 });
  await hub.datasets.refresh("ip-geo/systems");
  const found = await hub.lookup("64.233.160.1");
  expect(found.asn).toBe(64500);
  expect(found.sources[1].build_date).toBe("2026-07-01");
}, 300_000);

describe.each([
  ["is not out", gone],
  ["breaks off", () => new Response(gzipSync("1.0.0.0,1.0.0.255,1,a").subarray(0, 20))],
  ["is a page", () => new Response(gzipSync("<html>Sorry</html>"))],
  ["is empty", () => new Response(gzipSync(""))],
])("a month that %s", (_, answer) => {
  test.each(["systems", "cities"])("keeps the current %s", async (name) => {
    const hub = await hubBefore(answer);
    await expect(hub.datasets.refresh(`ip-geo/${name}`)).rejects.toThrow();
    expect(await hub.lookup("64.233.160.1")).toMatchObject({ asn: 15169, country_code: "US" });
  });
});

test("requests last month's file until this month's is published", async () => {
  const hub = await hubBefore(gone);
  await hub.datasets.refresh("ip-geo/cities").catch(() => {});
  expect(hub.asked).toEqual([
    "/free/dbip-city-lite-2026-07.mmdb.gz",
    "/free/dbip-city-lite-2026-06.mmdb.gz",
  ]);
});

test("rejects a file that differs for most addresses", async () => {
  const csv = gzipSync("1.0.0.0,223.255.255.255,64500,Everybody\n");
  const hub = await hubBefore(() => new Response(csv));
  await expect(hub.datasets.refresh("ip-geo/systems")).rejects.toThrow(/differ .* for 100 percent/);
  expect(await hub.lookup("64.233.160.1")).toMatchObject({ asn: 15169 });
});

test("accepts a file that differs for a few addresses, but not for a third", () => {
  // The systems of a newer file: this percentage of blocks differs.
  const newer =
    (changed: number) =>
    ({ value }: Address) =>
      (value >> 12n) % 100n < changed ? 64500 : 15169;
  const former = () => 15169;
  expect(() => checkLikeness(former, newer(1))).not.toThrow();
  expect(() => checkLikeness(former, newer(33))).toThrow(/differ .* for 3\d percent/);
});

test("new places don't count as changed", () => {
  const nobody = () => undefined;
  expect(() => checkLikeness(nobody, () => "DE")).not.toThrow();
  expect(() => checkLikeness(() => "FR", nobody)).toThrow("100 percent");
});
