import { describe, expect, spyOn, test } from "bun:test";
import fc from "fast-check";
import { loadCanvas } from "hub/drawing";
import { cases, json, testHub } from "hub/testing";
import sharp from "sharp";

const hub = await testHub(new URL("../..", import.meta.url).pathname);

function get(c: string, query: Record<string, string> = {}) {
  return hub.get(`/chart?${new URLSearchParams({ c, ...query })}`);
}

const bar = "{type:'bar',data:{labels:['a','b'],datasets:[{label:'x',data:[1,2]}]}}";

async function decode(response: Response) {
  const image = sharp(Buffer.from(await response.bytes()));
  const { data, info } = await image
    .flatten({ background: "#fff" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colors = new Set<string>();
  for (let at = 0; at < data.length; at += info.channels)
    colors.add(data.toString("hex", at, at + 3));
  return { ...info, colors };
}

// Configurations as pages really have them: drawn with all their parts.
const drawn: Record<string, [config: string, colors: string[]]> = {
  "a bar chart": [bar, ["0072b2"]],
  "colours of a dataset": [
    "{type:'bar',data:{labels:['a'],datasets:[{data:[1],backgroundColor:'#ff0000'}]}}",
    ["ff0000"],
  ],
  "a line above bars": [
    "{type:'bar',data:{labels:['a','b'],datasets:[{type:'line',data:[9,9],borderColor:'#ff0000',borderWidth:8},{data:[10,10],backgroundColor:'#00ff00'}]}}",
    ["ff0000", "00ff00"],
  ],
  "two axes": [
    "{type:'line',data:{labels:['a','b'],datasets:[{data:[1,1],yAxisID:'y',borderColor:'#f00',borderWidth:9},{data:[100,300],yAxisID:'y1',borderColor:'#0f0',borderWidth:9}]},options:{scales:{y:{position:'left'},y1:{position:'right',grid:{drawOnChartArea:false}}}}}",
    ["ff0000", "00ff00"],
  ],
  "a logarithmic axis": [
    "{type:'bar',data:{labels:['a','b'],datasets:[{data:[1,10000]}]},options:{scales:{y:{type:'logarithmic'}}}}",
    ["0072b2"],
  ],
  "a time axis": [
    "{type:'line',data:{datasets:[{data:[{x:'2026-01-01',y:1},{x:'2026-02-20',y:2}]}]},options:{scales:{x:{type:'time',time:{unit:'week',displayFormats:{week:'D MMM'}}}}}}",
    ["0072b2"],
  ],
  "options of Chart.js 2 for bars, and the largest number": [
    "{type:'horizontalBar',data:{labels:['a'],datasets:[{data:[1],borderRadius:Number.MAX_VALUE}]},options:{elements:{rectangle:{backgroundColor:'oklch(62.8% 0.25768 29.234)'}}}}",
    ["ff0000"],
  ],
  "an annotation with an arrowhead": [
    "{type:'line',data:{labels:['a','b'],datasets:[{data:[1,2]}]},options:{plugins:{annotation:{annotations:[{type:'line',yMin:1,yMax:2,borderColor:'f0f',arrowHeads:{end:{display:true,fill:true,backgroundColor:'#0f0',length:30,width:20}}}]}}}}",
    ["ff00ff", "00ff00"],
  ],
  "stacked areas": [
    "{type:'line',data:{labels:['a','b'],datasets:[{data:[1,2],fill:true},{data:[2,1],fill:'-1'}]},options:{scales:{y:{stacked:true}}}}",
    ["0072b2", "e69f00"],
  ],
  "stacked bars": [
    "{type:'bar',data:{labels:['a'],datasets:[{data:[1]},{data:[2]}]},options:{scales:{x:{stacked:true},y:{stacked:true}}}}",
    ["0072b2", "e69f00"],
  ],
  "a pie": ["{type:'pie',data:{labels:['a','b'],datasets:[{data:[1,2]}]}}", ["0072b2", "e69f00"]],
  "a doughnut with labels in its middle": [
    "{type:'doughnut',data:{labels:['a'],datasets:[{data:[1]}]},options:{plugins:{doughnutlabel:{labels:[{text:'550',color:'#ff00ff',font:{size:40}}]}}}}",
    ["0072b2", "ff00ff"],
  ],
  "half a doughnut": [
    "{type:'doughnut',data:{labels:['a','b'],datasets:[{data:[3,1]}]},options:{rotation:-90,circumference:180,cutout:'70%'}}",
    ["0072b2"],
  ],
  "a polar area": [
    "{type:'polarArea',data:{labels:['a','b','c'],datasets:[{data:[11,16,7],backgroundColor:['#f00','#0f0','#00f']}]}}",
    ["ff0000", "00ff00", "0000ff"],
  ],
  "a radar": [
    "{type:'radar',data:{labels:['a','b','c'],datasets:[{label:'A',data:[65,59,90]}]}}",
    ["0072b2"],
  ],
  bubbles: [
    "{type:'bubble',data:{datasets:[{data:[{x:1,y:4,r:9}],backgroundColor:'#f00'}]}}",
    ["ff0000"],
  ],
  "points of a style": [
    "{type:'scatter',data:{datasets:[{data:[{x:1,y:2},{x:2,y:4}],pointStyle:'triangle',radius:9,backgroundColor:'#f00'}]}}",
    ["ff0000"],
  ],
  annotations: [
    "{type:'line',data:{labels:['a','b'],datasets:[{data:[1,3]}]},options:{plugins:{annotation:{annotations:{l:{type:'line',yMin:2,yMax:2,borderColor:'#ff0000',borderWidth:4},b:{type:'box',xMin:0,xMax:1,backgroundColor:'#00ff00',drawTime:'beforeDraw'}}}}}}",
    ["ff0000", "00ff00"],
  ],
  "annotations in a list": [
    "{type:'line',data:{labels:['a','b'],datasets:[{data:[1,3]}]},options:{plugins:{annotation:{annotations:[{type:'line',yMin:2,yMax:2,borderColor:'#ff0000',borderWidth:4}]}}}}",
    ["ff0000"],
  ],
  "data labels": [
    "{type:'bar',data:{labels:['a'],datasets:[{data:[1]}]},options:{plugins:{datalabels:{color:'#ff0000',font:{size:40},formatter:'currency:EUR'}}}}",
    ["ff0000"],
  ],
  "a title": [
    "{type:'bar',data:{labels:['a'],datasets:[{data:[1]}]},options:{plugins:{title:{display:true,text:['One','Two'],color:'#ff0000',font:{size:40}}}}}",
    ["ff0000"],
  ],
  "an axis with a named format": [
    "{type:'bar',data:{labels:['a'],datasets:[{data:[3600]}]},options:{scales:{y:{ticks:{callback:'hh:mm:ss'}}}}}",
    ["0072b2"],
  ],
  "the options of Chart.js 2": [
    "{type:'horizontalBar',data:{labels:['a','b'],datasets:[{data:[1,2]}]},options:{title:{display:true,text:'Old',fontColor:'#ff0000',fontSize:40},legend:{display:false},scales:{xAxes:[{ticks:{beginAtZero:true,max:5}}],yAxes:[{gridLines:{display:false}}]}}}",
    ["ff0000", "0072b2"],
  ],
  "a sparkline": [
    "{type:'sparkline',data:{datasets:[{data:[140,60,274],borderColor:'#ff0000'}]}}",
    ["ff0000"],
  ],
  "values without names": ["{type:'bar',data:{datasets:[{data:[1,2,3]}]}}", ["0072b2"]],
  "more values than names": [
    "{type:'bar',data:{labels:['a'],datasets:[{data:[1,1],backgroundColor:['#fff','#ff0000']}]}}",
    ["ff0000"],
  ],
  "floating bars": [
    "{type:'bar',data:{labels:['a'],datasets:[{data:[[1,3]],borderRadius:8}]}}",
    ["0072b2"],
  ],
  "options without effect on a picture, code included": [
    "{type:'bar',data:{labels:['a'],datasets:[{data:[1],hoverBackgroundColor:'red'}]},options:{responsive:true,onClick:function(e){alert(1)},animation:{onComplete(){}},plugins:{tooltip:{callbacks:{label:(c)=>c.raw}}}}}",
    ["0072b2"],
  ],
};

// Notations with the same meaning: older versions, shorter forms, and points as pairs.
const equal: Record<string, [one: string, two: string]> = {
  "hours of several days, with their day": [
    "{type:'line',data:{labels:['2024-01-01T22:00Z','2024-01-02T22:00Z'],datasets:[{data:[1,5]}]},options:{scales:{x:{type:'timeseries',ticks:{source:'labels'},time:{unit:'hour'}}}}}",
    "{type:'line',data:{labels:['2024-01-01T22:00Z','2024-01-02T22:00Z'],datasets:[{data:[1,5]}]},options:{scales:{x:{type:'timeseries',ticks:{source:'labels'},time:{unit:'hour',displayFormats:{hour:'MMM D, HH:mm'}}}}}}",
  ],
  "dates without hours": [
    "{type:'line',data:{labels:['2024-01-01','2024-01-02','2024-01-04'],datasets:[{data:[1,5,2]}]},options:{scales:{x:{type:'time'}}}}",
    "{type:'line',data:{labels:['2024-01-01','2024-01-02','2024-01-04'],datasets:[{data:[1,5,2]}]},options:{scales:{x:{type:'time',time:{unit:'day'}}}}}",
  ],
  "angles in radians, as Chart.js 2 has them": [
    "{type:'doughnut',data:{labels:['a','b'],datasets:[{data:[7,3]}]},options:{rotation:Math.PI,circumference:Math.PI,cutoutPercentage:70}}",
    "{type:'doughnut',data:{labels:['a','b'],datasets:[{data:[7,3]}]},options:{rotation:270,circumference:180,cutout:'70%'}}",
  ],
  "multiples of \u03c0": [
    "{type:'pie',data:{labels:['a','b'],datasets:[{data:[7,3]}]},options:{rotation:-0.5 * Math.PI,circumference:2*Math.PI}}",
    "{type:'pie',data:{labels:['a','b'],datasets:[{data:[7,3]}]}}",
  ],
  "angles as decimals": [
    "{type:'pie',data:{labels:['a','b'],datasets:[{data:[7,3]}]},options:{rotation:-3.1416,circumference:3.1416}}",
    "{type:'pie',data:{labels:['a','b'],datasets:[{data:[7,3]}]},options:{rotation:-90,circumference:180}}",
  ],
  "no legend": [
    "{type:'bar',data:{labels:['a'],datasets:[{label:'x',data:[7]}]},options:{legend:false,title:false}}",
    "{type:'bar',data:{labels:['a'],datasets:[{label:'x',data:[7]}]},options:{plugins:{legend:{display:false}}}}",
  ],
  "annotations of Chart.js 2": [
    "{type:'line',data:{labels:['a','b','c'],datasets:[{data:[1,2,3]}]},options:{annotation:{annotations:[{type:'line',mode:'vertical',scaleID:'x-axis-0',value:'b',label:{enabled:true,content:'New',fontSize:20}}]}}}",
    "{type:'line',data:{labels:['a','b','c'],datasets:[{data:[1,2,3]}]},options:{plugins:{annotation:{annotations:[{type:'line',scaleID:'x',value:'b',label:{display:true,content:'New',font:{size:20}}}]}}}}",
  ],
  "points as pairs on a time axis": [
    "{type:'line',data:{datasets:[{data:[[1700000000000,1],[1700003600000,4]]}]},options:{scales:{x:{type:'time'}}}}",
    "{type:'line',data:{datasets:[{data:[{x:1700000000000,y:1},{x:1700003600000,y:4}]}]},options:{scales:{x:{type:'time'}}}}",
  ],
  "types of all datasets": [
    "{data:{labels:['a','b'],datasets:[{type:'bar',data:[5,4]},{type:'line',data:[3,6]}]}}",
    "{type:'bar',data:{labels:['a','b'],datasets:[{data:[5,4]},{type:'line',data:[3,6]}]}}",
  ],
};

/** Reads the hue of each coloured pixel, so that smoothed edges count as their colour. */
async function readHues(response: Response): Promise<Set<string>> {
  const { colors } = await decode(response);
  const channels = [...colors].map((color) => [...Buffer.from(color, "hex")]);
  const isColoured = (rgb: number[]) => Math.max(...rgb) - Math.min(...rgb) > 60;
  return new Set(
    channels.filter(isColoured).map((rgb) => "rgb"[rgb.indexOf(Math.max(...rgb))] ?? ""),
  );
}

describe("GET /chart", () => {
  test.each(Object.keys(equal))("draws %s", async (name) => {
    const [one, two] = await Promise.all((equal[name] ?? []).map((config) => get(config)));
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(await one?.bytes()).toEqual((await two?.bytes()) as Uint8Array<ArrayBuffer>);
  });

  test.each([
    "{type:'line',data:{labels:['a','b'],datasets:[{label:'x',data:[1,2],borderColor:'rgb(255, 0, 0)'}]}}",
    "{type:'line',data:{labels:['a','b'],datasets:[{data:[1,2],borderColor:'red',fill:true}]}}",
    "{type:'radar',data:{labels:['a','b','c'],datasets:[{data:[1,2,3],backgroundColor:'#f008',borderColor:'#f00'}]}}",
    "{type:'scatter',data:{datasets:[{data:[{x:1,y:2}],backgroundColor:'red',radius:9}]}}",
    "{type:'bubble',data:{datasets:[{data:[{x:1,y:4,r:19}],backgroundColor:'#ff0000'}]}}",
    "{type:'bar',data:{labels:['a'],datasets:[{data:[1],borderColor:'red',borderWidth:3}]}}",
  ])("draws a dataset with a colour of its own in no other: %s", async (config) => {
    expect(await readHues(await get(config, { devicePixelRatio: "1" }))).toEqual(new Set("r"));
  });

  test("draws the labels of a single dataset, and all of them within the picture", async () => {
    const labels = "{display:true,backgroundColor:'#ff0000',padding:8,anchor:'end',align:'end'}";
    const config = (own: string) =>
      `{type:'line',data:{labels:['a','b'],datasets:[{data:[1,20000],borderColor:'#000'${own}}]}}`;
    const image = async (own: string) => {
      const response = await get(config(own), { devicePixelRatio: "1", bkg: "white" });
      const raw = sharp(await response.bytes()).raw();
      const { data, info } = await raw.toBuffer({ resolveWithObject: true });
      const isRed = (x: number, y: number) => {
        const at = (y * info.width + x) * info.channels;
        return data[at] === 255 && data[at + 1] === 0;
      };
      const columns = [...Array(info.width).keys()].filter((x) =>
        [...Array(info.height).keys()].some((y) => isRed(x, y)),
      );
      return [columns.length > 0, columns.at(-1) === info.width - 1];
    };
    expect(await image("")).toEqual([false, false]);
    expect(await image(`,datalabels:${labels}`)).toEqual([true, false]);
    expect(await image(`,datalabels:${labels.replace("display:true,", "")}`)).toEqual([
      true,
      false,
    ]);
  });

  test.each(["{x:1,y:7}", "[1,7]"])("labels %s with its value only", async (value) => {
    const draw = async (point: string) => {
      const config = `{type:'scatter',data:{datasets:[{data:[${point}],datalabels:{display:true}}]}}`;
      return (await get(config, { devicePixelRatio: "1" })).bytes();
    };
    expect(await draw(value)).toEqual(await draw("{x:1,y:7,label:'7'}"));
  });

  test("writes values on dark slices in white", async () => {
    for (const color of ["navy", "#00f", "rgb(20, 20, 20)"]) {
      const config = `{type:'pie',data:{datasets:[{data:[3],backgroundColor:['${color}']}]},options:{plugins:{datalabels:{font:{size:60}}}}}`;
      const { colors } = await decode(await get(config, { bkg: "000" }));
      expect(colors).toContain("ffffff");
    }
  });

  test.each(Object.keys(drawn))("draws %s", async (name) => {
    const [config = "", colors = []] = drawn[name] ?? [];
    const response = await get(config, { devicePixelRatio: "1" });
    expect(response.status).toBe(200);
    const image = await decode(response);
    expect([image.width, image.height]).toEqual([500, 300]);
    for (const color of colors) expect(image.colors).toContain(color);
  });

  // Never half drawn: the part that a picture can't have is named.
  test.each([
    [
      "{type:'bar',data:{datasets:[{data:[1]}]},options:{scales:{y:{ticks:{callback:'(v)=>v'}}}}}",
      "query.c.options.scales.y.ticks.callback must be a function or",
    ],
    [
      "{type:'bar',data:{datasets:[{data:[1],label:(v)=>v}]}}",
      "query.c.data.datasets.0.label must be data",
    ],
    [
      "{type:'bar',data:{datasets:[{data:[1]}]},options:{scales:{y:{ticks:{callback:'dollars'}}}}}",
      'it is "dollars"',
    ],
    ["{type:'treemap',data:{datasets:[{data:[1]}]}}", "query.c.type must be one of"],
    [
      "{type:'bar',data:{datasets:[{type:'treemap',data:[1]}]}}",
      "query.c.data.datasets.0.type must be one of",
    ],
    [
      "{type:'bar',data:{datasets:[{data:[1]}]},options:{plugins:{backgroundImageUrl:'http://x'}}}",
      "query.c.options.plugins.backgroundImageUrl is not supported",
    ],
    [
      "{type:'bar',data:{datasets:[{data:[1]}]},options:{scales:{y:{type:'sqrt'}}}}",
      "query.c.options.scales.y.type must be one of",
    ],
    [
      "{type:'line',data:{datasets:[{data:[1],pointStyle:'https://x/y.png'}]}}",
      "query.c.data.datasets.0.pointStyle must be one of",
    ],
    [
      "{type:'bar',data:{datasets:[{data:[1]}]},options:{plugins:{annotation:{annotations:{a:{type:'arrow'}}}}}}",
      "annotations.a.type must be one of",
    ],
    [
      "{type:'bar',data:{datasets:[{data:[1]}]},options:{plugins:{annotation:{annotations:{a:{type:'line',scaleID:'z',value:1}}}}}}",
      'annotations.a.scaleID must be one of x, y: it is "z"',
    ],
    [
      "{type:'pie',data:{datasets:[{data:[1]}]},options:{plugins:{annotation:{annotations:[{type:'line',yMin:1,yMax:1}]}}}}",
      "annotations.0.yMin must be omitted, because the chart has no axis for it",
    ],
    ["{type:'bar',data:{datasets:7}}", "query.c.data.datasets must be a list"],
    [
      "{type:'bar',data:{datasets:[{data:[1]}]},options:{plugins:{airtable:{url:'x'}}}}",
      "query.c.options.plugins.airtable is not supported",
    ],
    ["{type:'bar',data:{datasets:[{data:'abc'}]}}", "query.c.data.datasets.0.data must be a list"],
    [
      "{type:'bar',data:{datasets:[{data:[true]}]}}",
      "query.c.data.datasets.0.data.0 must be a number",
    ],
    [
      "{type:'bar',data:{datasets:[{data:[1]}]},plugins:[{id:'x'}]}",
      "query.c.plugins is not supported",
    ],
    [
      "{type:'bar',data:{datasets:[{data:[1]}]},options:{locale:'no such'}}",
      "query.c.options.locale must be a language tag",
    ],
    [
      "{type:'bar',data:{datasets:[{data:[1],backgroundColor:['red','tomatoe']}]}}",
      'query.c.data.datasets.0.backgroundColor.1 must be a colour such as ff6347, tomato or rgb(255 99 71): it is "tomatoe"',
    ],
    [
      "{type:'line',data:{datasets:[{data:[{x:8.65e15,y:1}]}]},options:{scales:{x:{type:'time'}}}}",
      "is not a date: the last one is 8640000000000000",
    ],
    [
      "{type:'pie',data:{datasets:[{data:[1,2]}]},options:{circumference:1e308}}",
      "query.c.options.circumference must be at most 360",
    ],
    [
      "{type:'line',data:{datasets:[{data:[1]}]},options:{scales:{x:{type:'time',time:{minUnit:'eon'}}}}}",
      "query.c.options.scales.x.time.minUnit must be one of millisecond, second",
    ],
    [
      "{type:'bar',data:{datasets:[{data:[1]}]},options:{scales:{y:{ticks:{stepSize:-1}}}}}",
      "query.c.options.scales.y.ticks.stepSize must be a positive number: it is -1",
    ],
    [
      "{type:'bar',data:{datasets:[{data:[1]}]},options:{plugins:{title:{display:true,text:{a:1}}}}}",
      "Chart.js cannot draw this configuration: an option has a value of the wrong type",
    ],
    [
      "const config = {type:'bar',data:{datasets:[{data:[1]}]}}",
      'query.c must have JSON or a JavaScript expression: at character 1 it has "const config',
    ],
    ["{type:'bar',data:{datasets:[{data:[1]}]},options:(()=>7)()}", "options must be an object"],
    ["{type:'bar'}", "query.c.data must be an object"],
    ["[1]", "query.c must be a Chart.js configuration"],
    [
      "{type:'bar'",
      "query.c must have JSON or a JavaScript expression: at character 12 the text ends",
    ],
  ])("rejects %s", async (config, message) => {
    const answer = await json(await get(config));
    expect([answer.status, answer.code]).toEqual([400, "invalid_input"]);
    expect(answer.detail).toContain(message);
  });

  // Chart.js would leave each of them out, or draw an empty text as 0.
  test.each([
    ["{type:'bar',data:{labels:['a','b'],datasets:[{data:['abc',1]}]}}", "data.0"],
    ["{type:'bar',data:{labels:['a','b'],datasets:[{data:[1,'']}]}}", "data.1"],
    ["{type:'bar',data:{labels:['a','b'],datasets:[{data:[1,'1,5']}]}}", "data.1"],
    ["{type:'bar',data:{datasets:[{data:[1e400,1]}]}}", "data.0"],
    ["{type:'line',data:{datasets:[{data:[2,Infinity]}]}}", "data.1"],
    ["{type:'bar',data:{datasets:[{data:[[1,1e999]]}]}}", "data.0"],
    ["{type:'scatter',data:{datasets:[{data:[{x:1,y:2},{x:'far',y:2}]}]}}", "data.1.x"],
    ["{type:'scatter',data:{datasets:[{data:[{x:1}]}]}}", "data.0"],
    ["{type:'scatter',data:{datasets:[{data:[[1,2],[3]]}]}}", "data.1"],
    ["{type:'bubble',data:{datasets:[{data:[{x:1,y:2,r:'big'}]}]}}", "data.0.r"],
    ["{type:'bubble',data:{datasets:[{data:[{x:1,y:2,r:-4}]}]}}", "data.0.r"],
    ["{type:'pie',data:{labels:['a'],datasets:[{data:['many']}]}}", "data.0"],
    ["{type:'doughnut',data:{labels:['a','b'],datasets:[{data:[3,-1]}]}}", "data.1"],
    ["{type:'radar',data:{labels:['a','b'],datasets:[{data:[3,'x']}]}}", "data.1"],
    ["{type:'polarArea',data:{labels:['a','b'],datasets:[{data:['x',1]}]}}", "data.0"],
    [
      "{type:'line',data:{datasets:[{data:[{x:'2026-01-01',y:1},{x:'soon',y:2}]}]},options:{scales:{x:{type:'time'}}}}",
      "data.1.x",
    ],
  ])("rejects a value that is no number or date: %s", async (config, at) => {
    const answer = await json(await get(config));
    expect([answer.status, answer.code]).toEqual([400, "invalid_input"]);
    expect(answer.errors[0].location).toBe(`query.c.data.datasets.0.${at}`);
  });

  test("rejects a label that is no date on a time axis", async () => {
    const answer = await json(
      await get(
        "{type:'line',data:{labels:['2026-01-01','soon'],datasets:[{data:[1,2]}]},options:{scales:{x:{type:'time'}}}}",
      ),
    );
    expect(answer.errors[0].location).toBe("query.c.data.labels.1");
  });

  test.each([
    ["{type:'bar',data:{labels:['a','b'],datasets:[{data:[1,2]}]}}", null],
    ["{type:'bar',data:{labels:['a','b'],datasets:[{data:['1','2.5']}]}}", null],
    ["{type:'bar',data:{datasets:[{data:{Jan:1,Feb:2}}]}}", null],
    ["{type:'bar',data:{labels:['a','b'],datasets:[{data:[1,2],hidden:true}]}}", null],
    [
      "{type:'pie',data:{labels:['a'],datasets:[{data:[1],offset:1e9}]}}",
      "the options of the slices leave no space for them",
    ],
    ["{type:'radar',data:{labels:['a','b','c'],datasets:[{data:[1,2,3]}]}}", null],
    ["{type:'polarArea',data:{labels:['a','b'],datasets:[{data:[1,2]}]}}", null],
    ["{type:'bar',options:{indexAxis:'y'},data:{labels:['a','b'],datasets:[{data:[1,2]}]}}", null],
    [
      "{type:'bar',data:{labels:['a'],datasets:[{data:[3]},{data:[4]}]},options:{scales:{x:{stacked:true},y:{stacked:true}}}}",
      null,
    ],
    [
      "{type:'bar',data:{datasets:[{data:[{id:'a',n:{v:4}}]}]},options:{parsing:{xAxisKey:'id',yAxisKey:'n.v'}}}",
      null,
    ],
    [
      "{type:'line',data:{labels:['a','b','c'],datasets:[{data:[1,null,NaN]}]}}",
      "2 values are gaps, the first: query.c.data.datasets.0.data.1",
    ],
    [
      "{type:'pie',data:{labels:['a','b'],datasets:[{data:[0,0]}]}}",
      "no value is above 0, so that there are no slices",
    ],
    [
      `{type:'pie',data:{labels:${JSON.stringify(Array(18).fill("A category with a name"))},datasets:[{data:[${Array(18).fill(1)}]}]}}`,
      "6 of 18 legend entries have no space",
    ],
    [
      "{type:'pie',data:{labels:['a','b'],datasets:[{data:[1,null]}]}}",
      "1 value is a gap: query.c.data.datasets.0.data.1",
    ],
    [
      "{type:'line',data:{labels:['a','b'],datasets:[{data:[0,10]}]},options:{scales:{y:{type:'logarithmic'}}}}",
      "1 value is a gap, because a logarithmic axis starts above 0: query.c.data.datasets.0.data.0",
    ],
    [
      "{type:'bar',data:{labels:['a','b'],datasets:[{data:[1,90]}]},options:{scales:{y:{max:50}}}}",
      "1 value is outside its axis: query.c.data.datasets.0.data.1",
    ],
    [
      "{type:'bar',data:{labels:['a'],datasets:[{data:[30]},{data:[40]}]},options:{scales:{x:{stacked:true},y:{stacked:true,max:50}}}}",
      "1 value is outside its axis: query.c.data.datasets.1.data.0",
    ],
    [
      "{type:'radar',data:{labels:['a','b','c'],datasets:[{data:[1,2,30]}]},options:{scales:{r:{max:9}}}}",
      "1 value is outside its axis: query.c.data.datasets.0.data.2",
    ],
  ])("reports values without a mark: %s", async (config, warning) => {
    for (const format of ["png", "svg"]) {
      const response = await get(config, { format });
      expect(response.status).toBe(200);
      expect(response.headers.get("x-chart-warnings")).toBe(warning);
    }
  });

  test("takes QuickChart's short names, formats and density", async () => {
    const response = await get(bar, { w: "200", h: "100", f: "webp", bkg: "white", v: "4" });
    expect(response.headers.get("content-type")).toBe("image/webp");
    const image = await decode(response);
    expect([image.width, image.height]).toEqual([400, 200]);
    expect((await get(bar, { format: "jpeg" })).headers.get("content-type")).toBe("image/jpeg");
    const base64 = btoa(bar);
    expect((await get(base64, { encoding: "base64" })).status).toBe(200);
    expect((await json(await get(bar, { f: "pdf" }))).errors[0].location).toBe("query.f");
  });

  test.each([
    ["chart", { chart: bar }],
    ["c", { c: bar }],
    ["width", { c: bar, width: 300 }],
    ["w", { c: bar, w: 300 }],
    ["height", { c: bar, height: 200 }],
    ["h", { c: bar, h: 200 }],
    ["devicePixelRatio", { c: bar, devicePixelRatio: 1 }],
    ["backgroundColor", { c: bar, backgroundColor: "white" }],
    ["bkg", { c: bar, bkg: "white" }],
    ["version", { c: bar, version: "2.9.4" }],
    ["v", { c: bar, v: 4 }],
    ["format", { c: bar, format: "webp" }],
    ["f", { c: bar, f: "svg" }],
    ["encoding", { c: btoa(bar), encoding: "base64" }],
  ])("takes QuickChart's parameter %s in the query and in the body", async (_, fields) => {
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const [shown, posted] = [await hub.get(`/chart?${query}`), await hub.post("/chart", fields)];
    expect([shown.status, posted.status]).toEqual([200, 200]);
    expect(await posted.bytes()).toEqual(await shown.bytes());
  });

  test.each([
    ["accountId", { c: bar, accountId: "1" }],
    ["sig", { c: bar, sig: "abc" }],
    ["format", { c: bar, format: "pdf" }],
    ["format", { c: bar, format: "base64" }],
  ])("rejects QuickChart's parameter %s by its name", async (name, fields) => {
    const query = new URLSearchParams(fields as Record<string, string>);
    for (const [at, response] of [
      ["query", await hub.get(`/chart?${query}`)],
      ["body", await hub.post("/chart", fields)],
    ] as const) {
      const answer = await json(response);
      expect([answer.status, answer.errors[0].location]).toEqual([400, `${at}.${name}`]);
    }
  });

  test("returns a transparent picture unless it has a background", async () => {
    const alpha = async (query: Record<string, string>) => {
      const { channels } = await sharp(await (await get(bar, query)).bytes())
        .ensureAlpha()
        .stats();
      return channels[3]?.min ?? 255;
    };
    expect(await alpha({})).toBe(0);
    expect(await alpha({ backgroundColor: "#123" })).toBe(255);
  });

  test("describes an SVG, and lets it run nothing", async () => {
    const response = await get(
      "{type:'bar',data:{labels:['<a>','b'],datasets:[{label:'x',data:[1,2]}]},options:{plugins:{title:{display:true,text:'Sales & more'}}}}",
      { format: "svg" },
    );
    const svg = await response.text();
    expect(svg).toContain('role="img"');
    expect(svg).toContain(">Sales &amp; more</title>");
    expect(svg).toContain("Bar chart of x: 2 values, from &lt;a&gt; to b");
    expect(response.headers.get("content-security-policy")).toStartWith("default-src 'none'");
  });

  test("draws a pie's shares as percentages", async () => {
    // Each label is of a third, so three equal slices differ in colour and place alone.
    const config = (formatter: string) =>
      `{type:'pie',data:{labels:['a','b','c'],datasets:[{data:[1,1,1]}]},options:{plugins:{datalabels:{formatter:'${formatter}'}}}}`;
    const [share, same, whole] = await Promise.all(
      ["percent", "percent", "suffix:00%"].map(async (name) => (await get(config(name))).bytes()),
    );
    expect(share).toEqual(same!);
    expect(share).not.toEqual(whole!);
  });

  test("is limited in values, text, datasets and pixels", async () => {
    const post = (chart: object, fields: object = {}) => hub.post("/chart", { chart, ...fields });
    const data = Array(20_001).fill(1);
    const many = await json(await post({ type: "line", data: { datasets: [{ data }] } }));
    expect(many.detail).toContain("at most 20000 values");
    const datasets = Array(51).fill({ data: [1] });
    expect((await json(await post({ type: "line", data: { datasets } }))).detail).toContain(
      "at most 50 datasets",
    );
    const labels = ["x".repeat(1001)];
    expect(
      (await json(await post({ type: "bar", data: { labels, datasets: [{ data: [1] }] } }))).detail,
    ).toContain("at most 1000 characters");
    const slices = Array(1001).fill(1);
    expect(
      (await json(await post({ type: "pie", data: { datasets: [{ data: slices }] } }))).detail,
    ).toContain("at most 1000 values in a pie");
    const ticks = { callback: "percent", count: 1e9 };
    const options = { scales: { y: { ticks } } };
    expect(
      (await json(await post({ type: "bar", data: { datasets: [{ data: [1] }] }, options })))
        .errors[0].location,
    ).toBe("body.chart.options.scales.y.ticks.count");
    const dashed = [{ data: [1, 2], borderDash: [1e-6, 1e-6] }];
    expect(
      (await json(await post({ type: "line", data: { datasets: dashed } }))).errors[0].location,
    ).toBe("body.chart.data.datasets.0.borderDash");
    const annotations = Array(201).fill({ type: "line", yMin: 1, yMax: 1 });
    const plugins = { annotation: { annotations } };
    const noted = { type: "bar", data: { datasets: [{ data: [1] }] }, options: { plugins } };
    expect((await json(await post(noted))).detail).toContain("at most 200 annotations");
    const large = { width: 3000, height: 3000, devicePixelRatio: 4 };
    const small = { type: "bar", data: { datasets: [{ data: [1] }] } };
    expect(await json(await post(small, large))).toMatchObject({
      status: 422,
      code: "image_too_large",
    });
  });
});

/** Draws a configuration, and returns the texts in the picture. */
async function readTexts(config: object | string, fields: object = {}): Promise<string[]> {
  const { createCanvas } = await loadCanvas();
  const prototype = Object.getPrototypeOf(createCanvas(1, 1).getContext("2d"));
  const write = spyOn(prototype, "fillText");
  try {
    const response = await hub.post("/chart", { chart: config, ...fields });
    expect([response.status, config]).toEqual([200, config]);
    // A chart whose labels need room or other inks is drawn again.
    const { calls, contexts } = write.mock;
    return calls
      .filter((_, index) => contexts[index] === contexts.at(-1))
      .map(([text]) => String(text));
  } finally {
    write.mockRestore();
  }
}

describe("QuickChart's own types of chart", () => {
  test.each([
    ["{type:'progressBar',data:{datasets:[{data:[50]}]}}", ["50%"]],
    ["{type:'progressBar',data:{datasets:[{data:[333]},{data:[1000]}]}}", ["33.3%"]],
    ["{type:'progressBar',data:{datasets:[{data:['1',2]}]}}", ["1%", "2%"]],
    [
      "{type:'progressBar',data:{datasets:[{data:[5]}]},options:{plugins:{datalabels:{formatter:'percent'}}}}",
      ["5%"],
    ],
    [
      "{type:'progressBar',data:{datasets:[{data:[5]}]},options:{plugins:{datalabels:{formatter:'suffix: of 100'}}}}",
      ["5 of 100"],
    ],
    ["{type:'progressBar',data:{datasets:[{data:[5]}]},options:{plugins:{datalabels:false}}}", []],
    ["{type:'radialGauge',data:{datasets:[{data:[70]}]}}", ["70"]],
    [
      "{type:'radialGauge',data:{datasets:[{data:[-3.5],backgroundColor:'red'}]},options:{domain:[-10,10],trackColor:'#eee',centerArea:{text:'suffix: °C',subText:'outside',fontSize:30}}}",
      ["-3.5 °C", "outside"],
    ],
    [
      "{type:'radialGauge',data:{datasets:[{data:[1]}]},options:{centerArea:{displayText:false}}}",
      [],
    ],
    ["{type:'gauge',data:{datasets:[{value:50,data:[20,40,60]}]}}", ["50"]],
    ["{type:'gauge',data:{datasets:[{value:0.30000000000000004,data:[1]}]}}", ["0.3"]],
    [
      "{type:'pie',data:{datasets:[{data:[466.96999999999997,9007199254740991]}]}}",
      ["466.97", "9007199254740991"],
    ],
    [
      "{type:'gauge',data:{labels:['Low','High'],datasets:[{value:5,minValue:-10,data:[0,40]}]},options:{valueLabel:{formatter:'suffix: km/h'},plugins:{legend:false,datalabels:{display:true,formatter:'label'}}}}",
      ["5 km/h", "High", "Low"],
    ],
    [
      "{type:'gauge',data:{datasets:[{value:0.5,data:[0.2,0.75,1]}]},options:{rotation:Math.PI,valueLabel:{display:false},plugins:{datalabels:{display:true}}}}",
      ["0.2", "0.75", "1"],
    ],
    [
      "{type:'outlabeledPie',data:{labels:['One','Two'],datasets:[{data:[1,2]}]}}",
      ["One 33.3%", "Two 66.7%"],
    ],
    [
      "{type:'outlabeledDoughnut',data:{labels:['One','Two','None'],datasets:[{data:[1.5,2.5,0]}]},options:{plugins:{outlabels:{text:'%v: %l (%p.2)',percentPrecision:0}}}}",
      ["1.5: One (38%)", "2.5: Two (63%)"],
    ],
    [
      "{type:'outlabeledPie',data:{datasets:[{data:[1,2]}]},options:{plugins:{outlabels:{display:false}}}}",
      [],
    ],
  ])("draws the numbers of %s", async (config, texts) => {
    expect((await readTexts(config)).toSorted()).toEqual(texts.toSorted());
  });

  test("have the share of each random value, in every script", async () => {
    const names = ["Ένα", "два", "三", "أربعة", "पाँच", "ไทย", "한국", "עברית", "a"];
    const value = fc.oneof(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0.01, max: 1e12 }));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 7 }), async (data) => {
        const labels = data.map((_, index) => names[index % names.length]);
        const outlabels = { text: "%l|%p|%v", percentPrecision: 10, valuePrecision: 10 };
        const options = { plugins: { outlabels } };
        const pie = { type: "outlabeledPie", data: { labels, datasets: [{ data }] }, options };
        const sum = data.reduce((total, one) => total + one, 0);
        const rows = (await readTexts(pie)).map((text) => text.replaceAll(",", "").split("|"));
        expect(rows.map(([name]) => name).toSorted()).toEqual(labels.toSorted());
        for (const [name, share, shown] of rows) {
          const given = data[labels.indexOf(name)] ?? 0;
          expect(Math.abs(Number.parseFloat(share ?? "") - (given / sum) * 100)).toBeLessThan(1e-6);
          expect(Math.abs(Number(shown) - given)).toBeLessThanOrEqual(given * 1e-9 + 1e-9);
        }
      }),
      cases(40, 6),
    );
  });

  test.each([
    ["{type:'progressBar',data:{datasets:[{data:['many']}]}}", "data.datasets.0.data.0"],
    ["{type:'progressBar',data:{datasets:[{data:[1]},{data:[0]}]}}", "data.datasets.1.data.0"],
    ["{type:'progressBar',data:{datasets:[{data:[1]},{data:[1e-9]}]}}", "data.datasets.0.data.0"],
    ["{type:'progressBar',data:{}}", "data.datasets"],
    ["{type:'radialGauge',data:{datasets:[{data:[null]}]}}", "data.datasets.0.data.0"],
    ["{type:'radialGauge',data:{datasets:[{data:[1,2]}]}}", "data.datasets.0.data"],
    ["{type:'radialGauge',data:{datasets:[{data:[1]}]},options:{domain:[5,5]}}", "options.domain"],
    [
      "{type:'radialGauge',data:{datasets:[{data:[1]}]},options:{centerArea:{text:[1]}}}",
      "options.centerArea.text",
    ],
    [
      `{type:'radialGauge',data:{datasets:[{data:[1]}]},options:{centerArea:{text:'${"x".repeat(61)}'}}}`,
      "options.centerArea.text",
    ],
    [
      `{type:'radialGauge',data:{datasets:[{data:[1]}]},options:{centerArea:{subText:'${"x".repeat(61)}'}}}`,
      "options.centerArea.subText",
    ],
    [
      "{type:'radialGauge',data:{datasets:[{data:[1]}]},options:{trackColor:'no'}}",
      "options.trackColor",
    ],
    ["{type:'gauge',data:{datasets:[{data:[1,2]}]}}", "data.datasets.0.value"],
    ["{type:'gauge',data:{datasets:[{value:1,data:[2,1]}]}}", "data.datasets.0.data.1"],
    ["{type:'outlabeledPie',data:{datasets:[{data:[-1]}]}}", "data.datasets.0.data.0"],
    ["{type:'treemap',data:{datasets:[{data:[{from:'a',to:'b',flow:1}]}]}}", "type"],
    ["{type:'matrix',data:{datasets:[{data:[[1,2,3]]}]}}", "type"],
    ["{type:'constructor',data:{datasets:[{data:[1]}]}}", "type"],
    ["{type:'pie',data:{datasets:[{data:[{x:1},2]}]}}", "data.datasets.0.data.0"],
    ["{type:'pie',data:{datasets:[{data:[{value:1},2]}]}}", "data.datasets.0.data.1"],
    ["{type:'doughnut',data:{datasets:[{data:[1e308,1e308]}]}}", "data.datasets.0.data.0"],
  ])("are rejected by the path of what cannot be drawn: %s", async (config, location) => {
    const answer = await json(await get(config));
    expect([answer.status, answer.errors[0].location]).toEqual([400, `query.c.${location}`]);
  });

  test.each([
    [
      "{type:'radialGauge',data:{datasets:[{data:[170]}]}}",
      "1 value is outside its axis: query.c.data.datasets.0.data.0",
      "Radial gauge: 170 on a scale from 0 to 100",
    ],
    [
      "{type:'gauge',data:{datasets:[{value:-1,data:[1,2]}]}}",
      "1 value is outside its axis: query.c.data.datasets.0.value",
      "Gauge: -1 on a scale from 0 to 2",
    ],
    [
      "{type:'progressBar',data:{datasets:[{data:[120]}]}}",
      "1 value is outside its axis: query.c.data.datasets.0.data.0",
      "Progress bar: 120%",
    ],
    [
      `{type:'outlabeledPie',data:{datasets:[{data:[${Array(90).fill(1)}]}]}}`,
      "60 of 90 labels have no space",
      "Pie chart: 90 values",
    ],
  ])("report what has no space, and describe the SVG: %s", async (config, warning, description) => {
    const response = await get(config, { format: "svg" });
    expect(response.headers.get("x-chart-warnings")).toBe(warning);
    const [, shown] = /<desc[^>]*>([^<]*)</.exec(await response.text()) ?? [];
    expect(shown).toBe(description);
  });
});

