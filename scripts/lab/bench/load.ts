import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { needPrograms } from "./need-programs.ts";

/** The results of one `wrk` run. */
export interface Load {
  requestsPerSecond: number;
  /** Latencies in milliseconds. */
  p50: number;
  p99: number;
  /** Responses other than 2xx and 3xx. */
  failures: number;
}

/** Duration of the warm-up calls, because most callers aren't new to a server. */
const beforeSeconds = 1;

/**
 * Calls a path repeatedly from the second core, each time with a random key. Warm-up calls come first, so that the
 * counters of the keys differ.
 */
export async function load(
  url: string,
  {
    path,
    keys,
    seconds,
    connections = 32,
    headers = {},
  }: {
    path: string;
    keys: readonly string[];
    seconds: number;
    connections?: number;
    headers?: Record<string, string>;
  },
): Promise<Load> {
  needPrograms({ wrk: "wrk" });
  const script = `${mkdtempSync(`${tmpdir()}/utilhub-bench-`)}/calls.lua`;
  writeFileSync(script, lua(path, keys, headers));
  const call = (seconds: number) => {
    const command = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--latency"];
    const child = Bun.spawn(
      ["nice", "-n", "-15", "taskset", "-c", "1", ...command, "-s", script, url],
      { stdout: "pipe", stderr: "inherit" },
    );
    return child.stdout.text();
  };
  await call(beforeSeconds);
  const text = await call(seconds);
  // At the start of its line: other lines end with a share, such as "92.50%".
  const latency = (percent: string) =>
    milliseconds(new RegExp(`^ +${percent}% +(\\S+)`, "m").exec(text)?.[1]);
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    p50: latency("50"),
    p99: latency("99"),
    failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0),
  };
}

/** Creates the requests before the load begins, so that the generator isn't measured. */
function lua(
  path: string,
  keys: readonly string[],
  headers: Readonly<Record<string, string>>,
): string {
  const own = Object.entries(headers).map(([name, value]) => `["${name}"] = "${value}"`);
  const fields = ['["X-API-Key"] = key', ...own];
  return `local requests = {}
local keys = { ${keys.map((key) => JSON.stringify(key)).join(", ")} }
function init()
  math.randomseed(${Math.floor(Math.random() * 2 ** 31)})
  for index, key in ipairs(keys) do
    requests[index] = wrk.format("GET", ${JSON.stringify(path)}, { ${fields.join(", ")} })
  end
end
function request()
  return requests[math.random(#requests)]
end
`;
}

function milliseconds(text = ""): number {
  const value = Number.parseFloat(text);
  if (text.endsWith("us")) return value / 1000;
  return text.endsWith("ms") ? value : value * 1000;
}

/** Returns the median of the values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
