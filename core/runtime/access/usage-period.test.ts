import { expect, test } from "bun:test";
import { gateHub } from "../../testing/gate-hub.ts";
import { firstDetailedDay } from "./usage-period.ts";

const dayOf = (date: string) => Date.parse(date) / 86_400_000;

test.each([
  ["2026-06-30T23:59:59Z", "2026-04-01"],
  ["2026-06-29T00:00:00Z", "2026-03-01"],
  ["2026-01-02T12:00:00Z", "2025-10-01"],
])("on %s the months before %s have been over for 90 days", (now, first) => {
  expect(firstDetailedDay(Date.parse(now))).toBe(dayOf(first));
});

test("a usage history tells of months that were rolled up, and its total stays", async () => {
  const { close, gate, key, keys, records } = await gateHub();
  const mine = await key("a@example.com");
  const [holder] = await records.holders({ after: "", limit: 1 });
  const keyId = holder?.key.id ?? "";
  const usage = { keyId, service: "dev", statusClass: "2xx", count: 2, units: 3 };
  await records.addUsage({
    id: "b1",
    usage: [
      { ...usage, day: dayOf("2025-03-01"), route: "GET /x" },
      { ...usage, day: dayOf("2025-03-20"), route: "GET /y" },
      { ...usage, day: dayOf("2025-04-01"), route: "GET /x" },
    ],
    lastUsed: new Map(),
  });
  const request = new Request("http://hub/", { headers: { "x-api-key": mine } });
  const call = { request, peer: "192.0.2.1" } as never;
  const days = { from: dayOf("2025-03-01"), to: dayOf("2025-04-30") };
  const told = (period: Parameters<typeof keys.usage>[1]) => keys.usage(call, period);
  expect(await told(days)).toHaveLength(3);
  await records.rollUpUsage(dayOf("2025-04-01"), 100);
  const april = {
    day: "2025-04-01",
    key_id: keyId,
    service: "dev",
    route: "GET /x",
    status: "2xx",
    calls: 2,
    units: 3,
  };
  const march = { ...april, day: "2025-03-01", key_id: null, route: null, calls: 4, units: 6 };
  expect(await told(days)).toEqual([april, march]);
  expect(await told({ ...days, from: dayOf("2025-03-02") })).toEqual([april]);
  expect(await told({ ...days, keyId })).toEqual([april]);
  await gate.flush();
  close();
});