describe("POST /chart", () => {
  test("takes numbers as text, as QuickChart does", async () => {
    const numbers = { width: 120, height: 80, devicePixelRatio: 1.5 };
    const texts = { w: "120", height: "80", devicePixelRatio: "1.5" };
    const [one, two] = await Promise.all(
      [numbers, texts].map((fields) => hub.post("/chart", { chart: bar, ...fields })),
    );
    expect(await two?.bytes()).toEqual((await one?.bytes()) as Uint8Array<ArrayBuffer>);
    for (const [name, value] of Object.entries({ width: "9", h: "99999", devicePixelRatio: "5" })) {
      const answer = await json(await hub.post("/chart", { chart: bar, [name]: value }));
      expect([answer.status, answer.errors[0].location]).toEqual([400, `body.${name}`]);
    }
    expect((await hub.post("/chart", { chart: bar, width: "wide" })).status).toBe(400);
    const { url } = await json(await hub.post("/chart/create", { chart: bar, ...texts }));
    expect(url).toContain("width=120&");
  });

  const config = { type: "bar", data: { labels: ["a"], datasets: [{ data: [1] }] } };

  test("takes the configuration as an object and as text", async () => {
    const fields = { width: 100, height: 80, devicePixelRatio: 1 };
    const object = await (await hub.post("/chart", { chart: config, ...fields })).bytes();
    const text = await (
      await hub.post("/chart", { chart: JSON.stringify(config), ...fields })
    ).bytes();
    expect(text).toEqual(object);
    expect((await json(await hub.post("/chart", {}))).errors[0].location).toBe("body.chart");
  });

  test.each([
    ['{"constructor":{}}', "options.constructor"],
    ['{"__proto__":{"font":{"size":9}}}', "options.__proto__"],
    ['{"plugins":{"hasOwnProperty":{}}}', "options.plugins.hasOwnProperty"],
  ])("reads no option by a name that all objects have: %s", async (options, at) => {
    const chart = `{"type":"bar","data":{"datasets":[{"data":[1]}]},"options":${options}}`;
    const answer = await hub.post("/chart", `{"chart":${chart}}`);
    expect([answer.status, answer.headers.get("x-chart-warnings")]).toEqual([
      200,
      `body.chart.${at} has no effect on a picture`,
    ]);
  });

  test.each([
    ['{"scales":{"__proto__":{"type":"linear"}}}', "options.scales.__proto__"],
    [
      '{"plugins":{"annotation":{"annotations":{"__proto__":{}}}}}',
      "options.plugins.annotation.annotations.__proto__",
    ],
  ])("rejects names that all objects have: %s", async (options, at) => {
    const chart = `{"type":"bar","data":{"datasets":[{"data":[1]}]},"options":${options}}`;
    const answer = await json(await hub.post("/chart", `{"chart":${chart}}`));
    expect([answer.status, answer.errors[0].location]).toEqual([400, `body.chart.${at}`]);
  });

  test("draws every script with the hub's fonts in a confined process", async () => {
    const apart = await testHub(new URL("../..", import.meta.url).pathname, { jobs: true });
    const labels = ["Ένα", "два", "三", "أربعة", "पाँच", "ไทย", "한국", "עברית", "🚀"];
    const draw = async (names: string[]) => {
      const chart = {
        type: "bar",
        data: { labels: names, datasets: [{ data: names.map(() => 1) }] },
      };
      const response = await apart.post("/chart", { chart, devicePixelRatio: 1 });
      expect(response.status).toBe(200);
      return response.bytes();
    };
    const [all, ...each] = [
      await draw(labels),
      ...(await Promise.all(labels.map((name) => draw([name])))),
    ];
    expect(all.length).toBeGreaterThan(1000);
    // Missing characters would all be the same box.
    expect(new Set(each.map((png) => Bun.hash(png))).size).toBe(labels.length);
    await apart.close();
  });
});

