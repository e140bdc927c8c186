/** The functions of widgets.js. */
interface Widgets {
  element(tag: string, attributes?: object, ...children: unknown[]): HTMLElement;
  group(value: number): string;
  copy(text: string, say: (text: string) => void): Promise<void>;
  copyButton(
    label: string,
    text: () => string,
    options: { say: (text: string) => void; name?: string },
  ): HTMLElement;
  confirmButton(
    label: string,
    options: {
      question: string;
      yes: string;
      act: (event: { currentTarget: HTMLButtonElement }) => unknown;
      name?: string;
    },
  ): HTMLElement;
  bar(share: number, series?: number): Element;
  stackedColumns(options: {
    label: string;
    unit: string;
    head?: string;
    columns: unknown[];
    series: unknown[];
  }): unknown;
  table(heads: unknown[], rows: unknown[]): HTMLElement;
  say(text: string): void;
  run(button: HTMLButtonElement, work: () => unknown): Promise<void>;
}

/** The remembered key of key.js. */
interface KeyStore {
  read(): string;
  write(key: string): boolean;
  forget(): void;
}

declare global {
  /** For the scripts of pages that load key.js first. */
  var keyStore: KeyStore;

  /** For the scripts of pages that load widgets.js first. */
  var widgets: Widgets;

  /** The browser part of SimpleWebAuthn, for the scripts of pages that load passkeys.js first. */
  var SimpleWebAuthnBrowser: {
    browserSupportsWebAuthn(): boolean;
    startRegistration(options: { optionsJSON: object }): Promise<object>;
    startAuthentication(options: { optionsJSON: object }): Promise<object>;
  };

  /** Swagger UI, whose page loads it first. */
  function SwaggerUIBundle(options: object): unknown;
}

export {};
