/** The browser's end of an event stream, controlled by a test. */

type Listener = (event: MessageEvent<string>) => void;

/** Replaces `EventSource`, which the document of a page test does not have. */
export class TestStream {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  /** Every stream that a page opened, newest last. */
  static opened: TestStream[] = [];

  readyState = TestStream.CONNECTING;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly #listeners = new Map<string, Listener>();

  constructor(readonly url: string) {
    TestStream.opened.push(this);
  }

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.set(name, listener);
  }

  close(): void {
    this.readyState = TestStream.CLOSED;
  }

  /** Opens the stream, as the server does when it accepts it. */
  accept(): void {
    this.readyState = TestStream.OPEN;
    this.onopen?.();
  }

  /** Closes the stream, as the server does when it ends or refuses it. */
  refuse(): void {
    this.readyState = TestStream.CLOSED;
    this.onerror?.();
  }

  send(name: string, data: unknown): void {
    this.#listeners.get(name)?.(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

/** Installs `TestStream` as `EventSource`, and returns a function that restores the original. */
export function installStream(): () => void {
  const before = globalThis.EventSource;
  TestStream.opened = [];
  Object.assign(globalThis, { EventSource: TestStream });
  return () => Object.assign(globalThis, { EventSource: before });
}

/** Returns the stream that the page is reading. Throws if there is none. */
export function stream(): TestStream {
  const open = TestStream.opened.filter(({ readyState }) => readyState !== TestStream.CLOSED);
  const latest = open.at(-1);
  if (!latest) throw new Error("The page listens to no stream.");
  return latest;
}
