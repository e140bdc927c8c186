type LibXml2 = typeof import("libxml2-wasm");

/** Messages that libxml2 printed about XPath expressions. Its API has none of them. */
const printed: string[] = [];

let loaded: Promise<LibXml2> | undefined;

/** Loads libxml2 once per process: its WebAssembly takes 50 ms. */
export function loadLibXml2(): Promise<LibXml2> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<LibXml2> {
  // The module binds console.error while it loads, and has no option for it. The other lines quote the expression.
  const print = console.error;
  console.error = (message: unknown) => {
    if (String(message).startsWith("XPath error")) printed.push(String(message));
  };
  try {
    return await import("libxml2-wasm");
  } finally {
    console.error = print;
  }
}

/** Returns the last message about an XPath expression, and forgets it. */
export function takeXPathMessage(): string | undefined {
  return printed
    .splice(0)
    .at(-1)
    ?.replace(/^XPath error : /, "");
}
