import { ask, asTable, fitToSchema, type Provider, t } from "hub";
import {
  createUpstreamError,
  fitModelSize,
  type ModelDoors,
  reserveImages,
  resizeExactly,
  wordsFor,
} from "./model.ts";
import type { Commission, Drawn } from "./request.ts";

/** A workflow in ComfyUI's API format: nodes by their numbers. */
const Workflow = t.Record(
  t.String(),
  t.Object({
    class_type: t.String(),
    inputs: t.Record(t.String(), t.Unknown()),
    _meta: t.Optional(t.Object({ title: t.Optional(t.String()) })),
  }),
);
type WorkflowNodes = Record<
  string,
  { class_type: string; inputs: Record<string, unknown>; _meta?: { title?: string } }
>;
const Queued = t.Object({ prompt_id: t.String() });
const File = t.Object({ filename: t.String(), subfolder: t.String(), type: t.String() });
const Run = t.Object({
  status: t.Optional(t.Object({ status_str: t.String() })),
  outputs: t.Record(t.String(), t.Object({ images: t.Optional(t.Array(File)) })),
});
const History = t.Record(t.String(), Run);
const host = "https://comfyui.invalid";
const fileBytesMax = 33_554_432;
const pollMs = 400;

/**
 * Creates the provider for an operator's ComfyUI server. In the operator's workflow, the nodes
 * titled `prompt`, `negative prompt`, `size` and `seed` get these values.
 */
export function byComfyui(doors: ModelDoors): Provider<Commission, Drawn> {
  return {
    id: "comfyui",
    kind: "network",
    cannot: () => findFault(doors),
    async run(commission, { timeoutMs }) {
      const { num_images: count } = commission;
      await reserveImages(count, doors);
      const endsAt = doors.clock() + timeoutMs;
      const files: Uint8Array[] = [];
      // ComfyUI runs one workflow at a time.
      for (let index = 0; index < count; index++)
        files.push(
          await runWorkflow({ ...commission, seed: commission.seed + index }, { doors, endsAt }),
        );
      const pictures = await Promise.all(files.map((file) => resizeExactly(file, commission)));
      return { engine: "comfyui", pictures, understood: null, ignored: [] };
    },
  };
}

function findFault({ env }: ModelDoors): string | undefined {
  if (!env.COMFYUI_URL) return "the operator has not set COMFYUI_URL";
  const workflow = parseWorkflow(env.COMFYUI_WORKFLOW);
  if (!workflow) return "COMFYUI_WORKFLOW is not a workflow in ComfyUI's API format";
  const hasPrompt = Object.values(workflow).some((node) => getTitle(node) === "prompt");
  return hasPrompt ? undefined : 'COMFYUI_WORKFLOW has no node titled "prompt"';
}

function parseWorkflow(text = ""): WorkflowNodes | undefined {
  try {
    return fitToSchema(Workflow, JSON.parse(text));
  } catch {
    return undefined;
  }
}

function getTitle({ _meta }: WorkflowNodes[string]): string {
  return _meta?.title?.trim().toLowerCase() ?? "";
}

/** Returns the operator's workflow with the values of a request. */
export function fillWorkflow(workflow: WorkflowNodes, commission: Commission): WorkflowNodes {
  const { negative_prompt = "", seed, ...positive } = commission;
  const { width, height } = fitModelSize(commission);
  const values: Readonly<Record<string, (inputs: Record<string, unknown>) => object>> = asTable({
    prompt: () => ({ text: wordsFor({ ...positive, seed }) }),
    "negative prompt": () => ({ text: negative_prompt }),
    size: () => ({ width, height }),
    seed: (inputs) => ("noise_seed" in inputs ? { noise_seed: seed } : { seed }),
  });
  return Object.fromEntries(
    Object.entries(workflow).map(([id, node]) => {
      const fill = values[getTitle(node)];
      return [id, fill ? { ...node, inputs: { ...node.inputs, ...fill(node.inputs) } } : node];
    }),
  );
}

/** Runs the workflow. Returns the file of its first picture. */
async function runWorkflow(
  commission: Commission,
  { doors: { net, env, clock, signal }, endsAt }: { doors: ModelDoors; endsAt: number },
): Promise<Uint8Array> {
  const workflow = parseWorkflow(env.COMFYUI_WORKFLOW) ?? {};
  const options = () => ({ timeoutMs: Math.max(1, endsAt - clock()), bodyBytesMax: fileBytesMax });
  const queued = await ask(net, `${host}/prompt`, {
    json: { prompt: fillWorkflow(workflow, commission) },
    ...options(),
  });
  const id = fitToSchema(Queued, await queued.json().catch(() => undefined))?.prompt_id;
  if (id === undefined) throw createUpstreamError("has no number of a queued workflow");
  while (!signal.aborted) {
    const response = await ask(net, `${host}/history/${encodeURIComponent(id)}`, options());
    const history = fitToSchema(History, await response.json().catch(() => undefined));
    if (!history) throw createUpstreamError("is not a history of workflows");
    const run = history[id];
    if (run?.status?.status_str === "error") throw createUpstreamError("reports a failed workflow");
    if (run) {
      const [file] = Object.values(run.outputs).flatMap(({ images = [] }) => images);
      if (!file) throw createUpstreamError("has no picture");
      const answer = await ask(net, `${host}/view?${new URLSearchParams(file)}`, options());
      return answer.bytes();
    }
    if (clock() >= endsAt) break;
    await Bun.sleep(pollMs);
  }
  throw createUpstreamError("does not arrive in time");
}
