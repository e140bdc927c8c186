import { search } from "@jmespath-community/jmespath";
import dev from "../../plugin.ts";
import { shorten } from "../fault.ts";

type Value = Parameters<typeof search>[0];

/** Evaluates a JMESPath expression. */
export function runJmesPath(value: unknown, expression: string): unknown {
  try {
    return search(value as Value, expression) ?? null;
  } catch (cause) {
    const detail = `body.path cannot be evaluated as JMESPath: ${shorten((cause as Error).message)}`;
    throw dev.error("invalid_path", detail, { at: "body.path", cause });
  }
}
