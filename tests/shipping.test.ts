import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { validate } from "dockerfile-utils";
import { headFlag } from "../core/host/handler/handler-input.ts";
import packageJson from "../package.json";

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>;
  volumes: Record<string, null>;
}

interface Service {
  networks: string[];
  volumes?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, object>;
  healthcheck?: object;
}

interface PodSpec {
  terminationGracePeriodSeconds: number;
  securityContext: object;
  containers: [Container];
}

interface Container {
  image: string;
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  lifecycle: { preStop: { sleep: { seconds: number } } };
  resources: { requests: { cpu?: string } };
}

interface Probe {
  httpGet: { path: string };
}

interface Manifest<Spec extends object = object> {
  apiVersion: string;
  kind: string;
  spec: Spec;
}

interface Kustomization {
  images: object[];
  resources: string[];
  configMapGenerator: [{ literals: string[] }];
}

const root = `${import.meta.dir}/..`;
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");
const parse = (name: string) => Bun.YAML.parse(read(`ops/kubernetes/${name}`));
const { engines, files, version } = packageJson;
const dockerfile = read("Dockerfile");
const compose = Bun.YAML.parse(read("compose.yaml")) as Compose;
const manifests = readdirSync(`${root}/ops/kubernetes`).sort();
const kustomization = parse("kustomization.yaml") as Kustomization;
const pod = (parse("deployment.yaml") as Manifest<{ template: { spec: PodSpec } }>).spec.template
  .spec;
const [container] = pod.containers;

