// The program of the thread that parses large JSON for the hub's own endpoints.
import { HubError } from "../../contract/errors.ts";
import { parseJson } from "../../host/handler/parse-json.ts";
import type { ParseRequest, ParseResult } from "./parse-thread.ts";

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<ParseRequest>) => self.postMessage(parse(data));

function parse({ id, bytes, valuesMax }: ParseRequest): ParseResult {
  try {
    return { id, value: parseJson(bytes, valuesMax) };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return { id, fault: { code: error.code, message: error.message } };
  }
}
