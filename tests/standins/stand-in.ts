import type { DataFault, ModelFault } from "./faults.ts";

/** A request to a stand-in. */
export interface StandInRequest {
  /** The path below its base address: `/simple/price`. */
  path: string;
  query: URLSearchParams;
  method: string;
  /** By name in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  /** In milliseconds since 1970. */
  now: number;
  /** The fault of its data. */
  fault: DataFault | undefined;
  /** The fault of its response, for a model or a translator. */
  lapse: ModelFault | undefined;
}

/** Simulates one upstream. Undefined is a 404. */
export type StandIn = (
  asked: StandInRequest,
) =>
  | { type: string; body: string | Uint8Array; status?: number; headers?: Record<string, string> }
  | undefined;

/** Returns a JSON response. NaN is written as by some hosts, although it is invalid JSON. */
export function asJson(value: unknown, status = 200) {
  const text = JSON.stringify(value, (_, item) => (Number.isNaN(item) ? "\u0000NaN" : item));
  return { type: "application/json", body: text.replaceAll('"\\u0000NaN"', "NaN"), status };
}

/** Maximum number of cached responses, because some are large. */
const keptMax = 50;

/** Caches the responses of a stand-in that only depend on path, query, time and fault. */
export function remembering(standIn: StandIn): StandIn {
  const kept = new Map<string, ReturnType<StandIn>>();
  return (asked) => {
    const key = `${asked.path}?${asked.query} ${asked.now} ${asked.fault}`;
    const answer = kept.has(key) ? kept.get(key) : standIn(asked);
    if (kept.size >= keptMax) kept.clear();
    kept.set(key, answer);
    return answer;
  };
}
