// Code that the contract's types must reject. The type checker is the test: nothing here is run.
import { definePlugin, t } from "hub";

const response = t.Object({ ok: t.Boolean() });
const bare = definePlugin({ title: "Bare", summary: "Asks for nothing." });
const open = definePlugin({
  title: "Open",
  summary: "Visits what a user names.",
  permissions: { net: "public" },
});
const plugin = definePlugin({
  title: "Full",
  summary: "Asks for one of each.",
  permissions: { net: ["a.example"], env: ["TOKEN"], run: ["ffmpeg"], read: ["data"], kv: true },
  limits: { tagsMax: 5 },
  errors: { too_many_tags: { status: 422, title: "There are too many tags" } },
  settings: {
    PACE: { type: "integer", default: 5, description: "Pace" },
    MODES: { type: "list", values: ["fast", "safe"], description: "Modes" },
    SERVER: { type: "url", description: "Server" },
  },
});

export const fits = plugin.route({
  summary: "Uses what it asked for",
  query: t.Object({ n: t.Integer(), s: t.Optional(t.String()) }),
  body: t.Object({ tags: t.Array(t.String()) }),
  response,
  example: { query: { n: 1 }, body: { tags: [] } },
  async handler({ query, body, params, net, env, run, read, kv }) {
    const n: number = query.n;
    const s: string | undefined = query.s;
    const tags: string[] = body.tags;
    const none: undefined = params;
    if (tags.length > plugin.limits.tagsMax) throw plugin.error("too_many_tags", "There are six");
    await net("https://a.example/x");
    await net.json("https://a.example/x", t.Object({}));
    await run("ffmpeg", ["-i"]);
    await read("data/list.txt");
    await kv.increment("calls");
    // @ts-expect-error a host that is not in the manifest
    await net("https://other.example/x");
    // @ts-expect-error not over TLS
    await net("http://a.example/x");
    const pace: number = env.PACE;
    const modes: readonly ("fast" | "safe")[] = env.MODES;
    const server: string | undefined = env.SERVER;
    // @ts-expect-error a variable that is not in the manifest
    env.OTHER;
    // @ts-expect-error a program that is not in the manifest
    await run("rm");
    // @ts-expect-error a folder that is not in the manifest
    await read("secrets/list.txt");
    // @ts-expect-error not a field of the query
    query.nope;
    // @ts-expect-error a failure that is neither shared nor in the manifest
    throw plugin.error("too_few_tags", `${n}${s}${none}${pace}${modes}${server}${env.TOKEN}`);
  },
});

export const asksForNothing = bare.route({
  summary: "Gets nothing",
  response,
  example: {},
  async handler({ net, env, kv, browser }) {
    // @ts-expect-error no permission to reach anything
    await net("https://a.example/x");
    // @ts-expect-error no permission to read a variable
    env.TOKEN;
    // @ts-expect-error no permission to keep anything
    await kv.get("x");
    // @ts-expect-error no permission to show pages
    await browser({});
    return { ok: true };
  },
});

export const anyHost = open.route({
  summary: "Visits any host",
  response,
  example: {},
  async handler({ net }) {
    await net("http://whatever.example/x");
    const { status } = await net.resolve("whatever.example", "TXT");
    // @ts-expect-error not one of the outcomes
    status === "missing";
    return { ok: true };
  },
});

export const wrongAnswer = bare.route({
  summary: "Answers outside its schema",
  response,
  example: {},
  // @ts-expect-error an answer of another shape
  handler: () => ({ ok: "yes" }),
});

export const wrongExample = bare.route({
  summary: "Shows what it would refuse",
  query: t.Object({ n: t.Integer() }),
  response,
  // @ts-expect-error a value of another type
  example: { query: { n: "one" } },
  handler: () => ({ ok: true }),
});

export const noExample = bare.route({
  summary: "Shows nothing",
  query: t.Object({ n: t.Integer() }),
  response,
  // @ts-expect-error an example must name what the route takes
  example: {},
  handler: () => ({ ok: true }),
});
