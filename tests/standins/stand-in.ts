import type { DataFault, ModelFault } from "./faults.ts";

/** What a stand-in is asked. */
export interface StandInRequest {
  /** Below its own base address: `/simple/price`. */
  path: string;
  query: URLSearchParams;
  method: string;
  /** By their names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  /** In milliseconds since 1970. */
  now: number;
  /** What is to be wrong with its data. */
  fault: DataFault | undefined;
  /** What is to be wrong with its answer, where it is a model or a translator. */
  lapse: ModelFault | undefined;
}

/** Plays one upstream; undefined is a 404. */
export type StandIn = (
  asked: StandInRequest,
) =>
  | { type: string; body: string | Uint8Array; status?: number; headers?: Record<string, string> }
  | undefined;

/** An answer in JSON, where NaN is written as some hosts do, although JSON has none. */
export function asJson(value: unknown, status = 200) {
  const text = JSON.stringify(value, (_, item) => (Number.isNaN(item) ? "\u0000NaN" : item));
  return { type: "application/json", body: text.replaceAll('"\\u0000NaN"', "NaN"), status };
}

/** The most answers that are remembered: some are large. */
const keptMax = 50;

/** Remembers the answers of a stand-in that depend on nothing but path, query, time and fault. */
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
