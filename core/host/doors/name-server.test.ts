import { expect, test } from "bun:test";
import { parseNameServer } from "./name-server.ts";

test.each([
  ["192.0.2.1", "192.0.2.1", 53],
  ["192.0.2.1:5353", "192.0.2.1", 5353],
  ["2001:db8::1", "2001:db8::1", 53],
  ["[2001:db8::1]:5353", "2001:db8::1", 5353],
  ["fe80::1%eth0", "fe80::1%eth0", 53],
  ["[fe80::1%eth0.5]:1", "fe80::1%eth0.5", 1],
  ["192.0.2.1:65535", "192.0.2.1", 65_535],
])("%s is the server %s at port %d", (text, hostname, port) => {
  expect(parseNameServer(text)).toEqual({ hostname, port });
});

test.each([
  "",
  "dns.example",
  "192.0.2.1:0",
  "192.0.2.1:65536",
  "192.0.2.1:5.5",
  "192.0.2.1%eth0",
  "[192.0.2]:53",
  "[2001:db8::1:53",
  "2001:db8::1]:53",
])("rejects %j as a name server", (text) => {
  expect(parseNameServer(text)).toBeUndefined();
});