test("every setting in a deployment file is one that the hub accepts", () => {
  const rows =
    read("docs/OPERATING.md")
      .match(/^\| `[A-Z].*$/gm)
      ?.join("\n") ?? "";
  const known = new Set(rows.match(/[A-Z][A-Z_]{3,}/g));
  const texts = ["Dockerfile", "compose.yaml", "ops/utilhub.service", "ops/debian/utilhub.env"];
  for (const path of [...texts, "ops/kubernetes/kustomization.yaml"]) {
    const given = Array.from(
      read(path).matchAll(/\b(HUB_[A-Z_]+|TRUSTED_PROXIES)(?:=|: (?!\$\{HUB_HOST))/g),
      ([, name = ""]) => name,
    );
    expect([path, given.length > 0]).toEqual([path, true]);
    expect([path, given.filter((name) => !known.has(name))]).toEqual([path, []]);
  }
});

describe.each(["package.json", "Dockerfile", "ops/utilhub.service", "bin/run-own.mjs"])(
  "%s starts a hub with",
  (path) => {
    test("Bun's option for large request headers", () => {
      expect(read(path)).toContain(headFlag);
    });

    test("the memory settings that its speed was measured with", () => {
      expect(read(path)).toMatch(/MIMALLOC_PURGE_DELAY(?:=|: ")10000\b/);
      expect(read(path)).toMatch(/BUN_JSC_gcMaxHeapSize(?:=|: ")8388608\b/);
    });
  },
);

describe("the image", () => {
  test("passes a linter", () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate("FROM debian\nRUNN true\n")).not.toEqual([]);
  });

  test("has the tested Bun version, and an unprivileged user", () => {
    expect(dockerfile).toContain(`oven/bun:${engines.bun}-slim`);
    expect(dockerfile.match(/^USER .+/gm)?.at(-1)).toBe("USER 10001:10001");
    const user = { runAsUser: 10001, runAsGroup: 10001, fsGroup: 10001 };
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, ...user });
  });

  test("contains what the npm package contains and all plugins, and no tests", () => {
    const lines = read(".dockerignore").split("\n");
    const taken = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    // npm always includes these.
    const packed = ["package.json", "LICENSE", ...files.filter((line) => !line.startsWith("!"))];
    const folders = new Set(packed.map((line) => line.replace(/^plugins\/.*/, "plugins")));
    expect(taken.sort()).toEqual([...folders].sort());
    const left = files.filter((line) => /^!(\*\*|plugins)/.test(line));
    for (const line of left) expect(lines).toContain(line.slice(1).replace(/\/\*\*$/, ""));
  });
});

describe("Compose", () => {
  test("defines each network and volume of a service, and waits for services with health checks", () => {
    for (const { networks, volumes = [], depends_on = {} } of Object.values(compose.services)) {
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(networks));
      const own = volumes.map((volume) => volume.split(":")[0]).filter((name) => name?.[0] !== ".");
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(own));
      for (const name of Object.keys(depends_on))
        expect(compose.services[name]?.healthcheck).toBeDefined();
    }
  });

  test("makes the hub trust its proxy, which connects to the hub's port", () => {
    const { hub } = compose.services;
    const [addresses] = compose.networks.front?.ipam?.config ?? [];
    expect(hub?.environment?.TRUSTED_PROXIES).toBe(addresses?.subnet);
    expect(read("ops/Caddyfile")).toContain("reverse_proxy hub:3000");
    expect(dockerfile).toContain("EXPOSE 3000");
  });
});

describe("Kubernetes", () => {
  test.each(manifests.filter((name) => name !== "kustomization.yaml"))(
    "%s matches the cluster's schema, field by field",
    async (name) => {
      const manifest = parse(name) as Manifest;
      expect(await findFaults(manifest)).toEqual([]);
      const mistyped = { ...manifest, spec: { ...manifest.spec, replics: 2 } };
      expect(await findFaults(mistyped)).toEqual(["/spec/replics is not known"]);
    },
  );

  test("every pod selector matches the hub's pods", () => {
    const labels = { "app.kubernetes.io/name": "utilhub" };
    const chooses = { selector: { matchLabels: labels } };
    expect(parse("deployment.yaml")).toMatchObject({
      spec: { ...chooses, template: { metadata: { labels } } },
    });
    expect(parse("disruption-budget.yaml")).toMatchObject({ spec: chooses });
    expect(parse("service.yaml")).toMatchObject({ spec: { selector: labels } });
    expect(parse("network-policy.yaml")).toMatchObject({
      spec: { podSelector: { matchLabels: labels } },
    });
  });

  test("kustomize accepts every file, and the image of this version", () => {
    expect([...kustomization.resources, "kustomization.yaml"].sort()).toEqual(manifests);
    expect(kustomization.images).toEqual([{ name: container.image, newTag: version }]);
  });

  test("probes use paths of the hub, and termination waits for the drain", () => {
    const own = readdirSync(`${root}/routes`).map((file) => `/${file.replace(".get.ts", "")}`);
    const { startupProbe, livenessProbe, readinessProbe, lifecycle } = container;
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
      expect(own).toContain(httpGet.path);
    const [{ literals }] = kustomization.configMapGenerator;
    const drainMs = Number(literals.join("\n").match(/HUB_DRAIN_MS=(\d+)/)?.[1]);
    const needed = lifecycle.preStop.sleep.seconds + drainMs / 1000;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(needed);
  });

  test("the autoscaler uses metrics of every cluster: without a metric it never scales down", () => {
    const { spec } = Bun.YAML.parse(read("ops/kubernetes/autoscaler.yaml")) as Manifest<{
      metrics: { type: string }[];
    }>;
    expect(spec.metrics.map(({ type }) => type)).toEqual(["Resource"]);
    expect(container.resources.requests.cpu).toBeDefined();
  });
});

/** Returns the errors of a manifest by a cluster's schema, including unknown fields. */
async function findFaults(manifest: Manifest): Promise<string[]> {
  const [version = "", group = "core"] = manifest.apiVersion.split("/").reverse();
  const capital = (word = "") => word.slice(0, 1).toUpperCase() + word.slice(1);
  const name = `IoK8sApi${capital(group.split(".")[0])}${capital(version)}${manifest.kind}`;
  const schema = await import(`kubernetes-models/_schemas/${name}`);
  const unread = new Set<string>();
  const isValid = schema.validate(watched(structuredClone(manifest), unread));
  const unknown = Array.from(unread, (path) => `${path} is not known`);
  return [...(isValid ? [] : [JSON.stringify(schema.validate.errors)]), ...unknown];
}

/** Returns a proxy of a value that removes each field from `unread` when it is read, by path. */
function watched(value: unknown, unread: Set<string>, path = ""): unknown {
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => {
    unread.add(`${path}/${name}`);
    return [name, watched(field, unread, `${path}/${name}`)] as const;
  });
  const inner = new Map<string | symbol, unknown>(fields);
  return new Proxy(value, {
    get(target, name) {
      unread.delete(`${path}/${String(name)}`);
      return inner.get(name) ?? Reflect.get(target, name);
    },
  });
}
