import type { ShapeFinder } from "../handler/error-shape.ts";

interface App {
  /** Called as a plain function, not as a method. */
  fetch: (request: Request) => Response | Promise<Response>;
  server: unknown;
}

/**
 * Forwards requests to the current app, which can be replaced between two requests. The previous app finishes
 * its running requests.
 */
export class CurrentApp implements App {
  #server: unknown = null;
  #app: App | undefined;
  #findShape: ShapeFinder | undefined;

  /** Replaces the app, and the error formats for requests that no app answers. */
  setApp(app: App, findShape: ShapeFinder): void {
    app.server = this.#server;
    this.#app = app;
    this.#findShape = findShape;
    // Elysia compiles this function when it is first read. Later calls go directly to the compiled function.
    this.fetch = (request) => {
      if (this.#app === app) this.fetch = app.fetch;
      return app.fetch(request);
    };
  }

  fetch: App["fetch"] = () => {
    throw noAppError();
  };

  readonly findShape: ShapeFinder = (pathname) => {
    if (!this.#findShape) throw noAppError();
    return this.#findShape(pathname);
  };

  get server(): unknown {
    return this.#server;
  }

  set server(server: unknown) {
    this.#server = server;
    this.#current.server = server;
  }

  get #current(): App {
    if (!this.#app) throw noAppError();
    return this.#app;
  }
}

function noAppError(): Error {
  return new Error("Cannot serve requests: no app is set");
}
