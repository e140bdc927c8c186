import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/../..`);

async function format(text: string, options: Record<string, unknown> = {}) {
  return json(await hub.post("/api/dev/json/format", { json: text, ...options }));
}

test("format indents by two blanks and keeps every digit", async () => {
  const text = '{"id":12345678901234567890,"x":[1.0,1e400,-0],"e":{},"l":[]}';
  const answer = await format(text);
  expect(answer.formatted).toBe(
    '{\n  "id": 12345678901234567890,\n  "x": [\n    1.0,\n    1e400,\n    -0\n  ],\n  "e": {},\n  "l": []\n}',
  );
  expect(answer).toMatchObject({ bytes_in: 60, depth: 2, keys: 4 });
  expect(answer.warnings).toEqual([
    "The number 12345678901234567890 does not fit a double: most parsers change it (line 1)",
    "The number 1e400 does not fit a double: most parsers change it (line 1)",
  ]);
});

test("format keeps duplicate keys and reports where they are", async () => {
  const answer = await format('{"a":1,\n"b":[{"~/":1,"~/":2}],"a":3}', { minify: true });
  expect(answer.formatted).toBe('{"a":1,"b":[{"~/":1,"~/":2}],"a":3}');
  expect(answer.warnings).toEqual([
    'The key at "/b/0/~0~1" was given before: most parsers keep the last (line 2)',
    'The key at "/a" was given before: most parsers keep the last (line 2)',
  ]);
});

test("format keeps integer keys and __proto__ in place", async () => {
  const text = '{"2":1,"1":2,"__proto__":{"x":1},"constructor":0}';
  expect((await format(text, { minify: true })).formatted).toBe(text);
});

test.each([
  ["none", '{"b10":1,"b9":2,"A":3}'],
  ["asc", '{"A":3,"b10":1,"b9":2}'],
  ["natural", '{"A":3,"b9":2,"b10":1}'],
])("format sorts keys by %s", async (sort_keys, expected) => {
  const answer = await format('{"b10":1,"b9":2,"A":3}', { sort_keys, minify: true });
  expect(answer.formatted).toBe(expected);
});

test("format indents by tabs, by eight blanks or not at all", async () => {
  expect((await format("[[1]]", { indent: "tab" })).formatted).toBe("[\n\t[\n\t\t1\n\t]\n]");
  expect((await format("[1]", { indent: 8 })).formatted).toBe("[\n        1\n]");
  expect((await format("[1]", { indent: 0 })).formatted).toBe("[\n1\n]");
});

test("format escapes non-ASCII characters on request", async () => {
  expect((await format('["é😀"]', { ascii: true, minify: true })).formatted).toBe(
    '["\\u00e9\\ud83d\\ude00"]',
  );
});

test("format escapes a lone surrogate and warns", async () => {
  const answer = await format('["a\ud800", "\\uDC00"]', { minify: true });
  expect(answer.formatted).toBe('["a\\ud800","\\uDC00"]');
  expect(answer.warnings).toEqual([
    'The string at "/0" contains a lone surrogate (line 1)',
    'The string at "/1" contains a lone surrogate (line 1)',
  ]);
});

test("format keeps JSONC comments at their members", async () => {
  const text =
    '// top\n{ /* in */ "a": 1, // one\n  // two\n  "b" /* key */ : [1, /* next */ 2,],\n // rest\n} // end';
  expect((await format(text, { jsonc: true })).formatted).toBe(
    `// top
{
  /* in */
  "a": 1, // one
  // two
  /* key */
  "b": [
    1,
    /* next */
    2
  ]
  // rest
}
// end`,
  );
});

test("format removes comments and trailing commas from minified JSONC", async () => {
  const answer = await format("[1, // one\n]", { jsonc: true, minify: true });
  expect(answer.formatted).toBe("[1]");
});

test("format accepts the JSON as the body, with options in the query", async () => {
  const headers = { "content-type": "text/plain", accept: "text/plain" };
  const path = "/api/dev/json/format?indent=tab&sort_keys=asc";
  const res = await hub.post(path, '{"b":1.0,"a":2}', headers);
  expect(await res.text()).toBe('{\n\t"a": 2,\n\t"b": 1.0\n}');
});

test("format reports the position of a syntax error", async () => {
  const res = await hub.post("/api/dev/json/format", { json: '{\n  "a": 1,\n  b: 2\n}' });
  expect(res.status).toBe(422);
  expect(await json(res)).toMatchObject({
    code: "syntax_error",
    detail:
      'body.json cannot be read at line 3, column 3: Expected a key in double quotes, found "b"',
    line: 3,
    column: 3,
    offset: 14,
    excerpt: "  b: 2\n  ^",
  });
});

