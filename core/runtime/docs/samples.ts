import type { LoadedRoute } from "../load/load-plugin.ts";
import { type SampleOptions, sampleCallOf } from "./samples/call.ts";
import { curl } from "./samples/curl.ts";
import { javascript } from "./samples/javascript.ts";
import { python } from "./samples/python.ts";

/** A route's example in one language. */
export interface Sample {
  language: string;
  code: string;
}

/** Writes a route's example as it is called from a shell, from JavaScript and from Python. */
export function samplesOf(loaded: LoadedRoute, options: SampleOptions): Sample[] {
  const call = sampleCallOf(loaded, options);
  return [
    { language: "curl", code: curl(call) },
    { language: "JavaScript", code: javascript(call) },
    { language: "Python", code: python(call) },
  ];
}
