/**
 * Safari's engine: Debian's WebKitGTK (`apt install webkit2gtk-driver xvfb`), spoken to by plain WebDriver,
 * for Playwright has a WebKit of its own only. Each browser has its own driver and its own screen.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./executable";
import { startScreen } from "./x-screen";
import { until } from "./eventually";
import { type Command, type DrivenBrowser, driven } from "./webdriver";

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

/** Where its driver takes each. */
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

/** The bar of the browser's buttons, no wider than a phone. */
const toolbarCss = `toolbar, toolbar *, entry, button {
  min-width: 0; margin: 0; border-width: 0; padding: 0; font-size: 1px;
}`;

/** Starts one, by day or in the dark. Close it yourself. */
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
      // No desktop to ask, no sound, no graphics card.
      NO_AT_BRIDGE: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      // Layers of their own make its web process crash now and then without a graphics card.
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
          // A load whose end the driver has missed is asked for again.
          timeouts: { script: 60_000, pageLoad: 20_000, implicit: 0 },
        },
      },
    })) as { sessionId: string };
    session = `/session/${started.sessionId}`;
  } catch (error) {
    await stop();
    throw error;
  }

  /** In base64, of the screen without the bar: the driver takes none without layers (`apt install imagemagick`). */
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
