import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { type Callback, type Machine, openMachine } from "./callbacks.ts";
import { Code } from "./relaxed.ts";

const hub = await testHub(new URL("..", import.meta.url).pathname);

let machine: Machine;
beforeAll(async () => {
  machine = await openMachine();
});
afterAll(() => machine.close());

const evaluate = (source: string) => machine.resolve(new Code(source), "c");
const call = (source: string, ...args: unknown[]) =>
  (evaluate(source) as Callback).call(undefined, args);

describe("code of a chart", () => {
  test.each<[source: string, value: unknown]>([
    ["1 + 1", 2],
    ["[1, 2].map((x) => x * 2)", [2, 4]],
    ["new Date(0)", "1970-01-01T00:00:00.000Z"],
    ["({ a: -Infinity, b: [undefined] })", { a: Number.NEGATIVE_INFINITY, b: [null] }],
    ["undefined", undefined],
  ])("%s is a value", (source, value) => {
    expect(evaluate(source)).toEqual(value);
  });

  test.each<[source: string, args: unknown[], value: unknown]>([
    ["(v) => v + '%'", [5], "5%"],
    ["function (v) { return [v, 1] }", ["a"], ["a", 1]],
    ["(value) { return -value }", [5], -5],
    ["(v) => v.toLocaleString('de', { minimumFractionDigits: 2 })", [1234.5], "1.234,50"],
    ["(v) => new Intl.NumberFormat('en', { style: 'percent' }).format(v)", [0.5], "50%"],
    ["(v) => new Date(v).toLocaleDateString('en', { month: 'long' })", [0], "January"],
    ["() => undefined", [], undefined],
  ])("%s is called", (source, args, value) => {
    expect(call(source, ...args)).toEqual(value);
  });

  test("gets the chart, the dataset and the position", () => {
    const chart = {
      width: 9,
      height: 9,
      config: {},
      data: { labels: ["a"], datasets: [{ data: [4, 6] }] },
    };
    const context = { chart, dataIndex: 1, datasetIndex: 0 };
    const share =
      "(v, c) => v / c.chart.data.datasets[0].data.reduce((a, b) => a + b) + c.dataIndex";
    expect(call(share, 6, context)).toBe(1.6);
    expect(call("(c) => c.dataset.data[c.dataIndex]", context)).toBe(6);
  });

  test("has nothing of the host", () => {
    const names = [
      "process",
      "Bun",
      "require",
      "fetch",
      "WebAssembly",
      "setTimeout",
      "console",
      "__write",
    ];
    expect(evaluate(`[${names.map((name) => `typeof ${name}`)}]`)).toEqual(
      names.map(() => "undefined"),
    );
    expect(evaluate("(() => {}).constructor('return typeof process')()")).toBe("undefined");
  });

  test.each([
    ["() => { for (;;); }", "takes too long"],
    ["() => /(a+)+$/.exec('a'.repeat(40) + 'b')", "takes too long"],
    ["() => new Uint8Array(1e8)", "needs too much memory"],
    ["() => 'x'.repeat(1e9)", "needs too much memory"],
    ["function f() { return f() + 1 }", 'cannot be run: "InternalError: stack overflow"'],
    ["() => missing", "cannot be run: \"ReferenceError: 'missing' is not defined\""],
    ["() => { throw { toString() { for (;;); } } }", "cannot be run"],
  ])("%s fails, and the next call works", (source, message) => {
    expect(() => call(source)).toThrow(`c ${message}`);
    expect(evaluate("1 + 1")).toBe(2);
  });

  test("all calls of a chart together are bounded", async () => {
    const busy = await openMachine();
    const callback = busy.resolve(new Code("() => { for (let i = 0; i < 5e5; i++); }"), "c");
    const callOften = () => {
      for (let index = 0; index < 100; index++) (callback as Callback).call(undefined, []);
    };
    expect(callOften).toThrow("takes too long");
    busy.close();
  });

  const programs = fc.stringMatching(
    /^(?:(?:for\(;;\);|while\(1\)|x|=>|\(\)|\{|\}|\[|\]|\.|constructor|__proto__|this|new |Array|Proxy|1e9|,|'a'|\+|async |await |yield |throw |import\('fs'\)|toJSON|get ){1,12})$/,
  );
  test("any code gives a value or an error of its place", () => {
    fc.assert(
      fc.property(programs, (source) => {
        try {
          const value = evaluate(source);
          if (value instanceof Code) (value as Callback).call(undefined, [1]);
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_input", status: 400 });
        }
        expect(evaluate("1")).toBe(1);
      }),
      cases(3000, 100),
    );
  });
});

