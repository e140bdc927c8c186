/** A JSON text that `JSON.stringify` writes unchanged, such as an integer of twenty digits. */
interface RawJson {
  readonly rawJSON: string;
}

interface JSON {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
}