describe("POST /chart/create", () => {
  test("returns a signed URL of the chart, for both notations", async () => {
    for (const chart of [bar, { type: "bar", data: { datasets: [{ data: [1] }] } }]) {
      const fields = { chart, w: 100, height: 80, devicePixelRatio: 1, bkg: "white" };
      const { success, url } = await json(await hub.post("/chart/create", fields));
      expect([success, url]).toEqual([true, expect.stringMatching(/hub_signature/)]);
      const shown = await hub.get(
        url.replace("http://localhost", "").replace(/&hub_signature.*/, ""),
      );
      expect(await shown.bytes()).toEqual(await (await hub.post("/chart", fields)).bytes());
    }
  });

  test("checks the configuration, and that it fits into a URL", async () => {
    const wrong = await json(await hub.post("/chart/create", { chart: "{type:'treemap'}" }));
    expect(wrong.errors[0].location).toBe("body.chart.type");
    const data = { datasets: [{ data: Array(5000).fill(1) }] };
    const long = await json(await hub.post("/chart/create", { c: { type: "bar", data } }));
    expect([long.status, long.errors[0].location]).toEqual([400, "body.c"]);
    expect(long.detail).toContain("Use POST /chart instead");
  });
});

describe("POST /api/image/chart with a Chart.js configuration", () => {
  const config = {
    type: "bar",
    data: { labels: ["a", "b"], datasets: [{ label: "x", data: [1, 2] }] },
  };

  test("draws it in each format, and describes it as JSON", async () => {
    for (const format of ["svg", "png", "webp", "jpg"])
      expect((await hub.post("/api/image/chart", { ...config, format })).status).toBe(200);
    const body = await json(
      await hub.post("/api/image/chart", { ...config, format: "png", response: "json", scale: 2 }),
    );
    expect(body).toMatchObject({ width: 1600, height: 800, alt: "Bar chart", warnings: [] });
    const gap = { labels: ["a", "b"], datasets: [{ data: [1, null] }] };
    const fields = { type: "line", data: gap, response: "json" };
    expect((await json(await hub.post("/api/image/chart", fields))).warnings).toEqual([
      "1 value is a gap: body.data.datasets.0.data.1",
    ]);
  });

  test("starts titles and legends on the left, as the hub's other charts do, unless they are aligned", async () => {
    const findLeft = async (response: Response) => {
      const { data, info } = await sharp(await response.bytes())
        .flatten({ background: "#fff" })
        .extract({ left: 0, top: 0, width: 800, height: 40 })
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const columns = Array.from(data.keys()).filter((at) => (data[at] ?? 255) < 128);
      return Math.min(...columns.map((at) => at % info.width));
    };
    const draw = (title: object) => {
      const options = { plugins: { title: { display: true, text: "Orders", ...title } } };
      return hub.post("/api/image/chart", { ...config, options, format: "png" });
    };
    expect(await findLeft(await draw({}))).toBeLessThan(100);
    expect(await findLeft(await draw({ align: "center" }))).toBeGreaterThan(300);
    const options = { plugins: { title: { display: true, text: "Orders" } } };
    const alias = { chart: { ...config, options }, width: 800, devicePixelRatio: 1 };
    expect(await findLeft(await hub.post("/chart", alias))).toBeGreaterThan(300);
  });

  test.each([
    [{ title: "T" }, "body.title"],
    [{ legend: "top" }, "body.legend"],
    [{ series: [{ data: [1] }] }, "body"],
    [{ background: "no colour" }, "body.background"],
    [{ data: { datasets: [{ data: ["many"] }] } }, "body.data.datasets.0.data.0"],
  ])("rejects %j", async (fields, location) => {
    const answer = await json(await hub.post("/api/image/chart", { ...config, ...fields }));
    expect([answer.status, answer.errors[0].location]).toEqual([400, location]);
  });
});

