import type { AccountView, KeyView } from "../accounts/account-fields.ts";
import type { Call } from "../accounts/call.ts";
import { loadTiers } from "../accounts/tiers.ts";
import { HubError } from "../contract/errors.ts";
import type { PluginDoors } from "../host/doors/grant.ts";
import { loadOwn } from "../host/load/load-plugin.ts";
import type { LoadedPlugin } from "../host/plugin/loaded-plugin.ts";
import { quietLog } from "../platform/log/log.ts";
import { buildJobLinks, type JobView } from "../server/async/job-view.ts";
import { createHub } from "../server/hub.ts";
import { withProblemPages } from "../site/docs/openapi/with-problem-pages.ts";
import { CapturedAnswers } from "../site/examples/captured-answers.ts";
import { ResponseExamples } from "../site/examples/response-examples.ts";
import { noEvidence } from "../site/view/hub-evidence.ts";
import type { HubStatus } from "../site/view/hub-status.ts";
import type { CallsDoor, OwnDoors, SignUpDoor } from "../site/view/own-doors.ts";
import { ownRoutes } from "../site/view/own-routes.ts";
import type { Site } from "../site/view/site.ts";
import { anyKey } from "./mod.ts";

const ownPlugin = await loadOwn(ownRoutes, `${import.meta.dir}/../../routes`);

/** The parts of an in-memory hub that tests can change. */
type View = Site & HubStatus & SignUpDoor & CallsDoor & Pick<OwnDoors, "metrics" | "clock">;

/** Creates an in-memory hub with the hub's own routes, to read their pages. For tests. */
export function docsHub(plugins: readonly LoadedPlugin[], changes: Partial<View> = {}) {
  const view: View = {
    version: "1.2.3",
    commit: "abc1234",
    schedule: async () => [],
    models: () => [],
    upstreams: () => [],
    incidents: async () => [],
    startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    plugins,
    broken: [],
    own: ownPlugin,
    sandbox: { isEnforced: true, state: "Enforced by the kernel" },
    denied: () => [],
    tiers: loadTiers({}),
    ready: () => ({ store: { ok: true } }),
    storeFailingSince: () => undefined,
    evidence: () => noEvidence,
    isDraining: () => false,
    late: () => [],
    datasets: () => [],
    signup: "open",
    baseUrl: () => "https://hub.example",
    mcp: true,
    securityContacts: ["mailto:security@hub.example"],
    signUp,
    exchangeCode: async (_, { email }) => ({
      ...account,
      email,
      api_key: "hub_secret",
      other_keys: 2,
    }),
    answered: () => ({ count: 12_345, halfWithinMs: 2.5 }),
    admit: () => {},
    redis: () => "none",
    failures: () => [],
    ask: async (_, request) => app.fetch(request),
    captured: async () => captured,
    examples: new ResponseExamples([]),
    metrics: {
      token: undefined,
      read: async () => "",
      own: () => ({ metrics: [], evidence: noEvidence }),
    },
    clock: () => 0,
    ...changes,
  };
  const doors: OwnDoors = {
    site: view,
    status: view,
    signUps: view,
    calls: view,
    metrics: view.metrics,
    clock: view.clock,
    tools: {
      mode: "on",
      isOpenTo: () => true,
      createCookie: () => "hub_tools=1; Path=/tools",
      check: () => undefined,
    },
    oauth: {
      isOffered: true,
      register: () => "client",
      check: () => ({ name: "Client", redirectUris: [] }),
      decide: async () => "https://client.example/?code=1",
      exchange: async () => ({ access_token: "hub_secret", token_type: "Bearer", expires_in: 1 }),
    },
    logins: {
      findForm: async (call) => requireKey(issued)(call) as never,
      ways: { mail: true, oidc: "Example" },
      beginOidc: async () => ({ url: "https://login.example/", cookie: "hub_login=1; Path=/" }),
      finishOidc: async () => ({ next: "/account", cookie: "hub_session=1; Path=/" }),
      find: async () => undefined,
      buildPasskeyLogin: async () => undefined,
      enterWithPasskey: async () => "hub_session=1; Path=/",
      listPasskeys: async (call) => requireKey({ passkeys: [passkey], creation: null })(call),
      addPasskey: async (call) => requireKey(passkey)(call),
      removePasskey: async (call) => void requireKey(passkey)(call),
      sendLink: async () => {},
      enter: async () => "hub_session=1; Path=/",
    },
    pages: { write: async () => ({ title: "Last week", markdown: "It **rained**." }) },
    webhooks: { check: async () => {} },
    endpoints: { services: [], endpoints: [], findGets: () => [], checkGet() {} },
    keys: {
      show: async (call) => requireKey(account)(call),
      list: async (call) => requireKey([key])(call),
      create: async (call) => requireKey(issued)(call),
      change: async (call) => requireKey(key)(call),
      revoke: async (call) => requireKey({ ...key, revoked_keys: [], made_keys: [] })(call),
      rotate: async (call) => requireKey({ ...issued, old_key_expires_at: key.created_at })(call),
      notices: async (call) => requireKey(notices)(call),
      setNotices: async (call) => requireKey(notices)(call),
      usage: async (call) => requireKey([usage])(call),
      erase: async (call) => void requireKey(key)(call),
      sign: async (call, { path }) => requireKey(signPath(path))(call),
    },
    jobs: {
      list: async (call) => requireKey([job])(call),
      show: async (call) => requireKey(job)(call),
      cancel: async (call) => requireKey(job)(call),
      result: async (call) => requireKey(jobResult)(call),
      watch: async (call) => requireKey(new Blob(["event: succeeded\n\n"]).stream())(call),
    },
  };
  const captured = new CapturedAnswers({
    plugins: () => [ownPlugin, ...plugins],
    getDoors: () => doors as unknown as PluginDoors,
    runInJob: () => Promise.reject(new Error("Nothing heavy runs in this hub")),
    baseUrl: "https://hub.example",
    now: () => 0,
    log: quietLog,
    rest: async () => {},
  });
  const app = createHub({
    plugins,
    access: anyKey,
    getDoors: () => ({}) as PluginDoors,
    runInJob: () => Promise.reject(new Error("Nothing heavy runs in this hub")),
    log: quietLog,
    baseUrl: view.baseUrl(),
    own: { plugin: ownPlugin, doors },
  });
  const site = withProblemPages(app);
  const fetch = async (request: Request): Promise<Response> => site.fetch(request);
  return {
    view,
    fetch,
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(new Request(`http://localhost${path}`, { headers })),
    /** Submits a form as a browser does. */
    send: (
      path: string,
      fields: Record<string, string>,
      headers: Record<string, string> = browser,
    ) =>
      fetch(
        new Request(`http://localhost${path}`, {
          method: "POST",
          body: new URLSearchParams(fields),
          headers,
        }),
      ),
  };
}

