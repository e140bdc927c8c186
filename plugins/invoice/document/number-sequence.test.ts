import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { german } from "../german-invoice.fixture.ts";
import { issueNumber, type NumberDoors } from "./number-sequence.ts";

const { invoice_number: _, ...invoice } = german;

const createHub = () => testHub(`${import.meta.dir}/..`);

const generate = (hub: Awaited<ReturnType<typeof createHub>>, body: object, query = "") =>
  hub.post(`/api/invoice/generate${query}`, { ...invoice, ...body });

const readNumber = ({ headers }: Response) => decodeURI(headers.get("x-document-number") ?? "");

test("issues 50 parallel invoices the numbers 1 to 50, and failed ones none", async () => {
  const hub = await createHub();
  const number_sequence = { name: "parallel" };
  // Every third invoice fails: its IBAN is only checked when the PDF is drawn.
  const responses = await Promise.all(
    Array.from({ length: 75 }, (_, index) =>
      generate(hub, {
        number_sequence,
        ...(index % 3 === 0 && { payment: { iban: "DE00" } }),
      }),
    ),
  );
  const issued = responses.filter(({ ok }) => ok).map(readNumber);
  expect(issued.map(Number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
});

test("prints the number of the pattern, which starts again in each year", async () => {
  const hub = await createHub();
  const number_sequence = { pattern: "RE-{year}-{number:4}", start: 7 };
  const issue = async (date: string) =>
    readNumber(await generate(hub, { number_sequence, date, due_date: undefined }));
  expect([
    await issue("2026-12-31"),
    await issue("2027-01-01"),
    await issue("2026-12-31"),
    await issue("2027-01-02"),
  ]).toEqual(["RE-2026-0007", "RE-2027-0007", "RE-2026-0008", "RE-2027-0008"]);
});

test("shares a sequence between endpoints, and previews it for totals", async () => {
  const hub = await createHub();
  const number_sequence = { name: "all" };
  const { from, to, items } = invoice;
  const plain = { from, to, items };
  const preview = async () =>
    (await json(await generate(hub, { number_sequence }, "?response=json&pdf=false")))
      .invoice_number;
  expect([await preview(), await preview()]).toEqual(["1", "1"]);
  const made = [
    await generate(hub, { number_sequence }),
    await hub.post("/api/invoice/einvoice", { invoice: { ...invoice, number_sequence } }),
    await hub.post("/api/invoice/quote", { ...plain, number_sequence }),
    await hub.post("/api/invoice/receipt", { ...plain, number_sequence }),
  ];
  expect(made.map(readNumber)).toEqual(["1", "2", "3", "4"]);
});

test("an electronic invoice that violates rules uses no number", async () => {
  const hub = await createHub();
  const number_sequence = { name: "checked" };
  const post = (body: object) =>
    hub.post("/api/invoice/einvoice", { invoice: { ...invoice, number_sequence, ...body } });
  expect((await post({ from: { name: "Nobody", address: "" } })).status).toBe(422);
  expect(readNumber(await post({}))).toBe("1");
});

test.each([
  [{}, "/generate", "body.invoice_number"],
  [{ invoice_number: "1", number_sequence: {} }, "/generate", "body.invoice_number"],
  [{ number_sequence: { pattern: "RE" } }, "/generate", "body.number_sequence.pattern"],
  [{ number_sequence: { name: "A b" } }, "/generate", "body.number_sequence.name"],
])("rejects %j", async (body, path, location) => {
  const hub = await createHub();
  const response = await hub.post(`/api/invoice${path}`, { ...invoice, ...body });
  expect([response.status, (await json(response)).errors[0].location]).toEqual([400, location]);
});

describe("issueNumber", () => {
  const sequence = { name: "default", pattern: "{number}", start: 1 };
  const options = { sequence, date: "2026-01-01", request: { a: 1 }, isPreview: false };

  function createDoors(retryKey?: string): NumberDoors {
    const caller = { id: "a", address: "", userAgent: "", referrer: "" };
    const { signal } = new AbortController();
    return { kv, clock: () => 0, signal, caller: retryKey ? { ...caller, retryKey } : caller };
  }

  const entries = new Map<string, unknown>();
  const kv: NumberDoors["kv"] = {
    get: async <Value>(key: string) => structuredClone(entries.get(key)) as Value | undefined,
    set: async (key, value) => void entries.set(key, structuredClone(value)),
    delete: async (key) => void entries.delete(key),
    increment: async (key, by = 1) => {
      const value = Number(entries.get(key) ?? 0) + by;
      entries.set(key, value);
      return value;
    },
    keys: async () => [...entries.keys()],
  };
  const issue = (retryKey?: string, request: object = { a: 1 }) =>
    issueNumber(createDoors(retryKey), { ...options, request }, async (number) => number);

  test("gives a retry of the same work the same number", async () => {
    entries.clear();
    expect([
      await issue("job_1"),
      await issue(),
      await issue("job_1"),
      await issue("job_2"),
    ]).toEqual(["1", "2", "1", "3"]);
    // The key of a request may be used again after its response has expired.
    expect(await issue("job_1", { a: 2 })).toBe("4");
  });

  test("uses no number if the work or the store fails", async () => {
    entries.clear();
    const fail = () => Promise.reject(new Error("The work failed"));
    await expect(issueNumber(createDoors(), options, fail)).rejects.toThrow("The work failed");
    const broken = { ...kv, set: fail };
    await expect(
      issueNumber({ ...createDoors(), kv: broken }, options, async () => "made"),
    ).rejects.toThrow();
    expect(await issue()).toBe("1");
  });
});
