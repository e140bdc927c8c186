/** A stream whose parts another process sends, each when it is asked for. */
export class RemoteReadable {
  readonly stream: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #wanted = Promise.withResolvers<void>();
  #isOver = false;

  /** Asks for a part by `more`; `cancelled` when nobody reads on. */
  constructor({ more, cancelled }: { more: () => void; cancelled: () => void }) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#wanted = Promise.withResolvers();
          more();
          return this.#wanted.promise;
        },
        cancel: () => {
          this.#isOver = true;
          cancelled();
        },
      },
      { highWaterMark: 1 },
    );
  }

  part(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#controller.enqueue(bytes);
    this.#wanted.resolve();
  }

  /** Ends it, by a failure if there was one. */
  end(failure?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (failure) this.#controller.error(failure);
    else this.#controller.close();
    this.#wanted.resolve();
  }
}
