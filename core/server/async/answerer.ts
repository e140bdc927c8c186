import type { Call } from "../../accounts/call.ts";
import type { Reply } from "../../contract/reply.ts";
import type { Endpoint } from "../http/endpoint.ts";

/** Converts results to HTTP responses and counts them. */
export interface Answerer {
  respond(call: Call, endpoint: Endpoint, reply: Reply): Response | Promise<Response>;
  refuse(call: Call, endpoint: Endpoint, error: unknown): Response;
  settle(call: Call, endpoint: Endpoint, response: Response): Response;
}
