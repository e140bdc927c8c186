import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TSchema } from "@sinclair/typebox";
import { isFile } from "../core/contract/schema.ts";
import { loadAll } from "../core/host/load/load-all.ts";
import { loadRoutes } from "../core/host/load/load-routes.ts";
import type { LoadedRoute } from "../core/host/plugin/loaded-plugin.ts";
import { buildSamples } from "../core/site/docs/endpoint/samples.ts";
import { buildSampleCall, type SampleCall } from "../core/site/examples/sample-call.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";
import { isFullDepth, sampleCases } from "../core/testing/cases.ts";
import { isMissing } from "../core/testing/missing.ts";
import { runHub } from "../core/testing/running-hub.ts";

// Runs the code samples of the documentation in their languages.

const root = join(import.meta.dir, "..");
const { plugins } = await loadAll([join(root, "plugins")], { strict: true });
const own = await loadRoutes(ownRoutes as never, {
  dir: join(root, "routes"),
  prefix: "",
  read: (file) => import(join(root, file)),
  refuse: (why) => {
    throw new Error(why);
  },
});
const services = plugins.flatMap(({ routes }) => routes);
const work = mkdtempSync(join(tmpdir(), "utilhub-samples-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const guzzle = "/usr/share/php/GuzzleHttp/autoload.php";
const hasGuzzle = await Bun.file(guzzle).exists();
const lacks = {
  curl: isMissing("curl"),
  JavaScript: false,
  Python:
    isMissing("python3") ||
    isMissing("requests", {
      from: "python3-requests",
      isThere: (await run(["python3", "-c", "import requests"], work)).code === 0,
    }),
  PHP:
    isMissing("php", { from: "php-cli" }) ||
    isMissing("guzzle", { from: "php-guzzlehttp-guzzle php-curl", isThere: hasGuzzle }),
  Go: isMissing("go", { from: "golang-go" }),
};
type Language = keyof typeof lacks;
const languages = Object.keys(lacks) as Language[];

interface Written {
  call: SampleCall;
  loaded: LoadedRoute;
  code: string;
}

/** Returns the samples of endpoints in one language, as pages show them. */
function written(routes: readonly LoadedRoute[], language: Language, base = "http://hub.example") {
  return routes.map((loaded): Written => {
    const options = { base, keyed: loaded.path.startsWith("/api/") };
    const sample = buildSamples(loaded, options).find((one) => one.language === language);
    if (!sample) throw new Error(`There is no ${language}`);
    return { call: buildSampleCall(loaded, options), loaded, code: sample.code };
  });
}

async function run(command: string[], cwd: string, input = "") {
  try {
    const process = Bun.spawn(command, { cwd, stdin: Buffer.from(input), stderr: "pipe" });
    const [out, fault] = await Promise.all([process.stdout.text(), process.stderr.text()]);
    return { out, fault, code: await process.exited };
  } catch (error) {
    return { out: "", fault: String(error), code: 127 };
  }
}

/** Creates a folder with the files that calls upload. */
async function createFolder(name: string, calls: readonly SampleCall[]): Promise<string> {
  const folder = join(work, name);
  mkdirSync(folder, { recursive: true });
  for (const [, file] of calls.flatMap(({ files }) => files))
    await Bun.write(join(folder, file.name), file);
  return folder;
}

/** Returns the request of a call, to compare with the recorded one. */
function describeRequest({ method, url, key, json, texts, files }: SampleCall) {
  return {
    method,
    url: url.replaceAll("'", "%27"),
    key: key ?? null,
    json: json ?? null,
    texts: texts.map(([name, value]) => `${name}=${value}`).sort(),
    files: files.map(([name, { name: path, type }]) => [name, path, type]),
  };
}

/** Records the calls of Python samples to `requests`. */
const pythonRecorder = `
import json, sys, types
sent = []
class Answer:
    content = b""
    def raise_for_status(self): pass
    def json(self): return {}
def call(method):
    def send(url, headers={}, json=None, data={}, files=[]):
        texts = [f"{n}={v}" for n, vs in data.items() for v in (vs if isinstance(vs, list) else [vs])]
        sent.append({"method": method, "url": url, "key": headers.get("X-API-Key"), "json": json,
            "texts": sorted(texts), "files": [[n, f[0], f[2]] for n, f in files]})
        return Answer()
    return send
requests = types.ModuleType("requests")
for name in ("get", "post", "put", "patch", "delete"): setattr(requests, name, call(name.upper()))
sys.modules["requests"] = requests
for code in json.load(sys.stdin):
    exec(compile(code, "sample", "exec"), {"print": lambda *_: None})
print(json.dumps(sent))
`;

/** Records the calls of PHP samples to Guzzle. */
const phpRecorder = `<?php
namespace GuzzleHttp;
class Answer { function getBody() { return ""; } }
class Client {
  function request($method, $url, $options = []) {
    global $sent;
    $texts = []; $files = [];
    foreach ($options['multipart'] ?? [] as $part) {
      if (is_string($part['contents'])) $texts[] = $part['name'] . '=' . $part['contents'];
      else $files[] = [$part['name'], stream_get_meta_data($part['contents'])['uri'], $part['headers']['Content-Type']];
    }
    sort($texts);
    $sent[] = ['method' => $method, 'url' => $url, 'key' => $options['headers']['X-API-Key'] ?? null,
      'json' => $options['json'] ?? null, 'texts' => $texts, 'files' => $files];
    return new Answer();
  }
}
$sent = [];
foreach (json_decode(stream_get_contents(STDIN)) as $code) (function () use ($code) { eval('?>' . $code); })();
echo json_encode($sent);
`;

/** Returns whether an endpoint takes files, and no text of the body instead. */
function takesFile({ route }: LoadedRoute): boolean {
  const hasFile = Object.values<TSchema>(route.body?.properties ?? {}).some(
    (field) => isFile(field) || (field.items && isFile(field.items)),
  );
  return hasFile && !textFields.some((name) => name in (route.example.body ?? {}));
}

/** The fields of texts that can also be uploaded. */
const textFields = ["data", "hex", "json", "text"];

test("the samples of all endpoints whose example has a file upload it, in each language", () => {
  const hasFile = (value: unknown): boolean =>
    value instanceof File || (Array.isArray(value) && value.some(hasFile));
  const uploading = services.filter(
    (loaded) => takesFile(loaded) && Object.values(loaded.route.example.body ?? {}).some(hasFile),
  );
  expect(uploading.length).toBeGreaterThanOrEqual(17);
  const parts = {
    curl: /-F '?\w+=@[\w.]+/,
    JavaScript: /form\.append\("\w+", await openAsBlob\(/,
    Python: /files=\[/,
    PHP: /'multipart' =>/,
    Go: /writer\.Create/,
  };
  for (const language of languages)
    for (const { code, loaded } of written(uploading, language)) {
      expect(code, loaded.path).toMatch(parts[language]);
      expect(code, loaded.path).not.toMatch(/base64":|[A-Za-z0-9+/]{100}/);
    }
});

describe("of all endpoints", () => {
  test.skipIf(lacks.curl)("the curl sample can be parsed by a shell", async () => {
    const all = written(services, "curl").map(({ code }) => code);
    const { fault, code } = await run(["bash", "-n"], work, all.join("\n"));
    expect([code, fault]).toEqual([0, ""]);
  });

  test("the JavaScript has no syntax error", () => {
    const transpiler = new Bun.Transpiler({ loader: "js" });
    for (const { code } of written(services, "JavaScript"))
      expect(() => transpiler.transformSync(code), code).not.toThrow();
  });

  test.skipIf(isMissing("python3"))("the Python sends the example's request", async () => {
    const all = written(services, "Python");
    const calls = all.map(({ call }) => call);
    const folder = await createFolder("python", calls);
    const codes = JSON.stringify(all.map(({ code }) => code));
    const { out, fault } = await run(
      ["python3", "-W", "ignore", "-c", pythonRecorder],
      folder,
      codes,
    );
    expect(fault).toBe("");
    expect(JSON.parse(out)).toEqual(calls.map(describeRequest));
  });

  test.skipIf(isMissing("php", { from: "php-cli" }))(
    "the PHP sends the example's request",
    async () => {
      const all = written(services, "PHP");
      const calls = all.map(({ call }) => call);
      const folder = await createFolder("php", calls);
      await Bun.write(join(folder, "vendor/autoload.php"), "");
      await Bun.write(join(folder, "recorder.php"), phpRecorder);
      const codes = JSON.stringify(all.map(({ code }) => code));
      const { out, fault } = await run(["php", "recorder.php"], folder, codes);
      expect(fault).toBe("");
      expect(JSON.parse(out)).toEqual(calls.map(describeRequest));
    },
  );

  test.skipIf(lacks.Go)("the Go compiles, and gofmt changes nothing", async () => {
    const folder = join(work, "go");
    await Bun.write(join(folder, "go.mod"), "module samples\n\ngo 1.19\n");
    for (const [at, { code }] of written(services, "Go").entries())
      await Bun.write(join(folder, `s${at}/main.go`), `${code}\n`);
    const format = await run(["gofmt", "-l", "."], folder);
    expect([format.out, format.fault]).toEqual(["", ""]);
    // Compiling takes most of the time; gofmt parses all samples.
    const chosen = sampleCases(services, 8).map((loaded) => `./s${services.indexOf(loaded)}`);
    const vet = await run(["go", "vet", ...chosen], folder);
    expect([vet.code, vet.fault]).toEqual([0, ""]);
  });
});

/** Returns an endpoint with its example, or with another body. */
function endpoint(path: string, body?: Record<string, unknown>): LoadedRoute {
  const loaded = [...services, ...own].find((route) => route.path === path);
  if (!loaded) throw new Error(`Nothing answers ${path}`);
  if (!body) return loaded;
  return { ...loaded, route: { ...loaded.route, example: { body } } };
}

const { files } = endpoint("/api/pdf/merge").route.example.body ?? {};

/** An endpoint for each shape of a call. */
const shapes: Record<string, LoadedRoute> = {
  "a GET with a file response": endpoint("/api/qr/generate"),
  "a call without a key": endpoint("/services"),
  "a GET with a JSON response": endpoint("/api/dev/hash/:algo"),
  "JSON answered by JSON": endpoint("/api/dev/json/format"),
  "JSON answered by a file": endpoint("/api/image/chart"),
  "several uploads in one field with texts, and a file response": endpoint("/api/pdf/merge", {
    files,
    ranges: ["1-z", "z-1"],
    metadata: { title: `It's "a" \\ title of $5, über` },
  }),
  "an upload with a JSON response": endpoint("/api/qr/decode"),
};
/** Shapes that a plain run tries in slow languages: together they cover each part of a call. */
const sampled = new Set(
  isFullDepth
    ? Object.keys(shapes)
    : [
        "a call without a key",
        "JSON answered by JSON",
        "several uploads in one field with texts, and a file response",
      ],
);
const slow = new Set<Language>(["Python", "Go"]);

const hub = await runHub({ HUB_TIERS: "free=1000/1000" });
const key = await hub.key();
afterAll(() => hub.stop());

describe.each(Object.entries(shapes))("%s", (shape, loaded) => {
  const tried = languages.filter((language) => !slow.has(language) || sampled.has(shape));
  test.each(tried.filter((language) => !lacks[language]))(
    "gets the same response as the call itself: %s",
    async (language) => {
      const [sample] = written([loaded], language, hub.url);
      if (!sample) throw new Error("There is no sample");
      const folder = await createFolder(`${language} ${shape}`.replaceAll(" ", "-"), [sample.call]);
      const { out, fault, code } = await runSample[language](
        folder,
        sample.code.replaceAll("YOUR_KEY", key),
      );
      expect([code, fault]).toEqual([0, ""]);
      const answer = await callDirectly(sample.call, key);
      if (sample.call.saved) {
        const saved = await Bun.file(join(folder, sample.call.saved)).bytes();
        expect(saved.length).toBeGreaterThan(60);
        expect([...saved.subarray(0, 8)]).toEqual([...answer.subarray(0, 8)]);
        expect(Math.abs(saved.length - answer.length)).toBeLessThan(10);
      } else expect(out.trim()).toBe(new TextDecoder().decode(answer).trim());
    },
  );
});

async function callDirectly({ method, url, key, json, texts, files }: SampleCall, own: string) {
  const form = new FormData();
  for (const [name, value] of [...texts, ...files]) form.append(name, value);
  const answer = await fetch(url, {
    method,
    headers: {
      ...(key && { "x-api-key": own }),
      ...(json !== undefined && { "content-type": "application/json" }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(files.length > 0 && { body: form }),
  });
  expect(answer.status).toBe(200);
  return answer.bytes();
}

/** Runs a sample. Returns its output as JSON. */
const runSample: Record<Language, (folder: string, code: string) => ReturnType<typeof run>> = {
  curl: (folder, code) => run(["bash", "-c", code.replace("curl ", "curl -sS ")], folder),
  async JavaScript(folder, code) {
    const asJson = code.replace(
      "console.log(await response.json())",
      "console.log(JSON.stringify(await response.json()))",
    );
    await Bun.write(join(folder, "sample.mjs"), asJson);
    return run([process.execPath, "sample.mjs"], folder);
  },
  Python: (folder, code) => {
    const asJson = code.replace("print(response.json())", "print(response.text)");
    return run(["python3", "-W", "ignore", "-c", asJson], folder);
  },
  async PHP(folder, code) {
    await Bun.write(join(folder, "vendor/autoload.php"), `<?php require '${guzzle}';`);
    await Bun.write(join(folder, "sample.php"), code);
    return run(["php", "sample.php"], folder);
  },
  async Go(folder, code) {
    await Bun.write(join(folder, "main.go"), code);
    return run(["go", "run", "main.go"], folder);
  },
};
