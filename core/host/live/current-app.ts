import type { ShapeOf } from "../handler/error-shape.ts";

interface App {
  fetch(request: Request): Response | Promise<Response>;
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
  }

  fetch(request: Request): Response | Promise<Response> {
    return this.#current.fetch(request);
  }

  readonly shapeOf: ShapeOf = (pathname) => {
    if (!this.#shapeOf) throw new Error("No app has been put in place");
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
    if (!this.#app) throw new Error("No app has been put in place");
    return this.#app;
  }
}
