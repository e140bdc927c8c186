import { afterAll, describe, expect, test } from "bun:test";
import { json, startNameServer, testHub } from "hub/testing";
import { makeValidator } from "../validate.ts";
import { validateBatch } from "./batch.ts";
import { limitDns } from "./deadline.ts";
import { isLarge } from "./source.ts";
import { readTable } from "./table.ts";

const server = await startNameServer({
  "shop.com": { MX: [[1, "mx.shop.com"]] },
  "mx.shop.com": { A: ["8.8.8.8"] },
  "silent.com": "SERVFAIL",
});
afterAll(() => server.stop());
const hub = await testHub(`${import.meta.dir}/..`, { nameServers: [server] });
const path = "/api/email/validate/batch";
const csv = { "content-type": "text/csv" };

test("returns results in order, with a count of each verdict", async () => {
  const emails = ["ann@shop.com", "info@shop.com", "ann@silent.com", "ann@gone.com", "none"];
  const answer = await json(await hub.post(path, { emails }));
  expect(answer).toMatchObject({
    success: true,
    total: 5,
    valid: 1,
    risky: 1,
    unknown: 1,
    invalid: 2,
    duplicates: 0,
  });
  expect(answer.results.map(({ email }: { email: string }) => email)).toEqual(emails);
});

test("looks up each domain once", async () => {
  const emails = Array.from({ length: 40 }, (_, index) => `u${index}@once.com`);
  await hub.post(path, { emails });
  expect(server.asked.filter((question) => question === "MX once.com")).toHaveLength(1);
});

test("removes duplicates, or keeps and counts them", async () => {
  const emails = ["ann@shop.com", "ANN@Shop.com", '"ann"@shop.com', "(x)ann@shop.com", "x", "x"];
  const without = await json(await hub.post(path, { emails }));
  expect(without).toMatchObject({ total: 6, duplicates: 4, valid: 1, invalid: 1 });
  expect(without.results).toHaveLength(2);
  const kept = await json(await hub.post(path, { emails, dedupe: false }));
  expect(kept).toMatchObject({ total: 6, duplicates: 4, valid: 4, invalid: 2 });
});

test.each([
  ["Name,Email\r\nAnn,ann@shop.com\r\nLee,lee@shop.com\r\n", ["ann@shop.com", "lee@shop.com"]],
  ["ann@shop.com,Ann\nlee@shop.com,Lee", ["ann@shop.com", "lee@shop.com"]],
  ["\uFEFFe-mail\rann@shop.com\r\r", ["ann@shop.com"]],
  ['email\n"""ann lee""@shop.com"\n"bo,b"@shop.com\n', ['"ann lee"@shop.com', '"bo,b"@shop.com']],
  ["id,email\n1\n2,ann@shop.com", ["ann@shop.com"]],
  ["Name;Email\r\nLee, Ann;ann@shop.com\r\nBob;bob@shop.com\r\n", ["ann@shop.com", "bob@shop.com"]],
  ['\uFEFF"Name";"E-Mail"\n"Ann; Lee";"ann@shop.com"', ["ann@shop.com"]],
  ["ann@shop.com;Lee, Ann\nlee@shop.com;Lee", ["ann@shop.com", "lee@shop.com"]],
  ["id\temail\tname\n1\tann@shop.com\tLee, Ann; Dr", ["ann@shop.com"]],
  ["ann@shop.com\tAnn", ["ann@shop.com"]],
  ['"a;b"@shop.com,Ann', ['"a;b"@shop.com']],
  ['"a,b"@shop.com;Ann', ['"a,b"@shop.com']],
  ["ann@shop.com", ["ann@shop.com"]],
  ["name|email\nAnn|ann@shop.com", ["ann@shop.com"]],
  ["sep=;\nName;Kontakt\nAnn;ann@shop.com", ["ann@shop.com"]],
  ["contact\nann@shop.com\nlee@shop.com", ["ann@shop.com", "lee@shop.com"]],
  ["nobody\nann@shop.com\nlee", ["nobody", "ann@shop.com", "lee"]],
  ["none", ["none"]],
])("parses the table %j", async (table, emails) => {
  const answer = await json(await hub.post(`${path}?check_dns=false&dedupe=false`, table, csv));
  expect(answer.results.map(({ email }: { email: string }) => email)).toEqual(emails);
});