test("fields of an application are warnings, with or without code", async () => {
  const config = (field: string) =>
    `{type:'bar',data:{labels:['a'],datasets:[{data:[1],${field}}]}}`;
  const drawn = await get(config("id:7,meta:{src:'db'}"));
  expect([drawn.status, drawn.headers.get("x-chart-warnings")]).toEqual([
    200,
    "query.c.data.datasets.0.id has no effect on a picture; query.c.data.datasets.0.meta has no effect on a picture",
  ]);
  const { status, headers } = await get(config("id:()=>1"));
  expect([status, headers.get("x-chart-warnings")]).toEqual([
    200,
    "query.c.data.datasets.0.id has no effect on a picture",
  ]);
});

test.each([
  [
    "{type:'bar',data:{datasets:[{data:[1]}]},options:{plugins:{roughness:2}}}",
    "plugins.roughness",
  ],
  [
    "{type:'gauge',data:{datasets:[{value:1,data:[2]}]},options:{needle:{shape:'x'}}}",
    "needle.shape",
  ],
  [
    "{type:'outlabeledPie',data:{datasets:[{data:[1]}]},options:{plugins:{outlabels:{wobble:1}}}}",
    "plugins.outlabels.wobble",
  ],
])("an option that no picture has is a warning: %s", async (config, option) => {
  const { status, headers } = await get(config);
  expect([status, headers.get("x-chart-warnings")]).toEqual([
    200,
    `query.c.options.${option} has no effect on a picture`,
  ]);
});

