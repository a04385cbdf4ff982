/**
 * Safari's engine: Debian's WebKitGTK (`apt install webkit2gtk-driver xvfb`), spoken to by plain WebDriver,
 * for Playwright has a WebKit of its own only. Each browser has its own driver and its own screen.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "./demo";
import { freePort } from "./executable";
import { until } from "./soon";

/** Where Debian puts the browser; by the machine's architecture, by the version of the library. */
function webKitBrowserPath(): string | undefined {
  const libraries = "/usr/lib";
  return readdirSync(libraries, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes("-linux-gnu"))
    .flatMap(({ name }) =>
      readdirSync(join(libraries, name))
        .filter((folder) => folder.startsWith("webkit2gtk-"))
        .map((folder) => join(libraries, name, folder, "MiniBrowser")),
    )
    .find((path) => existsSync(path));
}

/** Why there is no WebKit on this machine; undefined where there is one. */
export function missingWebKit(): string | undefined {
  const missing = [
    Bun.which("WebKitWebDriver") && webKitBrowserPath() ? "" : "webkit2gtk-driver",
    Bun.which("Xvfb") ? "" : "xvfb",
  ].filter(Boolean);
  return missing.length > 0 ? `No WebKit here (apt install ${missing.join(" ")})` : undefined;
}

export interface WebKit {
  /** Opens an address and waits for its load. */
  go(url: string): Promise<void>;
  /** Runs a function in the page. It refers to nothing outside of itself and only looks: it may run twice. */
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>;
  /**
   * Runs the body of a function in the page and gives its answer, awaited. Elements, given and answered, are what
   * the driver calls them by.
   */
  run(body: string, ...args: unknown[]): Promise<unknown>;
  /** Makes the page, without the browser's own bars, this large. */
  resize(width: number, height: number): Promise<void>;
  /** Becomes who this session is; without one, nobody. */
  become(origin: string, session?: Session): Promise<void>;
  /** Presses what lies at a place of the page's window, as a hand does. */
  press(x: number, y: number): Promise<void>;
  /** Presses keys one after the other, each together with those it is held with. */
  keys(presses: readonly (readonly string[])[]): Promise<void>;
  /** Types into an element, or chooses a file by its path. */
  type(element: object, text: string): Promise<void>;
  /** A picture of the window, as PNG. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Starts one. Close it yourself. */
export async function launchWebKit(): Promise<WebKit> {
  const missing = missingWebKit();
  if (missing) throw new Error(missing);
  const screen = Bun.spawn(
    ["Xvfb", "-displayfd", "1", "-screen", "0", "2000x1400x24", "-nolisten", "tcp"],
    { stdin: "ignore", stdout: "pipe", stderr: "ignore" },
  );
  const display = await firstLine(screen.stdout);
  const port = await freePort();
  const driver = Bun.spawn(["WebKitWebDriver", `--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      GDK_BACKEND: "x11",
      // No desktop to ask, no sound, no graphics card.
      NO_AT_BRIDGE: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      // Layers of their own make its web process crash now and then without a graphics card.
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    },
    stdio: ["ignore", "ignore", "ignore"],
  });
  const stop = async () => {
    for (const child of [driver, screen]) {
      child.kill();
      await child.exited;
    }
  };

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`WebKit, ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  let session: string;
  try {
    await answering(`http://127.0.0.1:${port}/status`);
    const started = (await call("POST", "/session", {
      capabilities: {
        alwaysMatch: {
          "webkitgtk:browserOptions": { binary: webKitBrowserPath(), args: ["--automation"] },
          timeouts: { script: 60_000, pageLoad: 60_000, implicit: 0 },
        },
      },
    })) as { sessionId: string };
    session = `/session/${started.sessionId}`;
  } catch (error) {
    await stop();
    throw error;
  }

  const go = async (url: string) => {
    await call("POST", `${session}/url`, { url });
  };
  const run = async (body: string, ...args: unknown[]): Promise<unknown> => {
    const script = `const [done] = [...arguments].slice(-1);
      Promise.resolve().then(() => (function () { ${body} }).apply(null, arguments)).then(
        (value) => done({ value }),
        (error) => done({ error: String(error) }),
      );`;
    for (let tries = 1; ; tries++) {
      try {
        const told = await call("POST", `${session}/execute/async`, { script, args });
        const { value, error } = told as { value: unknown; error?: string };
        if (error) throw new Error(`In WebKit's page: ${error}`);
        return value;
      } catch (error) {
        // The driver loses an answer now and then, in a page that is well, and when the page gives way to another.
        if (tries === 3 || String(error).includes("In WebKit's page")) throw error;
        await Bun.sleep(100);
      }
    }
  };

  const evaluate = <Result>(of: () => Result | Promise<Result>) =>
    run(`return (${of})()`) as Promise<Result>;

  return {
    go,
    run,
    evaluate,
    async resize(width, height) {
      let bars = { x: 0, y: 0 };
      for (let tries = 0; tries < 40; tries++) {
        await call("POST", `${session}/window/rect`, {
          x: 0,
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
      throw new Error(`WebKit's window does not become ${width} by ${height}`);
    },
    async become(origin, who) {
      await go(`${origin}/robots.txt`);
      await call("DELETE", `${session}/cookie`);
      for (const { name, value, path, httpOnly, secure, sameSite } of who?.cookies ?? []) {
        const cookie = { name, value, path, httpOnly, secure, sameSite };
        await call("POST", `${session}/cookie`, { cookie });
      }
    },
    async press(x, y) {
      await call("POST", `${session}/actions`, {
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
    async keys(presses) {
      const actions = presses.flatMap((held) => [
        ...held.map((value) => ({ type: "keyDown", value })),
        ...held.toReversed().map((value) => ({ type: "keyUp", value })),
      ]);
      await call("POST", `${session}/actions`, {
        actions: [{ type: "key", id: "keyboard", actions }],
      });
    },
    async type(element, text) {
      const [id] = Object.values(element) as [string];
      await call("POST", `${session}/element/${id}/value`, { text });
    },
    async picture() {
      return Buffer.from((await call("GET", `${session}/screenshot`)) as string, "base64");
    },
    async close() {
      try {
        await call("DELETE", session);
      } finally {
        await stop();
      }
    },
  };
}

/** Reads until the first line has come. */
async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let told = "";
  for await (const chunk of stream) {
    told += decoder.decode(chunk, { stream: true });
    const [line, ...rest] = told.split("\n");
    if (line && rest.length > 0) return line;
  }
  throw new Error("Xvfb does not start");
}

async function answering(url: string): Promise<void> {
  await until("WebKitWebDriver's answer", async () => (await fetch(url).catch(() => null))?.ok);
}
