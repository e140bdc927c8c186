import { describe, expect, test } from "bun:test";
import { testHub } from "hub/testing";

const hub = await testHub(new URL("..", import.meta.url).pathname);

async function draw(c: string, v?: string): Promise<string> {
  const query = new URLSearchParams({ c, devicePixelRatio: "1", ...(v && { v }) });
  const response = await hub.get(`/chart?${query}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.bytes()).toString("base64");
}

const line = (dataset: string, options = "") =>
  `{type:'line',data:{labels:['a','b'],datasets:[{data:[50,90]${dataset}}]},options:{${options}}}`;

describe("a configuration for Chart.js 2", () => {
  test("fills lines and starts their axis at zero, which version 3 doesn't", async () => {
    const zero = "scales:{x:{},y:{beginAtZero:true}}";
    expect(await draw(line(""))).toBe(await draw(line(",fill:true", zero), "3"));
    expect(await draw(line(""), "2.9.4")).toBe(await draw(line("")));
    expect(await draw(line(",fill:false", "scales:{y:{}}"))).toBe(
      await draw(line("", "scales:{y:{}}"), "4"),
    );
  });

  test("puts datasets on the first axes, by any name", async () => {
    const options = (x: string, y: string) =>
      `scales:{xAxes:[{id:'${x}',display:false}],yAxes:[{id:'${y}',ticks:{min:0,max:500}}]}`;
    expect(await draw(line("", options("X1", "Y1")))).toBe(await draw(line("", options("x", "y"))));
  });

  test.each([
    ["plugins:{roundedBars:{cornerRadius:9}}", "elements:{bar:{borderRadius:9}}"],
    ["plugins:{roundedBars:false}", ""],
    ["legend:{fullWidth:false}", "plugins:{legend:{fullSize:false}}"],
    [
      "scales:{yAxes:[{ticks:{userCallback:(v)=>v+' m'}}]}",
      "scales:{y:{ticks:{callback:(v)=>v+' m'}}}",
    ],
    [
      "scales:{yAxes:[{gridLines:{zeroLineColor:'red',drawBorder:false}}]}",
      "scales:{y:{border:{display:false}}}",
    ],
    ["scales:{y:{grid:{borderColor:'red'}}}", "scales:{y:{border:{color:'red'}}}"],
  ])("draws %s like %s", async (one, other) => {
    const bar = (options: string) =>
      `{type:'bar',data:{labels:['a'],datasets:[{label:'x',data:[5]}]},options:{${options}}}`;
    expect(await draw(bar(one))).toBe(await draw(bar(other)));
  });

  test("reads dates of code and names of formats as Moment does", async () => {
    const times = (label: string, time: string) =>
      `{type:'line',data:{labels:[${label}],datasets:[{data:[1]}]},options:{scales:{xAxes:[{type:'time',time:{unit:'day',displayFormats:{day:${time}}}}]}}}`;
    expect(await draw(times("new Date(0)", "'ll',parser:1"))).toBe(
      await draw(times("0", "'MMM D, YYYY'")),
    );
    expect(await draw(times("new Date(0)", "'ll'},parser:'MM/DD/YYYY',x:{y:1"))).toBe(
      await draw(times("0", "'MMM D, YYYY'")),
    );
  });
});

test("labels on top of another bar have the contrast of the upper one", async () => {
  const c = "{type:'progressBar',data:{datasets:[{data:[60],backgroundColor:'#000'}]}}";
  const response = await hub.get(`/chart?${new URLSearchParams({ c, f: "svg", h: "60" })}`);
  expect(await response.text()).toMatch(/<path fill="white"/);
});
