/**
 * A browser controlled through WebDriver, which all browsers understand, where Playwright does not support it: WebKit
 * through its driver, Firefox through its own Marionette.
 */
import type { Session } from "./demo";

/** The commands to a browser, by Marionette's names. */
export type Command =
  | "Navigate"
  | "ExecuteAsyncScript"
  | "SetWindowRect"
  | "PerformActions"
  | "TakeScreenshot"
  | "DeleteAllCookies"
  | "AddCookie"
  | "ElementSendKeys";

/** Sends a command and returns the answer. */
type Call = (command: Command, body?: Record<string, unknown>) => Promise<unknown>;

export interface DrivenBrowser {
  /** Opens an address and waits until it has loaded. */
  go(url: string): Promise<void>;
  /**
   * Runs a function in the page. It must refer to nothing outside itself and change nothing, because it may run twice.
   */
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>;
  /**
   * Runs the body of a function in the page, waits for its result and returns it. Elements are passed and returned as
   * the driver's references.
   */
  run(body: string, ...args: unknown[]): Promise<unknown>;
  /** Resizes the page, without the browser's own bars. */
  resize(width: number, height: number): Promise<void>;
  /** Signs in with a session, or without one signs out. */
  openSession(origin: string, session?: Session): Promise<void>;
  /** Presses at a point of the window, as a hand does. */
  press(x: number, y: number): Promise<void>;
  /** Presses keys one after the other, each together with the keys held with it. */
  keys(presses: readonly (readonly string[])[]): Promise<void>;
  /** Types into an element, or chooses a file by its path. */
  type(element: object, text: string): Promise<void>;
  /** Takes a picture of the window, as PNG. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Repeats a call, because WebKit's driver sometimes loses an answer, in a healthy page and when one page replaces
 * another.
 */
async function retried<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === 3) throw error;
      await Bun.sleep(100);
    }
  }
}

/** Returns the browser that `call` controls. `stop` ends it. */
export function driven(call: Call, stop: () => Promise<void>): DrivenBrowser {
  const go = async (url: string) => {
    await retried(() => call("Navigate", { url }));
  };
  const run = async (body: string, ...args: unknown[]): Promise<unknown> => {
    const script = `const [done] = [...arguments].slice(-1);
      Promise.resolve().then(() => (function () { ${body} }).apply(null, arguments)).then(
        (value) => done({ value }),
        (error) => done({ error: String(error) }),
      );`;
    const { value, error } = await retried(async () => {
      const answer = await call("ExecuteAsyncScript", { script, args });
      // Firefox gives no answer while one page replaces another.
      if (!answer) throw new Error("No answer of the page");
      return answer as { value: unknown; error?: string };
    });
    if (error) throw new Error(`In the page: ${error}`);
    return value;
  };

  const evaluate = <Result>(of: () => Result | Promise<Result>) =>
    run(`return (${of})()`) as Promise<Result>;

  return {
    go,
    run,
    evaluate,
    async resize(width, height) {
      let bars = { x: 0, y: 0 };
      // Under the pointer in the middle of WebKit's screen, because only there does the window have the focus.
      const x = Math.max(0, 1100 - width);
      for (let tries = 0; tries < 40; tries++) {
        await call("SetWindowRect", {
          x,
          y: 0,
          width: width + bars.x,
          height: height + bars.y,
        });
        await Bun.sleep(50);
        const is = await evaluate(() => ({
          inner: { x: innerWidth, y: innerHeight },
          outer: { x: outerWidth, y: outerHeight },
        }));
        if (is.inner.x === width && is.inner.y === height) return;
        bars = { x: is.outer.x - is.inner.x, y: is.outer.y - is.inner.y };
      }
      throw new Error(`The window does not become ${width} by ${height}`);
    },
    openSession: (origin, who) =>
      retried(async () => {
        await go(`${origin}/robots.txt`);
        await call("DeleteAllCookies");
        for (const { name, value, path, httpOnly, secure, sameSite } of who?.cookies ?? []) {
          const cookie = { name, value, path, httpOnly, secure, sameSite };
          await call("AddCookie", { cookie });
        }
      }),
    async press(x, y) {
      await call("PerformActions", {
        actions: [
          {
            type: "pointer",
            id: "mouse",
            parameters: { pointerType: "mouse" },
            actions: [
              { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) },
              { type: "pointerDown", button: 0 },
              { type: "pointerUp", button: 0 },
            ],
          },
        ],
      });
    },
    async keys(keyNames) {
      const actions = keyNames.flatMap((held) => [
        ...held.map((value) => ({ type: "keyDown", value })),
        ...held.toReversed().map((value) => ({ type: "keyUp", value })),
      ]);
      await call("PerformActions", {
        actions: [{ type: "key", id: "keyboard", actions }],
      });
    },
    async type(element, text) {
      const [id] = Object.values(element) as [string];
      await call("ElementSendKeys", { id, text });
    },
    async picture() {
      return Buffer.from((await call("TakeScreenshot", { full: false })) as string, "base64");
    },
    close: stop,
  };
}
