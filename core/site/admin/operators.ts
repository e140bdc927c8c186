import { HubError } from "../../contract/errors.ts";

/** The role of an operator: reads all, also manages accounts and keys, or does everything. */
export type Role = (typeof roles)[number];

/** The roles, from the least to the most powerful. */
export const roles = ["reader", "support", "admin"] as const;

/** The roles of operators who log in, by their folded email addresses. */
export type Operators = ReadonlyMap<string, Role>;

/** The changes that support may make. None of them is permanent, or affects more than an account. */
const supported: readonly string[] = [
  "PATCH /admin/api/accounts/:id",
  "DELETE /admin/api/accounts/:id/counters",
  "DELETE /admin/api/accounts/:id/keys",
  "POST /admin/api/keys",
  "DELETE /admin/api/keys/:key_id",
];

/** Returns the error for a route that a role may not call. */
export function findRoleFault(role: Role, route: string): HubError | undefined {
  const isAllowed =
    role === "admin" ||
    route.startsWith("GET ") ||
    (role === "support" && supported.includes(route));
  if (isAllowed) return undefined;
  return new HubError("role_restricted", `The role "${role}" cannot call ${route}`);
}
