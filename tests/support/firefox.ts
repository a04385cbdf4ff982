/**
 * Debian's Firefox (`apt install firefox-esr`), controlled through its own Marionette, because Playwright supports only
 * a patched one.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./executable";
import { startScreen } from "./x-screen";
import { until } from "./eventually";
import { type DrivenBrowser, driven } from "./webdriver";

/** Returns the path of Firefox on this machine, or null. */
export const firefoxPath = (): string | null => Bun.which("firefox-esr") ?? Bun.which("firefox");

/**
 * Starts Firefox without a user interface, in light or dark mode. With `webgl` it runs on a virtual screen, because
 * without one it draws no maps. The caller must close it.
 */
export async function launchFirefox(dark = false, kind?: "webgl"): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "livery-firefox-"));
  const port = await freePort();
  const settings = {
    "marionette.port": port,
    "ui.prefersReducedMotion": 1,
    // Nobody can answer the question, so permission is refused.
    "permissions.default.desktop-notification": 2,
    "webgl.force-enabled": true,
    "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
    // For a window as narrow as a phone.
    "toolkit.legacyUserProfileCustomizations.stylesheets": true,
    // One process for all pages, because each further one takes seconds to start.
    "fission.autostart": false,
    "dom.ipc.processCount": 1,
    "dom.ipc.processPrelaunch.enabled": false,
  };
  writeFileSync(
    join(profile, "user.js"),
    Object.entries(settings)
      .map(([name, value]) => `user_pref("${name}", ${value});\n`)
      .join(""),
  );
  const screen = kind === "webgl" ? await startScreen() : null;
  mkdirSync(join(profile, "chrome"));
  writeFileSync(join(profile, "chrome/userChrome.css"), ":root { min-width: 0 !important; }");
  const firefox = Bun.spawn(
    [
      firefoxPath() ?? "firefox",
      ...(screen ? [] : ["--headless"]),
      "--marionette",
      "--no-remote",
      "--profile",
      profile,
      "about:blank",
    ],
    {
      stdio: ["ignore", "ignore", "ignore"],
      env: { ...process.env, ...(screen && { DISPLAY: screen.display }) },
    },
  );
  const stop = async () => {
    firefox.kill();
    await firefox.exited;
    await screen?.stop();
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const ask = await connect(port);
    await ask("NewSession", { timeouts: { script: 60_000, pageLoad: 60_000, implicit: 0 } });
    return driven(async (command, body = {}) => {
      // Without its own sandbox, a script sees the page as it is.
      const how = command === "ExecuteAsyncScript" ? { newSandbox: false, sandbox: null } : {};
      const answer = (await ask(command, { ...body, ...how })) as { value?: unknown } | null;
      return answer?.value;
    }, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connects to the Marionette at this port, whose messages are JSON, each after its length. */
async function connect(port: number) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let told = Buffer.alloc(0);
  const read = (chunk: Uint8Array) => {
    told = Buffer.concat([told, chunk]);
    for (;;) {
      const colonIndex = told.indexOf(":");
      const end = colonIndex + 1 + Number(told.subarray(0, Math.max(colonIndex, 0)));
      if (colonIndex < 0 || told.length < end) return;
      const message: unknown = JSON.parse(told.subarray(colonIndex + 1, end).toString());
      told = told.subarray(end);
      // The greeting is not an answer.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [1, number, { message: string } | null, unknown];
      if (error) waiting.get(id)?.reject(new Error(`Firefox: ${error.message}`));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  };
  const close = () => {
    for (const each of waiting.values()) each.reject(new Error("Firefox is gone"));
  };
  const unsent: Uint8Array[] = [];
  const send = (to: { write(bytes: Uint8Array): number }) => {
    for (let [bytes] = unsent; bytes; [bytes] = unsent) {
      const written = to.write(bytes);
      if (written < bytes.length) {
        unsent[0] = bytes.subarray(written);
        return;
      }
      unsent.shift();
    }
  };
  const socket = await until("Firefox's answer", () =>
    Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: { data: (_, chunk) => read(chunk), drain: send, close },
    }).catch(() => null),
  );
  let lastId = 0;
  return (command: string, body: object): Promise<unknown> => {
    const id = ++lastId;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    const message = JSON.stringify([0, id, `WebDriver:${command}`, body]);
    unsent.push(Buffer.from(`${Buffer.byteLength(message)}:${message}`));
    send(socket);
    return answer.promise;
  };
}
