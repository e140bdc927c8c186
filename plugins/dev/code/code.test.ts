import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import fc from "fast-check";
import { parse } from "graphql";
import { HubError } from "hub";
import { cases, json, testHub } from "hub/testing";
import { formatSql } from "./format-sql.ts";
import { sqlDialects } from "./request.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const askSql = (body: object) => hub.post("/api/dev/sql/format", body);
const formatGraphql = (body: object) => hub.post("/api/dev/graphql/format", body);

const database = new Database(":memory:");
database.run("create table item (id integer primary key, name text, price real, kind text)");
database.run(
  "insert into item values (1,'Tea',3.5,'hot'),(2,'It''s  -- milk',1.2,'cold'),(3,NULL,9,'hot')",
);

// SQLite is the reference: it returns the same rows before and after.
test.each([
  "select * from item",
  "select name,price from item where price<5 and kind='hot' order by price desc limit 1",
  "select 'a  b', 'it''s -- no comment', '/* no */'",
  "select 1 - -1, 2*-3, - - 4, 5 --6\n, 7",
  "select 1 /* a -- b */ + 2 -- c\n + 3",
  "select kind,count(*) n from item group by kind having count(*)>1",
  "select case when price>2 then 'x' else 'y' end as \"a  b\" from item",
  "with recursive c(n) as (select 1 union all select n+1 from c where n<5) select * from c",
  "select a.name from item a left join item b on a.id=b.id+1 where b.id is null",
  "select * from item where id in (select id from item where name like '%ea%')",
  "select name || ':' || price from item where name is not null",
  "select coalesce(name,'?'),round(price,1) from item",
  "select id,sum(price) over (partition by kind order by id rows between 1 preceding and current row) from item",
  "select [name], `kind` from item",
  "select x'4142', 1e3, .5, 0x10",
  "select exists(select 1 from item where price between 1 and 2)",
  "select distinct kind from item union select 'none' except select 'cold'",
  "select id, price->>'$' from (select 1 id, '1' price)",
  "select id%2, id&1, id|4, id<<1, ~id, id<>2, id!=2 from item",
  "select cast('12' as integer), typeof(1.0), ifnull(null,'a\tb')",
  "select 'Grüße 😀', \"name\" from item where not (id=1 or id=2)",
  "select json_extract('{\"a\":[1,2]}','$.a[1]')",
])("sql/format preserves the results of %s", async (sql) => {
  const { formatted } = await json(await askSql({ sql, dialect: "sqlite" }));
  expect(database.query(formatted).values()).toEqual(database.query(sql).values());
  const again = await json(await askSql({ sql: formatted, dialect: "sqlite" }));
  expect(again.formatted).toBe(formatted);
});

test("sql/format has options for keywords and indentation", async () => {
  const sql = "select a from t where b='select'";
  const answer = await json(await askSql({ sql, keyword_case: "upper", indent: "tab" }));
  expect(answer.formatted).toBe("SELECT\n\ta\nFROM\n\tt\nWHERE\n\tb = 'select'");
});

test.each([
  ["sql", "select :a, @b, ?, $1"],
  ["postgresql", "select $$a  b$$::text, e'\\n', a[1:2], $1 from t where j @> '{}'"],
  ["mysql", "select `a` from t # comment\nlimit 1,2"],
  ["transactsql", "select top 1 [a b], @x from #t"],
  ["bigquery", 'select r"a", array[1] from `p.d.t`'],
])("sql/format reads %s", async (dialect, sql) => {
  const { formatted } = await json(await askSql({ sql, dialect }));
  expect(formatted.replace(/\s/g, "")).toBe(sql.replace(/\s/g, ""));
});

test.each([
  ["postgresql", "select N'x', 'a'\n'b'"],
  ["transactsql", "select N'x', [a b]"],
  ["sql", "select * from {{ ref('x') }} where {% if a %} b {% endif %}"],
  ["sql", "select a from t where b = %s and c = %(name)s"],
  ["sql", "SELECT id, price::int\nFROM t"],
  ["sql", "select a[0]['x'], b -> 'c' from t"],
  ["plsql", "select /*+ hint */*/* note */ q'[it's]' from dual"],
  ["postgresql", "select a#>'{x}', $tag$ a  b $tag$, u&'d\\0061', |/ 4, a <<->> b"],
  ["mysql", "select 5--1, _utf8'a\\'b', @a := 1 # note"],
  ["bigquery", "select r'a\\', '''x\n'y''' from `a.b`"],
  ["clickhouse", "create table T (Array Int64, x struct<a int>)"],
])("sql/format in %s keeps each token of %j", async (dialect, sql) => {
  const { formatted } = await json(await askSql({ sql, dialect }));
  expect(squeeze(formatted)).toBe(squeeze(sql));
});

test("sql/format changes no token, whatever the text", () => {
  const token = fc.constantFrom(
    ..."select from where ( ) , ; a b.c 1 1e5 .5 'x' 'it''s' \"q\" `n` [m] N'x' x'ff' e'\\n' :p @v $1 ? %s :: -> ->> || <= <> := = - -- // # /*c*/ {{t}} {%u%} $V case when then end { } & && | ! ~ ^ $$ Ü 😀 \\".split(
      " ",
    ),
  );
  const gap = fc.constantFrom(" ", "\n", "  ", "\t");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(token, gap), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...sqlDialects),
      (parts, dialect) => {
        const sql = parts.flat().join("");
        const formatted = formatOrRefuse(sql, dialect);
        if (formatted === undefined) return;
        expect(squeeze(formatted)).toBe(squeeze(sql));
        let at = 0;
        for (const [token] of parts) {
          at = formatted.indexOf(token, at) + token.length;
          expect(at).toBeGreaterThanOrEqual(token.length);
        }
      },
    ),
    cases(2000),
  );
});