test.each([
  ["without a header", "Ann,ann@shop.com\nBob,bob@shop.com", undefined, [1, 2]],
  [
    "with another header",
    "name,Work Email,x\nA,ann@shop.com,1\nB,bob@shop.com,2",
    ["name", "Work Email", "x"],
    [2, 3],
  ],
  ["with a header of two words", "user_email\nann@shop.com\nbob@shop.com", ["user_email"], [2, 3]],
  [
    "with a header that says nothing",
    "Name;Kontakt\nA;ann@shop.com\n\nB;bob@shop.com",
    ["Name", "Kontakt"],
    [2, 4],
  ],
  [
    "with an empty column of that name",
    "Email,Contact\n,ann@shop.com\n,bob@shop.com",
    ["Email", "Contact"],
    [2, 3],
  ],
  [
    "with a column of consents",
    "email,contact address\nyes,ann@shop.com\nno,bob@shop.com",
    ["email", "contact address"],
    [2, 3],
  ],
  [
    "with a second address",
    "Backup email,Email\nx@shop.com,ann@shop.com\n,bob@shop.com",
    ["Backup email", "Email"],
    [2, 3],
  ],
  [
    "with notes that mention an address",
    "id,notes,who\n1,write to x@shop.com,ann@shop.com\n2,ask y@shop.com,bob@shop.com",
    ["id", "notes", "who"],
    [2, 3],
  ],
  [
    "with a cell of two lines",
    'name\temail\n"A\n\nB"\tann@shop.com\nB\tbob@shop.com',
    ["name", "email"],
    [2, 3],
  ],
])("finds the addresses of a table %s, with their rows", async (_, table, header, rows) => {
  const answer = await json(await hub.post(`${path}?check_dns=false`, table, csv));
  expect(answer.header).toEqual(header);
  expect(
    answer.results.map(({ email, row }: { email: string; row: number }) => [email, row]),
  ).toEqual([
    ["ann@shop.com", rows[0]],
    ["bob@shop.com", rows[1]],
  ]);
});

test("an Excel file in UTF-16 is read", async () => {
  const table = Buffer.from("\uFEFFName\tKontakt\r\nZoë\tann@shop.com\r\n", "utf16le");
  const request = new Request(`http://localhost${path}?check_dns=false`, {
    method: "POST",
    body: table,
    headers: { ...csv, "x-api-key": "test" },
  });
  const { header, results } = await json(await hub.fetch(request));
  expect([header, results[0].original]).toEqual([
    ["Name", "Kontakt"],
    ["Zoë", "ann@shop.com"],
  ]);
});

test("keeps an invalid address in the column of the others", async () => {
  const table = "id,who\n1,ann.shop.com\n2,bob@shop.com\n3,lee@shop.com";
  const answer = await json(await hub.post(`${path}?check_dns=false`, table, csv));
  expect(answer).toMatchObject({ total: 3, invalid: 1 });
  const noHeader = await json(
    await hub.post(`${path}?check_dns=false`, "1,ann.shop.com\n2,bob@shop.com", csv),
  );
  expect(noHeader.results[0]).toMatchObject({ email: "ann.shop.com", row: 1, verdict: "invalid" });
});

test("results have the original row, also as a table", async () => {
  const table = "name,Work Email\nA,ann@shop.com\n=1,bob@shop.com";
  const { results } = await json(await hub.post(`${path}?check_dns=false`, table, csv));
  expect(results[1]).toMatchObject({ row: 3, original: ["=1", "bob@shop.com"] });
  const answer = await hub.post(`${path}?check_dns=false&format=csv`, table, csv);
  const [head = "", first = "", second = ""] = (await answer.text()).split("\r\n");
  expect(head).toEndWith(",row,original_name,original_Work Email");
  expect(first).toEndWith(",2,A,ann@shop.com");
  expect(second).toEndWith(",3,'=1,bob@shop.com");
});