describe("format rejects", () => {
  test.each([
    ["", "Expected a value, found the end of the text"],
    ["[1,]", 'Expected no trailing comma, found ","'],
    ["[1 2]", 'Expected "," or "]", found "2"'],
    ['{"a":1,}', 'Expected no trailing comma, found ","'],
    ["01", "A number must not begin with 0"],
    ["+1", 'Expected a value, found "+"'],
    ["1.", "Expected a digit, found the end of the text"],
    [".5", 'Expected a value, found "."'],
    ["nul", 'Expected a value, found "n"'],
    ["[NaN]", 'Expected a value, found "N"'],
    ["'a'", 'Expected a value, found "\'"'],
    ['"a\nb"', "A string cannot hold the control character U+000A: it must be escaped"],
    ['"\\x41"', "Invalid escape: JSON does not define it"],
    ['"\\u12g4"', "An escape needs 4 hexadecimal digits"],
    ['"abc', "The string is not closed"],
    ["1 // one", 'Expected the end of the text, found "/"'],
    ["{} {}", 'Expected the end of the text, found "{"'],
    ["[".repeat(100_000), "The text must not nest deeper than 1000"],
  ])("%p", async (text, message) => {
    expect((await format(text)).detail).toEndWith(`: ${message}`);
  });
});

test("format supports a thousand levels", async () => {
  const text = "[".repeat(1000) + "]".repeat(1000);
  expect((await format(text, { minify: true })).formatted).toBe(text);
});

test("format rejects a result that indentation makes too large", async () => {
  const text = `${"[".repeat(1000)}${"0,".repeat(10_000)}0${"]".repeat(1000)}`;
  const res = await hub.post("/api/dev/json/format", { json: text, indent: 8 });
  expect(res.status).toBe(422);
  expect((await json(res)).code).toBe("result_too_large");
});

test("format ignores a byte order mark", async () => {
  expect((await format("\ufeff[1]", { minify: true })).formatted).toBe("[1]");
});

describe("format rewrites JSON5 as JSON:", () => {
  test.each([
    ["{a:1,'b':2,}", '{"a":1,"b":2}'],
    ["{$_ü: 'x'}", '{"$_ü":"x"}'],
    ["{\\u0061: 1}", '{"a":1}'],
    ["['it\\'s \"x\"']", '["it\'s \\"x\\""]'],
    ['["\\x41\\v\\0"]', '["A\\u000b\\u0000"]'],
    ['["a\\\nb"]', '["ab"]'],
    ["[+1, .5, 5., -.5e3, +0x1F]", "[1,0.5,5,-0.5e3,31]"],
    ["[0xFFFFFFFFFFFFFFFFFF]", "[4722366482869645213695]"],
    ["[5.e3]", "[5e3]"],
    ["[1.50, 12345678901234567890, 1E400]", "[1.50,12345678901234567890,1E400]"],
    ["[Infinity, -Infinity, NaN]", "[null,null,null]"],
    ["{null: null, true: true}", '{"null":null,"true":true}'],
    ["'a'", '"a"'],
    ['["\\/\\u00e9"]', '["\\/\\u00e9"]'],
    ["\ufeff\u00a0[]", "[]"],
    ["// c\n[1]", "[1]"],
    ["[1,/* c */2]", "[1,2]"],
    ["{a:{b:[{c:1,},],},}", '{"a":{"b":[{"c":1}]}}'],
    ["['\\u2028']", '["\u2028"]'],
    ["['\\a']", '["a"]'],
  ])("%s", async (text, expected) => {
    const body = { json: text, jsonc: true, minify: true };
    const { formatted } = await json(await hub.post("/api/dev/json/format", body));
    expect(formatted).toBe(expected);
    expect(JSON.parse(formatted)).toBeDefined();
  });

  test("keeping comments, and says so", async () => {
    const body = { json: "// c\n{a: .5, /* d */ b: NaN}", jsonc: true };
    expect(await json(await hub.post("/api/dev/json/format", body))).toMatchObject({
      formatted: '// c\n{\n  "a": 0.5,\n  /* d */\n  "b": null\n}',
      warnings: [
        "JSON5 syntax was rewritten as JSON",
        "JSON has no Infinity or NaN: null was written",
      ],
    });
  });
});

test("format takes texts of 10 MB, and repairs texts of 1 MB", async () => {
  const text = `[${"12345678901234567890,".repeat(499_000)}0]`;
  const raw = (options: string, body: string) =>
    hub.post(`/api/dev/json/format?${options}`, new Blob([body]), { "content-type": "text/plain" });
  const { bytes_in, bytes_out, warnings } = await json(await raw("minify=true", text));
  expect([bytes_in, bytes_out]).toEqual([text.length, text.length]);
  expect(warnings).toHaveLength(101);
  expect((await hub.post("/api/dev/json/format", { json: "1".repeat(10_485_761) })).status).toBe(
    400,
  );
  const res = await raw("repair=true", text);
  expect((await json(res)).detail).toBe(
    "body.json must have at most 1048576 characters for a repair: it has 10479003",
  );
});

