import type { Call } from "../../accounts/call.ts";
import { readBearerToken } from "../../accounts/credentials.ts";
import type { Gate } from "../../accounts/gate.ts";
import { HubError } from "../../contract/errors.ts";
import type { AuditLog, Operator } from "./audit-log.ts";

interface OperatorGateOptions {
  token: string;
  gate: Pick<Gate, "gateByProof" | "identify">;
  audit: Pick<AuditLog, "recordWrongToken">;
}

/** Authenticates operators by their token. */
export class OperatorGate {
  readonly #options: OperatorGateOptions;
  readonly #digest: Uint8Array;

  constructor(options: OperatorGateOptions) {
    this.#options = options;
    this.#digest = hashToken(options.token);
  }

  /** Returns why a request is rejected, or undefined if it is allowed. */
  async admit(call: Call): Promise<HubError | undefined> {
    const { gate, audit } = this.#options;
    const refusal = await gate.gateByProof(call, () => this.#isProved(call));
    if (refusal) audit.recordWrongToken(gate.identify(call).address);
    return refusal ?? findNameFault(call);
  }

  /** Returns the operator who sent a request. */
  identifyOperator(call: Call): Operator {
    return { name: getOperatorName(call), address: this.#options.gate.identify(call).address };
  }

  #isProved({ request }: Call): boolean {
    // Compares digests, since the comparison requires equal lengths.
    return crypto.timingSafeEqual(hashToken(readBearerToken(request) ?? ""), this.#digest);
  }
}

function hashToken(text: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(text).digest();
}

function getOperatorName({ request }: Call): string | null {
  return request.headers.get("x-admin-actor")?.trim() || null;
}

/** Validates the operator's name, so that it can't forge parts of the audit log. */
function findNameFault(call: Call): HubError | undefined {
  const name = getOperatorName(call);
  if (name === null || /^[\x20-\x7e]{1,80}$/.test(name)) return undefined;
  return new HubError(
    "invalid_input",
    "header.X-Admin-Actor must have at most 80 printable ASCII characters",
    { at: "header.X-Admin-Actor" },
  );
}
