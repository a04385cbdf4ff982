import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * Returns the path of Chromium on this machine: `CHROMIUM` if set, otherwise the first of the usual places that exists.
 */
export function chromiumPath(): string | undefined {
  const { CHROMIUM } = process.env;
  return CHROMIUM ?? places.find((path) => existsSync(path));
}

/** The path of Chromium without a user interface, if installed. Its windows cost a third. */
const SHELL_PATH = "/usr/bin/chromium-headless-shell";

/**
 * Features that Playwright disables, because this list replaces its own, and the menus of the address bar, which nobody
 * uses here. The menus are two more pages in every window, a third of the time it takes to open.
 */
const without = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
];

/** Flags with which Chromium makes no requests of its own. */
export const quietFlags = [
  `--disable-features=${without.join()}`,
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Flags for machines without a graphics card, which also turn off WebGL. */
export const noGraphicsFlags = ["--disable-gpu", "--disable-3d-apis"];

/** Flags to draw with the processor, if a test needs WebGL and there is no graphics card. */
const drawing = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/**
 * Turns off V8's optimizing compilers: a page lives only for seconds, and opening one takes a tenth less processor time
 * if nothing is compiled three times.
 */
const unoptimizedFlags = ["--js-flags=--no-maglev,--no-opt"];

/**
 * `shell` is the program without a user interface. `measured` is the same with all compilers, to measure speed. `whole`
 * is the full program, to show notifications. `webgl` is the full program with WebGL, whose maps calculate much.
 */
type Kind = "shell" | "measured" | "whole" | "webgl";

const flagsOf: Record<Kind, string[]> = {
  shell: [...noGraphicsFlags, ...unoptimizedFlags],
  measured: noGraphicsFlags,
  whole: [...noGraphicsFlags, ...unoptimizedFlags],
  webgl: drawing,
};

/** The browsers of this process, by kind. Starting one takes a second, and many files share a process. */
const running = new Map<Kind, Promise<Browser>>();

/**
 * Returns a headless Chromium that connects only to the pages under test, with windows separate from others in this
 * process. The caller must close it: its windows close, and the program stays for the next file. Kind `webgl` draws
 * maps, slowly. For other kinds, pages find no WebGL.
 */
export async function launchChromium(kind: Kind = "shell"): Promise<Browser> {
  const before = await running.get(kind)?.catch(() => undefined);
  if (!before?.isConnected()) running.set(kind, start(kind));
  const shared = await running.get(kind);
  if (!shared) throw new Error("Chromium did not start");
  const contexts = new Set<BrowserContext>();
  const mine: Browser = Object.create(shared);
  mine.newContext = async (options) => {
    const context = await shared.newContext({ userAgent: userAgentOf(shared), ...options });
    contexts.add(context);
    context.once("close", () => contexts.delete(context));
    return withSlowNetwork(context);
  };
  mine.close = async () =>
    void (await Promise.all([...contexts].map((context) => context.close())));
  return mine;
}

/** Returns the user agent of the same Chromium with a window, because pages take a headless one for a robot. */
function userAgentOf(browser: Browser): string {
  const platform = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
  return `${platform} Chrome/${browser.version()} Safari/537.36`;
}

/** Closes the browsers of this process. A script does not end while one of them runs. Tests need not call it. */
export async function endChromium(): Promise<void> {
  for (const browser of running.values()) await (await browser).close();
}

async function start(kind: Kind): Promise<Browser> {
  const isShell = /shell|measured/.test(kind) && !process.env.CHROMIUM && existsSync(SHELL_PATH);
  const executablePath = isShell ? SHELL_PATH : chromiumPath();
  if (!executablePath) throw new Error("No Chromium on this machine");
  return chromium.launch({
    executablePath,
    args: [...quietFlags, ...flagsOf[kind]],
  });
}

/**
 * With `LIVERY_SLOW` set, gives every page of a context a processor that is that many times slower, and delays each
 * answer by that many tenths of a second. A test that acts before the page is ready then always fails, instead of now
 * and then on a loaded machine.
 */
export function withSlowNetwork(context: BrowserContext): BrowserContext {
  const { LIVERY_SLOW } = process.env;
  if (!LIVERY_SLOW) return context;
  const times = Number(LIVERY_SLOW);
  const line = { latency: times * 100, downloadThroughput: -1, uploadThroughput: -1 };
  const sessions = new Set<CDPSession>();
  let offline = false;
  const slowDown = async (page: Page) => {
    const session = await context.newCDPSession(page);
    sessions.add(session);
    page.once("close", () => sessions.delete(session));
    await session.send("Emulation.setCPUThrottlingRate", { rate: times });
    await session.send("Network.emulateNetworkConditions", { offline, ...line });
  };
  // Each session has its own network settings.
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (now) => {
    offline = now;
    await setOffline(offline);
    for (const session of sessions)
      await session.send("Network.emulateNetworkConditions", { offline, ...line });
  };
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    await slowDown(page);
    return page;
  };
  // A page that another page opened may close before it is slowed down.
  context.on("page", (page) => void slowDown(page).catch(() => undefined));
  return context;
}