test("takes names apart on request", async () => {
  const named = ['"Lee, Ann" <ann@shop.com>', "Bob <bob@shop.com>", "<lee@shop.com>"];
  const emails = [...named, "Ann <ann@gmail,com>", "x <y"];
  const { results } = await json(
    await hub.post(path, { emails, check_dns: false, display_name: true }),
  );
  const parts = results.map(({ normalized, display_name }: Record<string, string | null>) => [
    normalized,
    display_name,
  ]);
  expect(parts).toEqual([
    ["ann@shop.com", "Lee, Ann"],
    ["bob@shop.com", "Bob"],
    ["lee@shop.com", null],
    [null, "Ann"],
    [null, null],
  ]);
  const strict = await json(await hub.post(path, { emails, check_dns: false }));
  expect(strict.invalid).toBe(5);
});

test.each([
  ["ann@gmail,com", "ann@gmail.com"],
  ["ann@yahoo..couk", "ann@yahoo.co.uk"],
  ["ann@shop,com", "ann@shop.com"],
  ["ann@gmial.com.", "ann@gmail.com"],
  ["ann@shop,notatld", null],
  ["ann@", null],
  ["@gmail,com", null],
  ["ann(@gmail,com", null],
])("suggests a correction of the syntax of %s: %p", async (email, suggestion) => {
  const { results } = await json(await hub.post(path, { emails: [email], check_dns: false }));
  expect(results[0]).toMatchObject({ syntax_valid: false, typo_suggestion: suggestion });
});

test("accepts lines of plain text", async () => {
  const text = "ann@shop.com\r\n\n  lee@shop.com  \n";
  const answer = await json(await hub.post(path, text, { "content-type": "text/plain" }));
  expect(answer).toMatchObject({ total: 2, valid: 2 });
});

test("returns a table in which formulas are escaped", async () => {
  const emails = ["=1+1@shop.com", '"a,b"@shop.com'];
  const answer = await hub.post(path, { emails, format: "csv" });
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [head, first, second, end] = (await answer.text()).split("\r\n");
  expect(head).toStartWith("email,valid,verdict,reason,score,");
  expect(first).toStartWith("'=1+1@shop.com,true,valid,ok,");
  expect(second).toStartWith('"""a,b""@shop.com",true,');
  expect(end).toBe("");
});

test("rejects more than 10,000 addresses", async () => {
  const emails = Array.from({ length: 10_001 }, (_, index) => `u${index}@shop.com`);
  const answer = await hub.post(path, { emails });
  expect(answer.status).toBe(413);
  expect(await json(answer)).toMatchObject({ code: "batch_too_large", max: 10_000 });
});

test.each([
  [{}, "body must have exactly one of emails, csv and text: it has 0"],
  [
    { emails: ["a@b.c"], text: "a@b.c" },
    "body must have exactly one of emails, csv and text: it has 2",
  ],
  [{ emails: [] }, "body must have at least one address: it has none"],
  [
    { csv: "name,city\nAnn,Bern" },
    'body.csv must have a column with email addresses: none of its 2 columns has an address or a header such as "email"',
  ],
  [
    { csv: "e\0m\0a\0i\0l\0" },
    "body.csv must not have NUL characters, such as those of UTF-16 that was read as another encoding",
  ],
  [{ csv: 'email\n"ann@shop.com' }, "body.csv must close the quote that opens at character 7"],
])("%j is rejected", async (body, detail) => {
  const answer = await hub.post(path, body);
  expect(answer.status).toBe(400);
  expect(await json(answer)).toMatchObject({ code: "invalid_input", detail });
});

