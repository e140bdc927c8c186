// Exports host name and address functions as "hub/net".
export { describeHost, type HostWarning } from "./host-name.ts";
export { getRedirectTarget } from "./http-redirect.ts";
export {
  type Address,
  isLoopback,
  isPublicAddress,
  parseAddress,
  parseBlock,
} from "./ip-address.ts";
