/** Everything a plugin author may import. */
export { type Static, Type as t } from "@sinclair/typebox";
export { readCsv, writeCsv } from "./csv.ts";
export type { Kept } from "./datasets/kept.ts";
export { readOnce } from "./datasets/read-once.ts";
export { type Html, html } from "./docs/html.ts";
export { type Address, isPublicAddress, parseAddress, parseBlock } from "./doors/address.ts";
export type { CommonDoors, DataDoor, Kv } from "./doors/doors.ts";
export type { Net } from "./doors/net-door.ts";
export { HubError } from "./errors.ts";
export { describeHost, type HostWarning } from "./host-name.ts";
export { redirect } from "./http/redirect.ts";
export { definePlugin, reply } from "./plugin.ts";
export { ask, type Question } from "./providers/ask.ts";
export { fitted } from "./providers/fitted.ts";
export { type Provided, type Provider, provide } from "./providers/provide.ts";
export { binary, file, oneOf } from "./schema.ts";
export { zip } from "./zip.ts";
