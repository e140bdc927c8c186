import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const ask = (value: string) => hub.get(`/api/dev/user-agent?${new URLSearchParams({ value })}`);

/** Our names for those of ua-parser. */
const names: Record<string, string> = {
  Edge: "Microsoft Edge",
  "Mobile Safari": "Safari",
  "Chrome Mobile iOS": "Chrome",
  "Firefox iOS": "Firefox",
  "Chrome Mobile": "Chrome",
  "Firefox Mobile": "Firefox",
  IE: "Internet Explorer",
  "Python Requests": "python-requests",
  HeadlessChrome: "Chrome",
  FacebookBot: "facebookexternalhit",
  "Edge Mobile": "Microsoft Edge",
  "Mac OS X": "macOS",
};

/** User-Agents with the names and first numbers of the versions that ua-parser of Python finds. */
const golden = `
Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:126.0) Gecko/20100101 Firefox/126.0 | Firefox | 126 | Windows
Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 | Chrome | 124 | Windows
Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0.2478.51 | Edge | 124 | Windows
Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763 | Edge | 18 | Windows
Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 | Safari | 17 | Mac OS X
Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:125.0) Gecko/20100101 Firefox/125.0 | Firefox | 125 | Mac OS X
Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1 | Mobile Safari | 17 | iOS
Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1 | Mobile Safari | 16 | iOS
Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/123.0.6312.52 Mobile/15E148 Safari/604.1 | Chrome Mobile iOS | 123 | iOS
Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/125.0 Mobile/15E148 Safari/605.1.15 | Firefox iOS | 125 | iOS
Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.82 Mobile Safari/537.36 | Chrome Mobile | 124 | Android
Mozilla/5.0 (Linux; Android 13; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36 | Samsung Internet | 24 | Android
Mozilla/5.0 (Android 13; Mobile; rv:125.0) Gecko/125.0 Firefox/125.0 | Firefox Mobile | 125 | Android
Mozilla/5.0 (Linux; Android 12; SM-T870) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 | Chrome | 120 | Android
Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36 OPR/108.0.0.0 | Opera | 108 | Windows
Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18 | Opera | 12 | Windows
Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko | IE | 11 | Windows
Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0) | IE | 10 | Windows
Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0) | IE | 8 | Windows
Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 | Chrome | 124 | Linux
Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0 | Firefox | 124 | Ubuntu
Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 | Chrome | 124 | Chrome OS
Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36 Vivaldi/6.6.3271.48 | Vivaldi | 6 | Windows
Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 YaBrowser/24.4.1.899 Yowser/2.5 Safari/537.36 | Yandex Browser | 24 | Windows
Mozilla/5.0 (Linux; U; Android 10; en-US; RMX1911) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/78.0.3904.108 UCBrowser/13.4.0.1306 Mobile Safari/537.36 | UC Browser | 13 | Android
Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) | Googlebot | 2 | Other
Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) | bingbot | 2 | Other
Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot) | GPTBot | 1 | Other
curl/8.5.0 | curl | 8 | Other
Wget/1.21.4 | Wget | 1 | Other
python-requests/2.31.0 | Python Requests | 2 | Other
Go-http-client/2.0 | Go-http-client | 2 | Other
PostmanRuntime/7.37.3 | PostmanRuntime | 7 | Other
Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/124.0.0.0 Safari/537.36 | HeadlessChrome | 124 | Linux
Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/76.0.3809.146 TV Safari/537.36 | Samsung Internet | 4 | Tizen
facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php) | FacebookBot | 1 | Other
Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/123.0.0.0 Mobile Safari/537.36 | Chrome Mobile | 123 | Android
Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) EdgiOS/113.0.1774.50 Version/16.0 Mobile/15E148 Safari/604.1 | Edge Mobile | 113 | iOS
Mozilla/5.0 (Linux; Android 10; HD1913) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.82 Mobile Safari/537.36 EdgA/124.0.2478.50 | Edge Mobile | 124 | Android
Mozilla/5.0 (Windows NT 6.3; WOW64; rv:52.0) Gecko/20100101 Firefox/52.0 | Firefox | 52 | Windows
Mozilla/5.0 (Windows NT 5.1; rv:52.0) Gecko/20100101 Firefox/52.0 | Firefox | 52 | Windows
Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots) | YandexBot | 3 | Other
Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/) | AhrefsBot | 7 | Other
Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots) | Slackbot-LinkExpanding | 1 | Other
Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.4.1 like Chrome/120.0.6099.230 Safari/537.36 | Amazon Silk | 120 | Android
Mozilla/5.0 (X11; FreeBSD amd64; rv:124.0) Gecko/20100101 Firefox/124.0 | Firefox | 124 | FreeBSD
`;

test.each(
  golden
    .trim()
    .split("\n")
    .map((line) => line.split(" | ") as [string, string, string, string]),
)("user-agent agrees with ua-parser on %s", async (value, browser, version, os) => {
  const answer = await json(await ask(value));
  expect([answer.browser.name, answer.browser.version.split(".")[0]]).toEqual([
    names[browser] ?? browser,
    version,
  ]);
  if (os !== "Other") expect(answer.os.name).toBe(names[os] ?? os);
});

