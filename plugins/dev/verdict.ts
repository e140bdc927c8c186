import { t } from "hub";
import dev from "./plugin.ts";

/** Query of endpoints that return a verdict. */
export const failQuery = t.Object({
  fail: t.Boolean({
    default: false,
    description:
      "Fails with 422 `negative_verdict` if the verdict is negative, so that `curl -f` and scripts can branch on it",
  }),
});

interface NegativeVerdict {
  isNegative: boolean;
  /** The verdict in a sentence. */
  detail: string;
  /** The response body, which becomes a member of the error. */
  result?: object;
}

/** Throws if the verdict is negative and the caller wants that to be an error. */
export function failIfNegative(
  { fail }: { fail: boolean },
  { isNegative, detail, result }: NegativeVerdict,
): void {
  if (fail && isNegative)
    throw dev.error("negative_verdict", detail, { ...(result && { members: { result } }) });
}
