import { expect, test } from "bun:test";
import { gateHub } from "../testing/gate-hub.ts";
import { firstDetailedDay, readDays } from "./usage-period.ts";

const toDayNumber = (date: string) => Date.parse(date) / 86_400_000;

test.each([
  ["2026-06-30T23:59:59Z", "2026-04-01"],
  ["2026-06-29T00:00:00Z", "2026-03-01"],
  ["2026-01-02T12:00:00Z", "2025-10-01"],
])("on %s the months before %s have been over for 90 days", (now, first) => {
  expect(firstDetailedDay(Date.parse(now))).toBe(toDayNumber(first));
});

test("a usage history includes rolled-up months, and its total stays", async () => {
  const { close, gate, key, keys, records } = await gateHub();
  const mine = await key("a@example.com");
  const [holder] = await records.holders({ after: "", limit: 1 });
  const keyId = holder?.key.id ?? "";
  const usage = { keyId, service: "dev", statusClass: "2xx", count: 2, units: 3 };
  await records.addUsage({
    id: "b1",
    usage: [
      { ...usage, day: toDayNumber("2025-03-01"), route: "GET /x" },
      { ...usage, day: toDayNumber("2025-03-20"), route: "GET /y" },
      { ...usage, day: toDayNumber("2025-04-01"), route: "GET /x" },
    ],
    lastUsed: new Map(),
  });
  const request = new Request("http://hub/", { headers: { "x-api-key": mine } });
  const call = { request, peer: "192.0.2.1" } as never;
  const days = { from: toDayNumber("2025-03-01"), to: toDayNumber("2025-04-30") };
  const readUsage = (period: Parameters<typeof keys.usage>[1]) => keys.usage(call, period);
  expect(await readUsage(days)).toHaveLength(3);
  await records.rollUpUsage(toDayNumber("2025-04-01"), 100);
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
  expect(await readUsage(days)).toEqual([april, march]);
  expect(await readUsage({ ...days, from: toDayNumber("2025-03-02") })).toEqual([april]);
  expect(await readUsage({ ...days, keyId })).toEqual([april]);
  await gate.flush();
  close();
});

const now = Date.UTC(2026, 0, 31, 12);

function getMessage(query: Parameters<typeof readDays>[0]): string {
  try {
    readDays(query, now);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

test("a period can be one day, and at most the limit", () => {
  expect(getMessage({ from: "2026-01-31", to: "2026-01-31" })).toBe("");
  const { from, to } = readDays({ from: "2024-12-28" }, now);
  expect(to - from + 1).toBe(400);
});

test.each([
  [
    { from: "2026-01-10", to: "2026-01-09" },
    'query.from must not be after query.to, "2026-01-09": it is "2026-01-10"',
  ],
  [{ from: "2026-02-01" }, 'query.from must not be after today, "2026-01-31": it is "2026-02-01"'],
  [
    { from: "2024-12-27" },
    'query.from must be "2024-12-28" or later: a period has at most 400 days and this one ends with today, "2026-01-31": it is "2024-12-27"',
  ],
  [{ to: "2026-02-30" }, 'query.to must be an existing date: it is "2026-02-30"'],
])("rejects %j with the error and the allowed values", (query, message) => {
  expect(getMessage(query)).toBe(message);
});
