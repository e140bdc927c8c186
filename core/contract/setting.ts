/** A setting of the operator: an environment variable with a type. */
export interface Setting {
  /**
   * `flag` is `0` or `1`. `list` is separated by commas. `secret` is never shown. `phrase` is a text
   * that can begin and end with spaces. `tier` is the name of a tier. The
   * others are named after their values.
   */
  type: SettingType;
  /** The description for operators, in Markdown. */
  description: string;
  /** The value if the variable isn't set. */
  default?: string | number;
  /** Describes a default that the hub computes, in Markdown. */
  fallback?: string;
  /** The least number, or the least length of a secret. */
  min?: number;
  max?: number;
  /** The unit of a number, such as `ms`. */
  unit?: string;
  /** The values of a choice or a list, or words that are allowed instead of a number. */
  values?: readonly string[];
  /** The type of a list's entries. Default: any text. */
  items?: Exclude<SettingType, "list">;
}

export type SettingType =
  | "choice"
  | "domain"
  | "email"
  | "flag"
  | "host"
  | "integer"
  | "json"
  | "list"
  | "network"
  | "number"
  | "origin"
  | "phrase"
  | "secret"
  | "text"
  | "tier"
  | "url";

/** Settings by the name of their variable. */
export type Settings = Readonly<Record<string, Setting>>;

type ReadValue<S> = S extends { type: "integer" | "number" }
  ? number
  : S extends { type: "flag" }
    ? boolean
    : S extends { type: "list"; values: readonly (infer Value)[] }
      ? readonly Value[]
      : S extends { type: "list" }
        ? readonly string[]
        : S extends { type: "choice"; values: readonly (infer Value)[] }
          ? Value
          : string;

/** The type of a setting's value. Lists are empty if they aren't set. */
type SettingValue<S> =
  | ReadValue<S>
  | (S extends { default: unknown } | { type: "list" } ? never : undefined);

/** The values of settings by name. */
export type SettingValues<S> = { readonly [Name in keyof S]: SettingValue<S[Name]> };
