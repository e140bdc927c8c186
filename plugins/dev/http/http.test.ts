import { expect, test } from "bun:test";
import { STATUS_CODES } from "node:http";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const status = (value: string) => hub.get(`/api/dev/http/status?${new URLSearchParams({ value })}`);
const header = (value: string) => hub.get(`/api/dev/http/header?${new URLSearchParams({ value })}`);

// Phrases of Python 3.11's http.HTTPStatus.
test.each<[number, string]>([
  [100, "Continue"],
  [101, "Switching Protocols"],
  [102, "Processing"],
  [103, "Early Hints"],
  [200, "OK"],
  [201, "Created"],
  [202, "Accepted"],
  [203, "Non-Authoritative Information"],
  [204, "No Content"],
  [205, "Reset Content"],
  [206, "Partial Content"],
  [207, "Multi-Status"],
  [208, "Already Reported"],
  [226, "IM Used"],
  [300, "Multiple Choices"],
  [301, "Moved Permanently"],
  [302, "Found"],
  [303, "See Other"],
  [304, "Not Modified"],
  [305, "Use Proxy"],
  [307, "Temporary Redirect"],
  [308, "Permanent Redirect"],
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [402, "Payment Required"],
  [403, "Forbidden"],
  [404, "Not Found"],
  [405, "Method Not Allowed"],
  [406, "Not Acceptable"],
  [407, "Proxy Authentication Required"],
  [408, "Request Timeout"],
  [409, "Conflict"],
  [410, "Gone"],
  [411, "Length Required"],
  [412, "Precondition Failed"],
  [413, "Request Entity Too Large"],
  [414, "Request-URI Too Long"],
  [415, "Unsupported Media Type"],
  [416, "Requested Range Not Satisfiable"],
  [417, "Expectation Failed"],
  [418, "I'm a Teapot"],
  [421, "Misdirected Request"],
  [422, "Unprocessable Entity"],
  [423, "Locked"],
  [424, "Failed Dependency"],
  [425, "Too Early"],
  [426, "Upgrade Required"],
  [428, "Precondition Required"],
  [429, "Too Many Requests"],
  [431, "Request Header Fields Too Large"],
  [451, "Unavailable For Legal Reasons"],
  [500, "Internal Server Error"],
  [501, "Not Implemented"],
  [502, "Bad Gateway"],
  [503, "Service Unavailable"],
  [504, "Gateway Timeout"],
  [505, "HTTP Version Not Supported"],
  [506, "Variant Also Negotiates"],
  [507, "Insufficient Storage"],
  [508, "Loop Detected"],
  [510, "Not Extended"],
  [511, "Network Authentication Required"],
])("http/status knows %d as Python does: %s", async (code, name) => {
  const answer = await json(await status(String(code)));
  expect([answer.name, ...answer.former_names].map((one: string) => one.toLowerCase())).toContain(
    name.toLowerCase(),
  );
  expect((await json(await status(name))).code).toBe(code);
  expect((await json(await status(`HTTP/1.1 ${code} ${name}`))).code).toBe(code);
});

test("http/status knows all codes of node:http", async () => {
  for (const [code, name = ""] of Object.entries(STATUS_CODES)) {
    const answer = await json(await status(code));
    expect([answer.name, ...answer.former_names].map((one: string) => one.toLowerCase())).toContain(
      name.toLowerCase(),
    );
  }
});

test("http/status cites the specification", async () => {
  expect(await json(await status("413"))).toMatchObject({
    name: "Content Too Large",
    class: "client error",
    specification: "RFC 9110, section 15.5.14",
    link: "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.14",
    is_registered: true,
    former_names: ["Payload Too Large", "Request Entity Too Large"],
    may_have_content: true,
    is_cacheable: false,
  });
  expect(await json(await status("304"))).toMatchObject({ may_have_content: false });
  expect(await json(await status("410"))).toMatchObject({ is_cacheable: true });
});

test("http/status knows codes that are not registered, and treats others by their class", async () => {
  expect(await json(await status("499"))).toMatchObject({
    name: "Client Closed Request",
    specification: "nginx",
    is_registered: false,
  });
  expect(await json(await status("299"))).toMatchObject({
    name: "Unknown",
    class: "success",
    meaning: "Not registered: clients treat it as 200 OK",
  });
});

test.each(["99", "600", "4 04", "Nobody", "!", "constructor", "HTTP/1.1"])(
  "http/status names the field of the bad value %j",
  async (value) => {
    const answer = await json(await status(value));
    expect(answer).toMatchObject({ status: 400, errors: [{ location: "query.value" }] });
    expect(answer.detail).toStartWith("query.value must be a status code from 100 to 599 or");
  },
);

