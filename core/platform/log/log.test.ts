import { expect, test } from "bun:test";
import { createLog, formatErrorChain, type Log, type LogFormat } from "./log.ts";

/** Returns a log in memory, and its lines. */
function logTo(options: { format?: LogFormat; secrets?: string[] } = {}): {
  log: Log;
  lines: string[];
} {
  const lines: string[] = [];
  const output = { write: (line: string) => void lines.push(line) };
  const clock = () => Date.UTC(2026, 0, 2, 3, 4, 5);
  return { log: createLog({ output, clock, ...options }), lines };
}

/** Returns the only entry that a function logs. */
function captureEntry(tell: (log: Log) => void, secrets: string[] = []) {
  const { log, lines } = logTo({ secrets });
  tell(log);
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? "");
}

test("an entry is a line of JSON with its time and level before the message", () => {
  const { log, lines } = logTo();
  log.warn("It is late", { plugin: "sample", count: 2 });
  expect(lines).toEqual([
    '{"time":"2026-01-02T03:04:05.000Z","level":"warn","message":"It is late","plugin":"sample","count":2}',
  ]);
});

test("no input ends its line or controls a terminal", () => {
  const nasty = 'a\nb\r\u001b[2Jc\u009b\u2028{"level":"error"}\u0000\ud800';
  for (const format of ["json", "text"] as const) {
    const { log, lines } = logTo({ format });
    log.info(nasty, { nasty, [nasty]: 1, plugin: nasty });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  }
  expect(captureEntry((log) => log.info(nasty)).message).toBe(nasty.toWellFormed());
});

test("values that are huge, deep, endless or not JSON are truncated", () => {
  const endless: Record<string, unknown> = { big: 10n ** 30n, call() {}, nothing: Number.NaN };
  endless.self = endless;
  const entry = captureEntry((log) =>
    log.info("x".repeat(1e6), {
      endless,
      many: Array.from({ length: 1000 }, (_, index) => index),
      bytes: new Uint8Array(1e6),
      get thrown() {
        return { toString: undefined };
      },
    }),
  );
  expect(entry.message).toEndWith("… (32768 characters)");
  expect(entry.endless).toMatchObject({ big: `1${"0".repeat(30)}`, nothing: "NaN" });
  expect(entry.many.at(-1)).toBe("[950 more]");
  expect(entry.bytes).toBe("[1000000 bytes]");
  const wide = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [i, "x".repeat(8000)]));
  expect(captureEntry((log) => log.info("Wide", { plugin: "sample", wide }))).toEqual({
    time: expect.any(String),
    level: "info",
    message: "Wide",
    plugin: "sample",
    cut: expect.any(Number),
  });
});

test("a getter that throws only loses its own value", () => {
  const odd = {
    get value() {
      throw new Error("Not me");
    },
  };
  expect(captureEntry((log) => log.info("Odd", { odd })).odd).toBe("[cannot be read]");
});

test("a cause is one text with its stack and nested causes", () => {
  const error = new TypeError("Above", { cause: new Error("Below", { cause: "the disk" }) });
  const { cause } = captureEntry((log) => log.error("Failed", { cause: error }));
  expect(cause).toContain("TypeError: Above");
  expect(cause).toContain("log.test.ts");
  expect(cause).toContain("\nCaused by: Error: Below");
  expect(cause).toEndWith("\nCaused by: the disk");
});

test("any thrown value has a text", () => {
  for (const thrown of [null, 7, {}, "words", Object.create(null)])
    expect(formatErrorChain(thrown)).toBeString();
  const circle = new Error("Round");
  circle.cause = circle;
  expect(formatErrorChain(circle).split("Caused by").length).toBe(5);
});

test("no secret appears in a line, in any position", () => {
  const key = `hub_${"a1B2".repeat(9)}zz`;
  const secrets = ["pepper-of-the-hub", 'sk-"quoted"'];
  const { log, lines } = logTo({ secrets });
  log.error(`Refused ${key} and pepper-of-the-hub`, {
    url: new URL("https://ada:pa55@api.example/x?api_key=opensesame&size=5"),
    [`header ${key}`]: "Authorization: Bearer abcdef.ghijkl",
    nested: [{ api_key: "opensesame", "X-API-Key": "opensesame", authorization: "opensesame" }],
    map: new Map([["password", "opensesame"]]),
    cause: new Error(`Cannot ask ?token=opensesame with sk-"quoted"`, { cause: key }),
  });
  for (const secret of [key, ...secrets, "sk-", "pa55", "opensesame", "ghijkl"])
    expect(lines[0]).not.toContain(secret);
  expect(lines[0]).toContain("size=5");
});

test("the text format has the same content, with a cause below it that cannot be mistaken for an entry", () => {
  const { log, lines } = logTo({ format: "text" });
  log.error("Failed", {
    plugin: "sample",
    odd: "two words",
    cause: "Error: No\n2026 error Forged",
  });
  expect(lines).toEqual([
    '2026-01-02T03:04:05.000Z error Failed plugin=sample odd="two words"\n    Error: No\n    2026 error Forged',
  ]);
});