test("batch returns a table to clients that accept one", async () => {
  const res = await hub.post(
    "/api/email/validate/batch",
    { emails: ["ann@example.com"], check_dns: false },
    { accept: "text/csv" },
  );
  expect(res.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(await res.text()).toStartWith("email,valid,verdict,");
});

describe("a large table", async () => {
  const jobs = await testHub(`${import.meta.dir}/..`, { nameServers: [server], jobs: true });
  const rows = Array.from(
    { length: 10_000 },
    (_, index) => `${index};"Street ${index}; Town";u${index}@${index % 2 ? "shop" : "gone"}.com`,
  );
  const table = ["id;address;Work Email", ...rows].join("\n");

  test("is checked in a job, with the row and cells of each result", async () => {
    const answer = await json(await jobs.post(path, table, csv));
    expect(answer).toMatchObject({ total: 10_000, valid: 5000, invalid: 5000, unknown: 0 });
    expect(answer.results[9999]).toMatchObject({
      email: "u9999@shop.com",
      row: 10_001,
      original: ["9999", "Street 9999; Town", "u9999@shop.com"],
    });
    expect(server.asked.filter((question) => question === "MX shop.com").length).toBeLessThan(5);
  });

  test("is returned as a table", async () => {
    const text = await (await jobs.post(`${path}?format=csv`, table, csv)).text();
    const lines = text.trim().split("\r\n");
    expect(lines).toHaveLength(10_001);
    expect(lines[1]).toEndWith(",2,0,Street 0; Town,u0@gone.com");
  });
});

test("a batch ends at its time limit, and what was not looked up is unknown", async () => {
  let now = 0;
  const validate = await makeValidator(
    { check_dns: true, smtputf8: true, display_name: false },
    {
      net: limitDns(
        {
          async resolve() {
            now += 30_000;
            return { status: "no_such_name" } as never;
          },
        },
        { clock: () => now, until: 60_000 },
      ),
      env: { HUB_EMAIL_DISPOSABLE: [], HUB_EMAIL_NOT_DISPOSABLE: [] },
    },
  );
  const items = Array.from({ length: 100 }, (_, index) => ({ email: `u@d${index}.com` }));
  const reports: string[] = [];
  const { total, unknown, valid, results } = await validateBatch(items, {
    validate,
    dedupe: true,
    progress: (done, total) => void reports.push(`${done}/${total}`),
  });
  expect(reports).toEqual(items.map((_, index) => `${index + 1}/100`));
  expect([total, results.length, valid]).toEqual([100, 100, 0]);
  expect(unknown).toBeGreaterThan(90);
  expect(results[99]).toMatchObject({ reason: "dns_unavailable", domain_exists: null });
});

test("validates at most 25 addresses at once", async () => {
  let [running, most] = [0, 0];
  const validate = async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    return { email: "x", verdict: "valid" } as never;
  };
  const items = Array.from({ length: 60 }, (_, index) => ({ email: `u${index}@shop.com` }));
  await validateBatch(items, { validate, dedupe: false });
  expect(most).toBe(25);
});

test.each([
  [51_999, "no_such_name"],
  [52_000, "unavailable"],
] as const)("after %i of 60,000 ms, a query has the status %s", async (now, status) => {
  const resolve = async () => ({ status: "no_such_name" }) as never;
  const dns = limitDns({ resolve }, { clock: () => now, until: 60_000 });
  expect((await dns.resolve("shop.com", "MX", { timeoutMs: 1000 })).status).toBe(status);
});

test.each([
  [{ emails: Array.from({ length: 100 }, () => "x") }, false],
  [{ emails: Array.from({ length: 101 }, () => "x") }, true],
  [{ text: "x".repeat(4096) }, false],
  [{ text: "x".repeat(4097) }, true],
  [{ csv: "x".repeat(4096) }, false],
  [{ csv: "x".repeat(4097) }, true],
])("only large batches run in a job", (source, isInJob) => {
  expect(isLarge(source)).toBe(isInJob);
});

test.each([
  [
    "a column called email with one address",
    "email,contact\nann@shop.com,a@x.com\nyes,b@x.com\nno,c@x.com",
    ["ann@shop.com", "yes", "no"],
  ],
  ["a header with email above no address", "Work Email\nnone", ["none"]],
  ["a header with email next to one address", "e-mail consent,who\nyes,ann@shop.com", ["yes"]],
])("reads %s", (_, table, emails) => {
  expect(readTable(table).addresses.map(({ email }) => email)).toEqual(emails);
});

test("the header counts in a table too large to try each separator on all of it", () => {
  const rows = Array.from(
    { length: 3000 },
    (_, index) => `${index % 2 ? `u${index}@shop.com` : "none"},v${index}@shop.com`,
  );
  const { addresses } = readTable(["address,contact", ...rows].join("\n"));
  expect(addresses.slice(0, 2).map(({ email }) => email)).toEqual(["none", "u1@shop.com"]);
});