const get = (c: string) =>
  hub.get(`/chart?${new URLSearchParams({ c, format: "svg", devicePixelRatio: "1" })}`);
const draw = async (c: string) => (await get(c)).text();
const bar = (options: string) =>
  `{type:'bar',data:{labels:['a','b'],datasets:[{data:[1000,2000]}]},options:${options}}`;

describe("GET /chart", () => {
  test.each([
    [
      "{plugins:{datalabels:{formatter:(v)=>'$'+v.toLocaleString('en')}}}",
      "{plugins:{datalabels:{formatter:'prefix:$'}}}",
    ],
    [
      "{scales:{y:{ticks:{callback:(v)=>v/1000+' k'}}}}",
      "{scales:{y:{ticks:{callback(v,i,all){return all[i].value/1000+' k'}}}}}",
    ],
    ["{scales:{x:{ticks:{callback:function(v){return this.getLabelForValue(v)}}}}}", "{}"],
    [
      "{plugins:{datalabels:{color:(c)=>c.dataIndex?'#ff0000':'#ff0000'}}}",
      "{plugins:{datalabels:{color:'#ff0000'}}}",
    ],
  ])("draws %s like %s", async (one, other) => {
    expect(await draw(bar(one))).toBe(await draw(bar(other)));
  });

  test("draws values that code calculates", async () => {
    const code =
      "{type:'line',data:{labels:[1,2].map(x=>'Q'+x),datasets:[{data:Array.from({length:2},(_,i)=>i*i)}]}}";
    const data = "{type:'line',data:{labels:['Q1','Q2'],datasets:[{data:[0,1]}]}}";
    expect(await draw(code)).toBe(await draw(data));
  });

  test.each([
    ["backgroundColor:()=>'nope'", "backgroundColor must be a colour"],
    ["backgroundColor:()=>{for(;;);}", "backgroundColor takes too long"],
    ["data:[1],label:()=>'a'", "label must be data"],
    ["pointStyle:()=>missing", "pointStyle cannot be run"],
  ])("names the place of %s", async (option, message) => {
    const type = option.startsWith("point") ? "line" : "bar";
    const answer = await json(
      await get(`{type:'${type}',data:{labels:['a'],datasets:[{data:[1],${option}}]}}`),
    );
    expect([answer.status, answer.detail]).toEqual([400, expect.stringContaining(message)]);
  });

  test("isn't cached if code in base64 depends on the time, and is with a label Date", async () => {
    const code = "{type:'bar',data:{labels:[Date.now()>0],datasets:[{data:[1]}]}}";
    const query = new URLSearchParams({ c: btoa(code), encoding: "base64", format: "svg" });
    const coded = await hub.get(`/chart?${query}`);
    expect(coded.headers.get("cache-control")).toContain("no-cache");
    const plain = await get("{type:'bar',data:{labels:['Date'],datasets:[{data:[1]}]}}");
    expect(plain.headers.get("cache-control")).not.toContain("no-cache");
  });

  test("isn't cached if the picture depends on the time", async () => {
    const response = await get(
      "{type:'bar',data:{labels:[new Date().getTime()>0],datasets:[{data:[1]}]}}",
    );
    expect(response.headers.get("cache-control")).toContain("no-cache");
  });
});

test("a chart in JavaScript may have templates, expressions with brackets in quotes, and spread", async () => {
  const chart =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of a caller
    "{type:'bar',data:{labels:['{a'],datasets:[{...{data:[1]}}]},options:{plugins:{title:{display:true,text:`${1+1} pears`}},scales:{x:{ticks:{callback(v){return this.getLabelForValue(v).replace(/[{'\"]/g,'')}}}}}}";
  const answer = await hub.get(`/chart?f=svg&c=${encodeURIComponent(chart)}`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("2 pears");
});
