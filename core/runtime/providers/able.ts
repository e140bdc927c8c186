import { HubError } from "../../contract/errors.ts";
import type { ProvideOptions, Provider } from "./provide.ts";

/** Who may be asked and can, in order. Throws where that is nobody. */
export async function ableOf<Input, Answer>(
  input: Input,
  { providers, settings, provider: wanted = "auto" }: ProvideOptions<Input, Answer>,
): Promise<Provider<Input, Answer>[]> {
  const names = namesOf(settings.order);
  const isOffline = settings.offline === "1" || settings.offline === "true";
  const able: Provider<Input, Answer>[] = [];
  const reasons: { id: string; why: string | HubError }[] = [];
  for (const provider of inOrder(providers, names)) {
    const { id, kind } = provider;
    if (wanted !== "auto" && !isNamed(provider, wanted)) continue;
    const why = !(names?.some((name) => isNamed(provider, name)) ?? true)
      ? "the operator has left it out"
      : isOffline && kind === "network"
        ? "this hub may not reach the network"
        : await provider.cannot?.(input);
    if (why === undefined) able.push(provider);
    else reasons.push({ id, why });
  }
  if (able.length > 0) return able;
  throw nobody(reasons, wanted);
}

/** Whoever is not on the network may also be called "embedded". */
function isNamed({ id, kind }: Named, name: string): boolean {
  return id === name || (name === "embedded" && kind !== "network");
}

type Named = Pick<Provider<unknown, unknown>, "id" | "kind">;

/** Those whom the operator names as they are named, then the rest, to say why they are not asked. */
function inOrder<P extends Named>(providers: readonly P[], names: readonly string[] = []): P[] {
  const place = (provider: P) => {
    const own = names.indexOf(provider.id);
    const at = own < 0 ? names.findIndex((name) => isNamed(provider, name)) : own;
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  return providers.toSorted((a, b) => place(a) - place(b));
}

function namesOf(order = ""): string[] | undefined {
  const names = order
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  return names.length > 0 ? names : undefined;
}

function nobody(reasons: { id: string; why: string | HubError }[], wanted: string): HubError {
  const own = reasons.map(({ why }) => why).find((why) => why instanceof HubError);
  if (own) return own;
  const list = reasons.map(({ id, why }) => `${id}: ${why}`).join("; ");
  return wanted === "auto"
    ? new HubError(
        "capability_unavailable",
        `No engine of this hub can do this: ${list || "it has none"}`,
      )
    : new HubError(
        "capability_unavailable",
        `Cannot use the provider "${wanted}": ${reasons[0]?.why ?? "it does no such work"}`,
        { at: "body.provider" },
      );
}
