import { expect, test } from "bun:test";
import {
  type Backend,
  describePolicy,
  failureClasses,
  findFailureClass,
  objectFailures,
  postgresFailures,
  redisFailures,
} from "./failure-classes.ts";

const titles: Record<Backend, string> = {
  redis: "Redis",
  postgres: "PostgreSQL",
  objects: "object storage",
};

test("docs/OPERATING.md has the table of failure classes", async () => {
  const guide = await Bun.file(`${import.meta.dir}/../../../docs/OPERATING.md`).text();
  const [, section = ""] = /\n## When a server fails\n(.*?)\n## /s.exec(guide) ?? [];
  const rows = failureClasses.map((failure) => {
    const { backend, name, codes, reason } = failure;
    const { calls, readyz } = describePolicy(failure);
    const answers = codes.map((code) => `\`${code}\``).join(", ");
    return `| ${titles[backend]} | \`${name}\` | ${answers} | ${reason} | ${calls} | ${readyz} |`;
  });
  expect(section.split("\n").filter((line) => line.startsWith("|"))).toEqual([
    "| server | class | error codes | meaning | calls meanwhile | `/readyz` |",
    "|---|---|---|---|---|---|",
    ...rows,
  ]);
});

test.each([
  ["redis", "OOM", redisFailures.out_of_memory],
  ["redis", "LOADING", redisFailures.loading],
  ["redis", "NOPERM", redisFailures.not_authorized],
  ["redis", "WRONGTYPE", undefined],
  ["redis", "BUSYKEY", undefined],
  ["postgres", "57P03", postgresFailures.admin_shutdown],
  ["postgres", "57014", postgresFailures.too_slow],
  ["postgres", "23505", undefined],
  ["postgres", "ERR_POSTGRES_CONNECTION_TIMEOUT", postgresFailures.no_answer],
  ["postgres", "ERR_POSTGRES_CONNECTION_CLOSED", postgresFailures.unreachable],
  ["objects", "SlowDown", objectFailures.slow_down],
  ["objects", "507", objectFailures.full],
  ["objects", "NoSuchKey", undefined],
] as const)("%s: the code %s belongs to its class", (backend, code, failure) => {
  expect(findFailureClass(backend, code)).toBe(failure);
});

test("no two classes of a backend share a name or a code", () => {
  const names = failureClasses.map(({ backend, name }) => `${backend} ${name}`);
  expect(new Set(names).size).toBe(names.length);
  const codes = failureClasses.flatMap(({ backend, codes }) =>
    codes.map((code) => `${backend} ${code}`),
  );
  expect(new Set(codes).size).toBe(codes.length);
});
