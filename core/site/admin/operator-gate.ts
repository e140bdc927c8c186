import type { Call } from "../../accounts/call.ts";
import { readBearerToken } from "../../accounts/credentials.ts";
import type { Gate } from "../../accounts/gate.ts";
import { HubError } from "../../contract/errors.ts";
import type { Target } from "../../platform/metrics/answers.ts";
import type { AuditLog, Operator } from "./audit-log.ts";
import { findRoleFault, type Operators, type Role } from "./operators.ts";

interface OperatorGateOptions {
  /** The token for scripts. Undefined if operators can only log in. */
  token: string | undefined;
  operators: Operators;
  gate: Pick<Gate, "findSession" | "gateByProof" | "identify">;
  audit: Pick<AuditLog, "recordWrongToken">;
  now(): number;
}

/** A person who is logged in, and has a role. */
interface Person {
  readonly email: string;
  readonly role: Role;
}

/** Time after which operators must log in again. */
const loginLifeMs = 12 * 3_600_000;

/** Authenticates operators by their token, or by their session and role. */
export class OperatorGate {
  readonly #options: OperatorGateOptions;
  readonly #digest: Uint8Array | undefined;
  readonly #people = new WeakMap<Call, Person>();

  constructor(options: OperatorGateOptions) {
    this.#options = options;
    this.#digest = options.token === undefined ? undefined : hashToken(options.token);
  }

  /** Returns why a request is rejected, or undefined if it is allowed. */
  async admit(call: Call, { route }: Pick<Target, "route">): Promise<HubError | undefined> {
    const { gate, audit, operators } = this.#options;
    const person = readBearerToken(call.request) === null && (await this.findPerson(call, true));
    if (person) {
      this.#people.set(call, person);
      return findRoleFault(person.role, route);
    }
    const refusal = await gate.gateByProof(call, () => this.#isProved(call));
    if (refusal) audit.recordWrongToken(gate.identify(call).address);
    return refusal ?? findNameFault(call, operators);
  }

  /**
   * Returns the operator of a request's session. The login must have proved the address, and be recent. Only with
   * `isProved` the request has the token of a page of the hub.
   */
  async findPerson(call: Call, isProved: boolean): Promise<Person | undefined> {
    const { gate, operators, now } = this.#options;
    if (operators.size === 0) return undefined;
    const holder = await gate.findSession(call, { isProved });
    const role = holder && operators.get(holder.account.folded);
    if (!role || holder.key.restrictions.isVerified !== true) return undefined;
    if (holder.key.createdAt <= now() - loginLifeMs) return undefined;
    return { email: holder.account.email, role };
  }

  /** Returns the operator who sent a request. */
  identifyOperator(call: Call): Operator {
    const name = this.#people.get(call)?.email ?? getOperatorName(call);
    return { name, address: this.#options.gate.identify(call).address };
  }

  #isProved({ request }: Call): boolean {
    // Compares digests, since the comparison requires equal lengths.
    const given = hashToken(readBearerToken(request) ?? "");
    return this.#digest !== undefined && crypto.timingSafeEqual(given, this.#digest);
  }
}

function hashToken(text: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(text).digest();
}

function getOperatorName({ request }: Call): string | null {
  return request.headers.get("x-admin-actor")?.trim() || null;
}

/** Validates the operator's name, so that it can't forge parts of the audit log, or name another operator. */
function findNameFault(call: Call, operators: Operators): HubError | undefined {
  const name = getOperatorName(call);
  if (operators.has(name?.toLowerCase() ?? ""))
    return new HubError(
      "invalid_input",
      "header.X-Admin-Actor must not be the address of an operator, who logs in instead",
      { at: "header.X-Admin-Actor" },
    );
  if (name === null || /^[\x20-\x7e]{1,80}$/.test(name)) return undefined;
  return new HubError(
    "invalid_input",
    "header.X-Admin-Actor must have at most 80 printable ASCII characters",
    { at: "header.X-Admin-Actor" },
  );
}
