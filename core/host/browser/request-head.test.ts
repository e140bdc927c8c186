import { expect, test } from "bun:test";
import { readHead } from "./proxy.ts";

const read = (...lines: string[]) => readHead(lines.join("\r\n"));

test("a tunnel request is parsed to its host and port", () => {
  expect(read("CONNECT Example.com:8443 HTTP/1.1", "Host: other.example")).toMatchObject({
    method: "CONNECT",
    host: "example.com",
    port: 8443,
  });
  expect(read("CONNECT [::1]:443 HTTP/1.1")).toMatchObject({ host: "::1", port: 443 });
});

test("a request is forwarded without proxy headers, and for one exchange only", () => {
  const head = read(
    "POST http://example.com/a?b=c HTTP/1.1",
    ...["Host: example.com", "Proxy-Connection: keep-alive", "Connection: keep-alive, x"],
    ...["Proxy-Authorization: Basic x", "Content-Length: 5", "X-Own: 1"],
  );
  expect(head).toMatchObject({ host: "example.com", port: 80, path: "/a?b=c", bodyBytes: 5 });
  expect(head?.forwarded.split("\r\n")).toEqual([
    "POST /a?b=c HTTP/1.1",
    "Host: example.com",
    "Content-Length: 5",
    "X-Own: 1",
    "Connection: close",
    "",
    "",
  ]);
});

test.each([
  ["decimal forms of this machine's address", "CONNECT 2130706433:443 HTTP/1.1", "127.0.0.1"],
  ["octal forms", "GET http://0177.0.0.1/ HTTP/1.1", "127.0.0.1"],
  ["a mapped address", "CONNECT [::ffff:127.0.0.1]:80 HTTP/1.1", "::ffff:7f00:1"],
])("%s are parsed as the address that they mean", (_, line, host) => {
  expect(readHead(line)?.host).toBe(host);
});

test.each([
  "GET /path HTTP/1.1",
  "GET ftp://example.com/ HTTP/1.1",
  "GET http://user:word@example.com/ HTTP/1.1",
  "GET http://example.com/ HTTP/1.0",
  "CONNECT example.com:99999 HTTP/1.1",
  "CONNECT user@example.com:443 HTTP/1.1",
  "GET http://example.com/ HTTP/1.1\r\nTransfer-Encoding: chunked",
  "GET http://example.com/ HTTP/1.1\r\nContent-Length: -1",
  "",
])("rejects %p, which no browser sends", (head) => {
  expect(readHead(head)).toBeUndefined();
});