test("names ten options without effect, and counts the others", async () => {
  const options = Array.from({ length: 5000 }, (_, index) => `a${index}:1`).join();
  const { status, headers } = await get(`{type:'bar',data:{datasets:[]},options:{${options}}}`);
  const warnings = headers.get("x-chart-warnings")?.split("; ");
  expect([status, warnings?.length]).toEqual([200, 11]);
  expect(warnings?.at(-1)).toBe("4990 further options have no effect on a picture");
});

test("a line has the dashes of its segments", async () => {
  const line = (segment: string) =>
    `{type:'line',data:{labels:['a','b'],datasets:[{data:[1,1],borderColor:'#f00',borderWidth:4${segment}}]}}`;
  const [whole, dashed] = await Promise.all(
    ["", ",segment:{borderDash:[6,6]}"].map(async (segment) => (await get(line(segment))).bytes()),
  );
  expect(dashed).not.toEqual(whole);
});

test("a URL of QuickChart's own client is drawn", async () => {
  const query = { w: "500", h: "300", devicePixelRatio: "1.0", f: "png", ref: "qc-js" };
  expect((await get(bar, query)).status).toBe(200);
});

describe("labels on values", () => {
  const anchors = ["center", "start", "end"];
  const aligns = ["center", "start", "end", "top", "bottom", "left", "right"];
  const shapes = fc.record({
    type: fc.constantFrom("bar", "horizontalBar", "pie", "doughnut", "polarArea", "line"),
    color: fc.constantFrom(
      "#000080",
      "#ffffcc",
      "#cc0000",
      "rgba(0,0,0,0.5)",
      "#777777",
      "#0072b2",
    ),
    anchor: fc.constantFrom(...anchors),
    align: fc.constantFrom(...aligns),
    data: fc.array(fc.integer({ min: 20, max: 99 }), { minLength: 2, maxLength: 4 }),
    background: fc.constantFrom("white", "#16202e"),
  });

  // The ink of a picture is what changes if the labels are drawn: its strongest pixel has the contrast of the text.
  test("are readable at every place, on every colour", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async ({ type, color, anchor, align, data, background }) => {
        const draw = async (display: boolean) => {
          const datalabels = { display, anchor, align };
          const labels = data.map(() => "");
          const chart = {
            type,
            data: { labels, datasets: [{ data, backgroundColor: color }] },
            options: { layout: { padding: 60 }, plugins: { datalabels, legend: false } },
          };
          const fields = { width: 420, height: 320, devicePixelRatio: 2 };
          const response = await hub.post("/chart", {
            chart,
            ...fields,
            backgroundColor: background,
          });
          expect(response.status).toBe(200);
          return sharp(Buffer.from(await response.bytes()))
            .removeAlpha()
            .raw()
            .toBuffer();
        };
        const [plain, labelled] = [await draw(false), await draw(true)];
        expect(getStrongestContrast(plain, labelled)).toBeGreaterThanOrEqual(4.5);
      }),
      cases(120, 12),
    );
  });

  test("warn about a colour of the caller that cannot be read", async () => {
    const config = (color: string) =>
      `{type:'bar',data:{labels:['a'],datasets:[{data:[5]}]},options:{plugins:{datalabels:{anchor:'end',align:'end',color:'${color}'}}}}`;
    const warned = await get(config("white"), { backgroundColor: "white" });
    expect(warned.headers.get("x-chart-warnings")).toBe(
      "the colour of 1 value labels is hard to read on their ground",
    );
    const read = await get(config("black"), { backgroundColor: "white" });
    expect(read.headers.has("x-chart-warnings")).toBe(false);
  });
});

