import { type Complaint, HubError } from "../../contract/errors.ts";
import { formatErrorChain } from "../log/log.ts";

/** An error, serialised for another process. */
export interface WireError {
  name: string;
  message: string;
  stack: string | undefined;
  /** The causes, as text. Only the log shows them. */
  cause: string | undefined;
  /** The fields of a HubError. Absent for other errors. */
  hub?: {
    code: string;
    status: number;
    title: string;
    errors: readonly Complaint[];
    headers: Readonly<Record<string, string>>;
    members: Readonly<Record<string, unknown>>;
  };
}

/** Serialises an error for another process. */
export function toWireError(thrown: unknown): WireError {
  const error = thrown instanceof Error ? thrown : new Error(`Thrown: ${Bun.inspect(thrown)}`);
  const { name, message, stack, cause } = error;
  const fault: WireError = {
    name,
    message,
    stack,
    cause: cause === undefined ? undefined : formatErrorChain(cause),
  };
  if (!(error instanceof HubError)) return fault;
  const { code, status, title, errors, headers, members } = error;
  return { ...fault, hub: { code, status, title, errors, headers, members } };
}

/** Deserialises an error: an equal HubError, or an Error with the same name. */
export function fromWireError({ name, message, stack, cause, hub }: WireError): Error {
  const options = cause === undefined ? {} : { cause };
  const error = hub
    ? new HubError(hub.code, message, { ...hub, ...options })
    : Object.assign(new Error(message, options), { name });
  if (stack !== undefined) error.stack = stack;
  return error;
}