const job: JobView = {
  id: "job_1",
  status: "succeeded",
  service: "sample",
  route: "POST /api/sample/draw",
  created_at: "2026-01-02T03:04:05.000Z",
  started_at: "2026-01-02T03:04:05.000Z",
  ended_at: "2026-01-02T03:04:06.000Z",
  expires_at: "2026-01-03T03:04:06.000Z",
  queue_position: null,
  progress: null,
  result_status: 200,
  result_bytes: 2,
  webhook: null,
  links: buildJobLinks("job_1"),
};

const jobResult = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: Buffer.from("{}"),
};

/** The Accept header of a browser. */
export const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const passkey = { passkey_id: "AQIDBA", name: "Laptop", created_at: "2026-01-02T03:04:05.000Z" };

const key: KeyView = {
  key_id: "key_1",
  prefix: "hub_abcd",
  name: null,
  kind: "secret",
  services: null,
  addresses: null,
  own_limits: { per_minute: null, per_day: null },
  routes: null,
  methods: null,
  referrers: null,
  may_manage_keys: true,
  created_at: "2026-01-02T03:04:05.000Z",
  expires_at: null,
  revoked_at: null,
  suspended_at: null,
  made_by: null,
  replaced_by: null,
  last_used_at: null,
};

const account: AccountView = {
  ...key,
  email: "you@example.com",
  tier: "free",
  limits: { per_minute: 10, per_day: 100, per_day_is_soft: false },
  remaining: { minute: 10, day: 100 },
  used_today: 0,
};

const usage = {
  day: "2026-01-02",
  key_id: "key_1",
  service: "qr",
  route: "GET /api/qr/generate",
  status: "2xx",
  calls: 12,
  units: 12,
};

/** Returns a signed path. Its key is fictional. */
function signPath(path: string) {
  const joint = path.includes("?") ? "&" : "?";
  const signature = "A".repeat(43);
  const query = `hub_key=key_1&hub_expires=1767323045&hub_signature=${signature}`;
  return { path: `${path}${joint}${query}`, expires_at: key.created_at };
}

const notices = { webhook_url: null, webhook_secret: "whsec_AAAA", mail: false };

const issued = { ...account, api_key: "hub_secret" };

/** Requires a key, like the hub itself. */
function requireKey<Answer>(answer: Answer) {
  return ({ request: { headers } }: Call): Answer => {
    if (headers.has("x-api-key")) return answer;
    throw new HubError("missing_api_key", "Pass an API key");
  };
}

async function signUp(_: unknown, { email }: { email: string }) {
  if (email.includes("@")) return { ...account, email, api_key: "hub_secret" };
  throw new HubError("invalid_email", `body.email must be an email address: it is "${email}"`);
}
