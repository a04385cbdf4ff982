/**
 * Safari's engine: Debian's WebKitGTK (`apt install webkit2gtk-driver xvfb`), controlled with plain WebDriver, because
 * Playwright supports only a WebKit of its own. Each browser has its own driver and its own screen.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./executable";
import { startScreen } from "./x-screen";
import { until } from "./eventually";
import { type Command, type DrivenBrowser, driven } from "./webdriver";

/** Returns the path of Debian's browser, which depends on the machine's architecture and the library's version. */
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

/** Returns why WebKit is missing on this machine, or undefined if it is there. */
export function missingWebKit(): string | undefined {
  const missing = [
    Bun.which("WebKitWebDriver") && webKitBrowserPath() ? "" : "webkit2gtk-driver",
    Bun.which("Xvfb") ? "" : "xvfb",
  ].filter(Boolean);
  return missing.length > 0 ? `No WebKit here (apt install ${missing.join(" ")})` : undefined;
}

/** The driver's method and path for each command. */
const addresses: Record<Command, [method: string, path: string]> = {
  Navigate: ["POST", "/url"],
  ExecuteAsyncScript: ["POST", "/execute/async"],
  SetWindowRect: ["POST", "/window/rect"],
  PerformActions: ["POST", "/actions"],
  TakeScreenshot: ["GET", "/screenshot"],
  DeleteAllCookies: ["DELETE", "/cookie"],
  AddCookie: ["POST", "/cookie"],
  ElementSendKeys: ["POST", "/element/:id/value"],
};

/** Makes the browser's toolbar no wider than a phone. */
const toolbarCss = `toolbar, toolbar *, entry, button {
  min-width: 0; margin: 0; border-width: 0; padding: 0; font-size: 1px;
}`;

/** Starts WebKit in light or dark mode. The caller must close it. */
export async function launchWebKit(dark = false): Promise<DrivenBrowser> {
  const missing = missingWebKit();
  if (missing) throw new Error(missing);
  const screen = await startScreen();
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), "livery-webkit-"));
  mkdirSync(join(home, "gtk-3.0"));
  writeFileSync(join(home, "gtk-3.0/gtk.css"), toolbarCss);
  const driver = Bun.spawn(["WebKitWebDriver", `--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: "x11",
      // Without desktop accessibility and a graphics card.
      NO_AT_BRIDGE: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      // With compositing layers and no graphics card, its web process sometimes crashes.
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      XDG_CONFIG_HOME: home,
    },
    stdio: ["ignore", "ignore", "ignore"],
  });
  const stop = async () => {
    driver.kill();
    await driver.exited;
    await screen.stop();
    rmSync(home, { recursive: true });
  };

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
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
    await waitForAnswer(`http://127.0.0.1:${port}/status`);
    const started = (await ask("POST", "/session", {
      capabilities: {
        alwaysMatch: {
          "webkitgtk:browserOptions": {
            binary: webKitBrowserPath(),
            args: ["--automation", ...(dark ? ["--dark-mode"] : [])],
          },
          // If the driver misses the end of a load, the load is requested again after this time.
          timeouts: { script: 60_000, pageLoad: 20_000, implicit: 0 },
        },
      },
    })) as { sessionId: string };
    session = `/session/${started.sessionId}`;
  } catch (error) {
    await stop();
    throw error;
  }

  /**
   * Returns a picture of the screen without the toolbar, in base64. The driver takes none without layers, so
   * ImageMagick does (`apt install imagemagick`).
   */
  async function picture(): Promise<string> {
    const script =
      "return [innerWidth, 'x', innerHeight, '+', screenX, '+', outerHeight - innerHeight].join('')";
    const part = await ask("POST", `${session}/execute/sync`, { script, args: [] });
    const root = ["-window", "root", "-display", screen.display];
    const { stdout } = Bun.spawn(["import", ...root, "-crop", `${part}`, "+repage", "png:-"]);
    return Buffer.from(await new Response(stdout).bytes()).toString("base64");
  }

  return driven(
    (command, { id, ...body } = {}) => {
      if (command === "TakeScreenshot") return picture();
      const [method, path] = addresses[command];
      return ask(
        method,
        `${session}${path.replace(":id", String(id))}`,
        method === "POST" ? body : undefined,
      );
    },
    async () => {
      try {
        await ask("DELETE", session);
      } finally {
        await stop();
      }
    },
  );
}

async function waitForAnswer(url: string): Promise<void> {
  await until("WebKitWebDriver's answer", async () => (await fetch(url).catch(() => null))?.ok);
}
