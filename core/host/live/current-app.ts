import type { ShapeOf } from "../handler/error-shape.ts";

interface App {
  /** Called by itself, and not as a method. */
  fetch: (request: Request) => Response | Promise<Response>;
  server: unknown;
}

/**
 * Stands before the port for the app of the moment. Another takes its place between two requests: what
 * an app has begun it finishes itself.
 */
export class CurrentApp implements App {
  #server: unknown = null;
  #app: App | undefined;
  #shapeOf: ShapeOf | undefined;

  /** Answers by this app from now on, and in these shapes where no app answers. */
  put(app: App, shapeOf: ShapeOf): void {
    app.server = this.#server;
    this.#app = app;
    this.#shapeOf = shapeOf;
    // Elysia compiles this function when it is first read. Every call after that one goes straight there.
    this.fetch = (request) => {
      if (this.#app === app) this.fetch = app.fetch;
      return app.fetch(request);
    };
  }

  fetch: App["fetch"] = () => {
    throw noApp();
  };

  readonly shapeOf: ShapeOf = (pathname) => {
    if (!this.#shapeOf) throw noApp();
    return this.#shapeOf(pathname);
  };

  get server(): unknown {
    return this.#server;
  }

  set server(server: unknown) {
    this.#server = server;
    this.#current.server = server;
  }

  get #current(): App {
    if (!this.#app) throw noApp();
    return this.#app;
  }
}

function noApp(): Error {
  return new Error("No app has been put in place");
}
