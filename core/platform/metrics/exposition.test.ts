import { expect, test } from "bun:test";
import { exposition } from "./exposition.ts";

test("a metric has its help, its type and a line per sample", () => {
  const samples = [{ labels: { route: "GET /a", status: "2xx" }, value: 3 }, { value: 0.5 }];
  expect(exposition([{ name: "hub_a", help: "Answers", type: "counter", samples }])).toBe(
    '# HELP hub_a Answers\n# TYPE hub_a counter\nhub_a{route="GET /a",status="2xx"} 3\nhub_a 0.5\n',
  );
});

test("a label cannot end its own quotes", () => {
  const samples = [{ labels: { host: 'a"} 1\nb\\' }, value: 1 }];
  expect(exposition([{ name: "x", help: "X", type: "gauge", samples }])).toContain(
    'x{host="a\\"} 1\\nb\\\\"} 1\n',
  );
});