/** The table of RFC 9110, section 18.4: names, sections, and statuses other than permanent. */
const registry = `
Accept 12.5.1
Accept-Charset 12.5.2 deprecated
Accept-Encoding 12.5.3
Accept-Language 12.5.4
Accept-Ranges 14.3
Allow 10.2.1
Authorization 11.6.2
Connection 7.6.1
Content-Encoding 8.4
Content-Language 8.5
Content-Length 8.6
Content-Location 8.7
Content-Range 14.4
Content-Type 8.3
Date 6.6.1
ETag 8.8.3
Expect 10.1.1
From 10.1.2
Host 7.2
If-Match 13.1.1
If-Modified-Since 13.1.3
If-None-Match 13.1.2
If-Range 13.1.5
If-Unmodified-Since 13.1.4
Last-Modified 8.8.2
Location 10.2.2
Max-Forwards 7.6.2
Proxy-Authenticate 11.7.1
Proxy-Authorization 11.7.2
Range 14.2
Referer 10.1.3
Retry-After 10.2.3
Server 10.2.4
TE 10.1.4
Trailer 6.6.2
Upgrade 7.8
User-Agent 10.1.5
Vary 12.5.5
Via 7.6.3
WWW-Authenticate 11.6.1
`;

test.each(
  registry
    .trim()
    .split("\n")
    .map((line) => line.split(" ")),
)(
  "http/header knows %s as RFC 9110 does",
  async (name = "", section = "", registered = "permanent") => {
    expect(await json(await header(name.toLowerCase()))).toMatchObject({
      name,
      is_known: true,
      status: registered,
      specification: `RFC 9110, section ${section}`,
      link: `https://www.rfc-editor.org/rfc/rfc9110#section-${section}`,
    });
  },
);

test("http/header explains the directives of Cache-Control", async () => {
  const explain = async (value: string) =>
    (await json(await header(`cache-control: ${value}`))).directives.map(
      ({ meaning }: { meaning: string }) => meaning,
    );
  expect(await explain("Max-Age=3600, s-maxage=90,max-age=31536000,, max-age=1")).toEqual([
    "The response is fresh for 1 hour",
    "In shared caches the response is fresh for 90 seconds",
    "The response is fresh for 365 days",
    "The response is fresh for 1 second",
  ]);
  expect(await explain('private="a, b", constructor, max-age=x, max-stale')).toEqual([
    "Only the cache of the user may store it",
    "Unknown: caches ignore it",
    "Invalid: it needs a number of seconds",
    "The client accepts any stale response",
  ]);
});

test.each([
  ["sec-fetch-site", true, false],
  ["Sec-CH-UA-Mobile", true, false],
  ["x-real-ip", true, false],
  ["Timing-Allow-Origin", false, true],
  ["content-digest", true, true],
])("http/header describes %s, which RFC 9110 lacks", async (name, inRequests, inResponses) => {
  expect(await json(await header(name))).toMatchObject({
    is_known: true,
    in_requests: inRequests,
    in_responses: inResponses,
    meaning: expect.stringMatching(/^[A-Z]/),
  });
});

test("http/header leaves unknown fields open", async () => {
  expect(await json(await header("X-Nobody: 1"))).toMatchObject({
    name: "X-Nobody",
    is_known: false,
    meaning: null,
  });
  expect((await json(await header("constructor"))).is_known).toBe(false);
});

test.each([":", "a b", "é", " "])("http/header names the bad field %j", async (value) => {
  const answer = await json(await header(value));
  expect(answer).toMatchObject({ status: 400, errors: [{ location: "query.value" }] });
});

test("http/header explains the directives of a security policy", async () => {
  const value =
    "content-security-policy: default-src 'self'; script-src 'unsafe-inline' 'nonce-abc' https://a.example; nonsense x";
  const { directives } = await json(await header(value));
  expect(directives).toEqual([
    {
      directive: "default-src 'self'",
      meaning:
        "Sources of everything that has no directive of its own; the page's own origin is allowed",
    },
    {
      directive: "script-src 'unsafe-inline' 'nonce-abc' https://a.example",
      meaning:
        "Sources of scripts; inline code is allowed, which gives up the protection against injected code; code with the nonce is allowed",
    },
    { directive: "nonsense x", meaning: "Unknown: browsers ignore it" },
  ]);
});

test("http/header explains how long browsers keep to https", async () => {
  const value = "Strict-Transport-Security: max-age=63072000; includeSubDomains";
  const { directives } = await json(await header(value));
  expect(directives.map(({ meaning }: { meaning: string }) => meaning)).toEqual([
    "Browsers use only https for 730 days",
    "Subdomains use only https, too",
  ]);
});
