import { type Complaint, HubError } from "../../contract/errors.ts";
import { stackOf } from "../log/log.ts";

/** A failure on the wire. */
export interface WireError {
  name: string;
  message: string;
  stack: string | undefined;
  /** What lay beneath, as text: only the log sees it. */
  cause: string | undefined;
  /** What a HubError says besides; absent for any other failure. */
  hub?: {
    code: string;
    status: number;
    title: string;
    errors: readonly Complaint[];
    headers: Readonly<Record<string, string>>;
    members: Readonly<Record<string, unknown>>;
  };
}

/** Takes down what another process must know of a failure. */
export function toWireError(thrown: unknown): WireError {
  const error = thrown instanceof Error ? thrown : new Error(`Thrown: ${Bun.inspect(thrown)}`);
  const { name, message, stack, cause } = error;
  const fault: WireError = {
    name,
    message,
    stack,
    cause: cause === undefined ? undefined : stackOf(cause),
  };
  if (!(error instanceof HubError)) return fault;
  const { code, status, title, errors, headers, members } = error;
  return { ...fault, hub: { code, status, title, errors, headers, members } };
}

/** The failure as it was thrown: a HubError equal to the first, or an Error of the same name. */
export function fromWireError({ name, message, stack, cause, hub }: WireError): Error {
  const options = cause === undefined ? {} : { cause };
  const error = hub
    ? new HubError(hub.code, message, { ...hub, ...options })
    : Object.assign(new Error(message, options), { name });
  if (stack !== undefined) error.stack = stack;
  return error;
}