describe("format of a file of more than 12 MB", () => {
  const item = `{"id":12345678901234567890,"é":[true,null,"${"x".repeat(5000)}"]}`;
  const large = `[${`${item}, `.repeat(2600)}${item}]`;
  const send = (text: string, query = "", accept = "application/json") =>
    hub.post(`/api/dev/json/format?${query}`, new Blob([text]), {
      ...{ "content-type": "application/x-json", accept },
    });

  test("returns the text alone", async () => {
    const res = await send(large, "minify=true", "text/plain");
    expect(res.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect((await res.text()) === large.replaceAll(", ", ",")).toBe(true);
  });

  test("returns the text in JSON with its size, depth and keys", async () => {
    const { formatted, ...facts } = await json(await send(large, "indent=0"));
    expect(facts).toEqual({
      success: true,
      bytes_in: Buffer.byteLength(large),
      bytes_out: Buffer.byteLength(formatted),
      depth: 3,
      keys: 5202,
      warnings: ["The text is too large to search it for duplicate keys and inexact numbers"],
    });
    expect(formatted.slice(0, 57)).toBe(
      '[\n{\n"id": 12345678901234567890,\n"é": [\ntrue,\nnull,\n"xxxxx',
    );
  });

  test("fails at the position of an error", async () => {
    const res = await send(`${large.slice(0, -1)},\n\n]`);
    expect(res.status).toBe(422);
    const { detail, ...error } = await json(res);
    expect(error).toMatchObject({
      ...{ code: "syntax_error", line: 1, column: large.length, offset: large.length - 1 },
    });
    expect(detail).toEndWith('Expected no trailing comma, found ","');
  });

  test("fails for options that need the whole text", async () => {
    expect((await json(await send(large, "sort_keys=asc"))).detail).toBe(
      `body.sort_keys is supported up to 12582912 bytes: the file has ${Buffer.byteLength(large)}`,
    );
  });

  test("fails for bytes that aren't UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from(large), Buffer.from([0xff])]);
    const res = await hub.post("/api/dev/json/format", new Blob([bytes]), {
      "content-type": "application/octet-stream",
    });
    expect((await json(res)).detail).toBe(
      "The body must be UTF-8, or text/plain with its charset in the header Content-Type",
    );
  });
});

describe("format of a body in another encoding", () => {
  const send = (hex: string, type: string) =>
    hub.post("/api/dev/json/format", new Blob([Uint8Array.fromHex(hex)]), { "content-type": type });

  test.each([
    ["7b22e4223a317d", "text/plain; charset=iso-8859-1"],
    ["7b22e4223a317d", 'text/plain; charset="Latin1"'],
    ["fffe7b002200e40022003a0031007d00", "text/plain; charset=utf-16"],
    ["feff007b002200e40022003a0031007d", "application/octet-stream"],
    ["efbbbf7b22c3a4223a317d", "text/plain; charset=UTF-8"],
  ])("reads %s as %s", async (hex, type) => {
    expect((await json(await send(hex, type))).formatted).toBe('{\n  "ä": 1\n}');
  });

  test.each([
    ["7b22e4223a317d", "text/plain; charset=utf-16", "text in the encoding utf-16"],
    ["7b7d", "text/plain; charset=klingon", "text in the encoding klingon"],
    [
      "1f8b0800",
      "application/octet-stream",
      "UTF-8: it begins like gzip, which needs the header Content-Encoding: gzip",
    ],
  ])("fails for %s as %s", async (hex, type, expected) => {
    const res = await send(hex, type);
    expect([res.status, (await json(res)).detail]).toEqual([400, `The body must be ${expected}`]);
  });
});

test("format of a file of 2 MB has the same text with and without the rest of the response", async () => {
  const item = '{"a":1e400,"a":[]}';
  const text = `[${`${item},`.repeat(120_000)}${item}]`;
  const send = (accept: string, body = text) =>
    hub.post("/api/dev/json/format", new Blob([body]), { "content-type": "text/plain", accept });
  const { formatted, warnings, ...facts } = await json(await send("application/json"));
  expect(warnings).toHaveLength(101);
  expect(facts).toMatchObject({ success: true, bytes_in: text.length, depth: 3, keys: 240_002 });
  expect((await (await send("text/plain")).text()) === formatted).toBe(true);
  for (const accept of ["application/json", "text/plain"]) {
    const { status, code, line, column } = await json(await send(accept, `${text}]`));
    expect({ status, code, line, column }).toEqual({
      ...{ status: 422, code: "syntax_error", line: 1, column: text.length + 1 },
    });
  }
});