test("user-agent finds devices, crawlers and programs", async () => {
  const describe = async (value: string) => {
    const { kind, device, is_headless } = await json(await ask(value));
    return [kind, device.type, device.vendor, device.model, is_headless];
  };
  const android = (model: string) =>
    `Mozilla/5.0 (Linux; Android 14; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.82 Mobile Safari/537.36`;
  expect(await describe(android("moto g power (2022)"))).toEqual([
    "browser",
    "mobile",
    "Motorola",
    "g power (2022)",
    false,
  ]);
  expect((await describe(android("K")))[3]).toBeNull();
  expect((await describe(android("Pixel 8 Build/UD1A.230803.041")))[3]).toBe("Pixel 8");
  expect(await describe("Mozilla/5.0 (compatible; SomeNewBot/3.1; +https://bot.example)")).toEqual([
    "bot",
    null,
    null,
    null,
    false,
  ]);
  expect(await describe("my-app/2.0")).toEqual(["program", null, null, null, false]);
  expect((await describe("Mozilla/5.0 HeadlessChrome/124.0.0.0"))[4]).toBe(true);
});

test.each([
  ["Dalvik/2.1.0 (Linux; U; Android 11; SM-A125F)", "program", "Dalvik", null],
  ["okhttp/4.9.3 (Linux; Android 9; Mobile)", "program", "okhttp", "mobile"],
  ["AhrefsBot", "bot", "AhrefsBot", null],
  ["Applebot (+http://www.apple.com/go/applebot)", "bot", "Applebot", null],
  ["Cubot X30 of mine", null, null, null],
  ["Mozilla/5.0 (compatible; Google-Site-Verification/1.0)", "bot", null, null],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; Google Web Preview) Chrome/41.0.2272.118 Safari/537.36",
    "bot",
    "Chrome",
    "desktop",
  ],
])("user-agent finds no more in %s than it says", async (value, kind, name, device) => {
  const answer = await json(await ask(value));
  expect([answer.kind, answer.browser.name, answer.device.type]).toEqual([kind, name, device]);
});

test("user-agent notes what browsers hide", async () => {
  const windows =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36";
  expect((await json(await ask(windows))).notes).toEqual([
    "Windows 10 and 11 have the same User-Agent",
    "The browser sends the first number of its version only",
  ]);
});

test.each([" ", "Mozilla/5.0", "constructor", "()()()", "\0", "😀"])(
  "user-agent leaves unknown parts of %j open",
  async (value) => {
    expect(await json(await ask(value))).toMatchObject({ kind: null, browser: { name: null } });
  },
);

test("user-agent rejects an empty value", async () => {
  expect((await ask("")).status).toBe(400);
});

test("user-agent knows programs of Apple's systems and their versions", async () => {
  const answer = await json(await ask("Acme/3.2 CFNetwork/1494.0.7 Darwin/23.4.0"));
  expect(answer).toMatchObject({ kind: "program", device: { vendor: "Apple" } });
  expect(answer.browser).toEqual({ name: "Acme", version: "3.2" });
  expect(answer.notes).toEqual(["The program runs on iOS 17.4, macOS 14.4 or their siblings"]);
  const [note] = (await json(await ask("A/1 CFNetwork/3826.500.131 Darwin/25.1.0"))).notes;
  expect(note).toContain("iOS 26.1, macOS 26.1");
});

test("user-agent names the version of a system and all numbers of a version", async () => {
  const describe = async (value: string) => {
    const { browser, engine, os } = await json(await ask(value));
    return [browser.version, engine.name, engine.version, os.version, os.version_name];
  };
  const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
  const edge = `Mozilla/5.0 (Windows NT 6.1) ${webkit} Chrome/124.0.0.0 Safari/537.36 Edg/124.0.2478.51`;
  expect(await describe(edge)).toEqual(["124.0.2478.51", "Blink", null, "NT 6.1", "7"]);
  const safari =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.1 Safari/605.1.15";
  expect(await describe(safari)).toEqual(["14.1", "WebKit", "605.1.15", "10.14.6", "Mojave"]);
  const old = `Mozilla/5.0 (Linux; Android 4.4.2; Nexus 5 Build/KOT49H) ${webkit} Chrome/40.0.1.2 Mobile Safari/537.36`;
  expect(await describe(old)).toEqual(["40.0.1.2", "Blink", null, "4.4.2", "KitKat"]);
});

test("user-agent tells televisions and tablets from telephones", async () => {
  const type = async (value: string) => (await json(await ask(value))).device.type;
  const webkit = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0";
  expect(await type(`Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Safari/537.36`)).toBe("tv");
  expect(await type(`Mozilla/5.0 (Linux; Android 12; SM-T870) ${webkit}`)).toBe("tablet");
  expect(await type(`Mozilla/5.0 (Linux; Android 12; SM-S911B) ${webkit} Mobile`)).toBe("mobile");
  expect(await type(`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Safari/537.36`)).toBe("desktop");
});

test("user-agent answers for long texts with many near matches", async () => {
  for (const part of ["a ", "1.", "Mozilla/5.0 (", "Android ", "; ", "SM-", "NokiaN9 "]) {
    const value = `Mozilla/5.0 (Linux; Android ${part.repeat(1000)}`.slice(0, 1000);
    expect((await ask(value)).status).toBe(200);
  }
});