/** Returns the highest contrast of a pixel with what was there before. */
function getStrongestContrast(before: Buffer, after: Buffer): number {
  let strongest = 1;
  for (let at = 0; at < after.length; at += 3) {
    if (before.compare(after, at, at + 3, at, at + 3) === 0) continue;
    const [one, other] = [before, after].map((pixels) => getLuminance(pixels.subarray(at, at + 3)));
    const [low = 0, high = 0] = [one ?? 0, other ?? 0].toSorted((a, b) => a - b);
    strongest = Math.max(strongest, (high + 0.05) / (low + 0.05));
  }
  return strongest;
}

/** Returns the relative luminance of WCAG 2.2. */
function getLuminance(pixel: Uint8Array): number {
  const [red = 0, green = 0, blue = 0] = [...pixel].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe("dates", () => {
  const draw = (time: object, labels: string[]) => {
    const options = { scales: { x: { type: "time", time: { unit: "day", ...time } } } };
    return { type: "line", data: { labels, datasets: [{ data: [1, 2] }] }, options };
  };

  test.each([
    ["dd MMM yyyy", "28 Mar 2026"],
    ["EEEE, d.M.yy", "Saturday, 28.3.26"],
    ["d 'o''clock' MMM", "28 o'clock Mar"],
    ["DD MMM YYYY", "28 Mar 2026"],
    ["ddd D", "Sat 28"],
    ["[day] Do", "day 28th"],
    ["QQQ yyyy", "Q1 2026"],
    ["hh:mm a", "12:00 AM"],
  ])("are written as %s", async (day, text) => {
    const texts = await readTexts(draw({ displayFormats: { day } }, ["2026-03-28", "2026-03-29"]));
    expect(texts.map((one) => one.toLowerCase())).toContain(text.toLowerCase());
  });

  test.each(["dd/MM/yyyy", "DD/MM/YYYY"])("are read as %s", async (parser) => {
    const texts = await readTexts(draw({ parser }, ["28/03/2026", "29/03/2026"]));
    expect(texts).toContain("Mar 28");
    expect(texts).toContain("Mar 29");
  });

  test.each(["pp", "N yyyy", "YYYY-bb"])("have no letters of %s", async (day) => {
    const chart = draw({ displayFormats: { day } }, ["2026-03-28", "2026-03-29"]);
    const answer = await json(await hub.post("/chart", { chart }));
    expect(answer.status).toBe(400);
    expect(answer.detail).toContain(
      "displayFormats.day must have the letters of date-fns or Moment",
    );
  });
});

test("an axis may have any name", async () => {
  for (const id of ["r", "right", "axis2", "b"]) {
    const config = `{type:'line',data:{labels:['a','b'],datasets:[{data:[1,1],yAxisID:'${id}',borderColor:'#f00',borderWidth:9}]},options:{scales:{${id}:{position:'right'}}}}`;
    const response = await get(config);
    expect([response.status, (await decode(response)).colors.has("ff0000")]).toEqual([200, true]);
  }
});

describe("tickFormat", () => {
  const dollars = { style: "currency", currency: "USD", minimumFractionDigits: 0 };
  const drawTexts = (type: string, options: object, data: unknown[] = [3000]) =>
    readTexts({ type, data: { labels: ["2024"], datasets: [{ data }] }, options });

  test("formats the axis of values, and no names", async () => {
    const texts = await drawTexts("bar", { plugins: { tickFormat: dollars } });
    expect(texts).toContain("$3,000");
    expect(texts).toContain("2024");
  });

  test("formats the lower axis of horizontal bars", async () => {
    const options = { indexAxis: "y", plugins: { tickFormat: dollars } };
    const texts = await drawTexts("bar", options);
    expect(texts).toContain("$3,000");
    expect(texts).toContain("2024");
  });

  test("formats both axes of points, in the locale", async () => {
    const tickFormat = { locale: "de-DE", minimumFractionDigits: 1 };
    const points = [
      { x: 0, y: 0 },
      { x: 2000, y: 10 },
    ];
    const texts = await drawTexts("scatter", { plugins: { tickFormat } }, points);
    expect(texts).toContain("2.000,0");
    expect(texts).toContain("10,0");
  });

  test("leaves an axis with its own callback", async () => {
    const scales = { y: { ticks: { callback: "suffix: kg" } } };
    const texts = await drawTexts("bar", { scales, plugins: { tickFormat: dollars } });
    expect(texts).toContain("3,000 kg");
  });

  test.each([{ style: "currency" }, { style: "nothing" }, "dollars"])(
    "rejects %j",
    async (tickFormat) => {
      const chart = {
        type: "bar",
        data: { datasets: [{ data: [1] }] },
        options: { plugins: { tickFormat } },
      };
      const { status, detail } = await json(await hub.post("/chart", { chart }));
      expect(status).toBe(400);
      expect(detail).toStartWith(
        "body.chart.options.plugins.tickFormat must be options of Intl.NumberFormat",
      );
    },
  );

  test("writes a prefix and a suffix", async () => {
    const texts = await drawTexts("bar", {
      plugins: { tickFormat: { prefix: "~", suffix: " k" } },
    });
    expect(texts).toContain("~3,000 k");
  });

  test("rejects an option that numbers don't have", async () => {
    const options = { plugins: { tickFormat: { postfix: "$" } } };
    const chart = { type: "bar", data: { datasets: [{ data: [1] }] }, options };
    const { status, detail } = await json(await hub.post("/chart", { chart }));
    expect([status, detail]).toEqual([
      400,
      "body.chart.options.plugins.tickFormat.postfix is not an option of Intl.NumberFormat",
    ]);
  });
});