function formatOrRefuse(sql: string, dialect: (typeof sqlDialects)[number]): string | undefined {
  try {
    return formatSql(sql, { dialect, keyword_case: "preserve", indent: 2, width: 80 }).formatted;
  } catch (error) {
    expect(error).toBeInstanceOf(HubError);
    expect((error as HubError).code).toBe("syntax_error");
    return undefined;
  }
}

function squeeze(text: string): string {
  return text.replace(/\s/g, "");
}

test("sql/format names the dialects that read a text", async () => {
  const answer = await json(await askSql({ sql: "select $$x'y$$", dialect: "mysql" }));
  expect(answer).toMatchObject({ status: 422, code: "syntax_error" });
  expect(answer.detail).toContain('body.dialect can be "clickhouse", "duckdb"');
});

test("sql/format names a command of the client that it cannot format", async () => {
  const sql = "DELIMITER //\nselect 1 //";
  const answer = await json(await askSql({ sql, dialect: "mysql" }));
  expect(answer).toMatchObject({ status: 422, code: "syntax_error" });
  expect(answer.detail).toStartWith("body.sql must not have DELIMITER, a command of the client");
});

test("an error of the package is the caller's, and its cause isn't shown", async () => {
  const answer = await json(await askSql({ sql: "1\t2\n\\.\n", dialect: "postgresql" }));
  expect(answer).toMatchObject({ status: 422, code: "syntax_error", line: 2, column: 1 });
});

test.each([
  ["select 'open", 1, 8],
  ["select (1", 1, 10],
  ["select 1;\nselect }", 2, 8],
])("sql/format names the position in %j", async (sql, line, column) => {
  const answer = await json(await askSql({ sql }));
  expect(answer).toMatchObject({ status: 422, code: "syntax_error", line, column });
  expect(answer.detail).toContain("body.sql cannot be read at line");
  expect(answer.detail).toContain("Unexpected");
});

test("sql/format names the allowed dialects", async () => {
  const answer = await json(await askSql({ sql: "select 1", dialect: "oracle" }));
  expect(answer).toMatchObject({ status: 400, errors: [{ location: "body.dialect" }] });
  expect(answer.detail).toContain('"plsql"');
});

// graphql-js is the reference: it reads the same document before and after.
test.each([
  "{a}",
  'query Q($a:Int=1,$b:[ID!]!@d){x:a(b:$a,c:{d:[1,2.50,"s",E,null,true]}){...F @include(if:true)}}',
  "fragment F on T@x(y:1){a,b,c}",
  'mutation{a(b:"""block "q"\n  text"""){c}}',
  "subscription S{a}",
  "query A{a}query B{b}",
  "{...on T{a}...{b}}",
  "{a(x:12345678901234567890.10,y:-0,z:1e50)}",
  '{a(s:"\\u00e9\\n\\"")}',
  '{u:a(s:"😀 Grüße")}',
  "schema@a{query:Q mutation:M}",
  '"d" type A implements B&C@x{"f" a(x:Int!=1):[String!]!@deprecated(reason:"r")}',
  "interface I implements J{a:Int}",
  "union U@x=|A|B",
  "enum E{A B@deprecated}",
  "input I{a:Int=1 b:[String]}",
  'scalar S@specifiedBy(url:"u")',
  "directive@d(a:Int=1)repeatable on FIELD|QUERY",
  "extend type A{b:Int}",
  'extend schema@link(url:"u"){subscription:S}',
  "extend union U=C extend enum E{C} extend input I{c:Int} extend scalar S@x",
  "query($a:Int){# comment\na(b:$a)}",
])("graphql/format preserves the document %s", async (graphql) => {
  const { formatted } = await json(await formatGraphql({ graphql }));
  const read = (text: string) => JSON.stringify(parse(text, { noLocation: true }));
  expect(read(formatted)).toBe(read(graphql));
  expect((await json(await formatGraphql({ graphql: formatted }))).formatted).toBe(formatted);
});

test("graphql/format preserves comments", async () => {
  const { formatted } = await json(await formatGraphql({ graphql: "{a # one\n b}# two" }));
  expect(formatted).toBe("{\n  a # one\n  b\n} # two\n");
});

test.each([
  ["{a(", 1, 4],
  ["{a}\n}", 2, 1],
])("graphql/format names the position in %j", async (graphql, line, column) => {
  const answer = await json(await formatGraphql({ graphql }));
  expect(answer).toMatchObject({ status: 422, code: "syntax_error", line, column });
  expect(answer.detail).toStartWith("body.graphql cannot be read at line");
});

test("sql/format limits the depth, which strings and comments don't count for", async () => {
  const ask = (sql: string) => hub.post("/api/dev/sql/format", { sql });
  for (const open of ["(", "select * from (", "case "]) {
    const answer = await json(await ask(open.repeat(400)));
    expect(answer).toMatchObject({ status: 422, code: "too_deep" });
    expect(answer.detail).toStartWith("body.sql must not nest deeper than 80: it does at position");
  }
  expect((await ask(`select ${"(".repeat(70)}1${")".repeat(70)}`)).status).toBe(200);
  const parentheses = "(".repeat(200);
  expect((await ask(`select '${parentheses}', "${parentheses}" /* ${parentheses} */`)).status).toBe(
    200,
  );
});
