import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where a Chromium is on this machine: `CHROMIUM` if set, else the usual places. */
export function chromiumPath(): string | undefined {
  const { CHROMIUM } = process.env;
  return CHROMIUM ?? places.find((path) => existsSync(path));
}

/** Chromium without a user interface, of which a window costs a third, where there is one. */
const SHELL_PATH = "/usr/bin/chromium-headless-shell";

/**
 * What Playwright turns off, whose list ours takes the place of; and the menus of the address bar, where nobody
 * types: they are two pages more in every window, a third of the time that one takes to open.
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

/** It makes no requests of its own. */
export const quietFlags = [
  `--disable-features=${without.join()}`,
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Without a graphics card, and without WebGL. */
export const noGraphicsFlags = ["--disable-gpu", "--disable-3d-apis"];

/** Draws by the processor, where a test needs WebGL and there is no graphics card. */
const drawing = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/**
 * Without V8's optimizing compilers: a page lives for seconds, and to open one takes a tenth less of the processor
 * when nothing of it is compiled three times over.
 */
const unoptimizedFlags = ["--js-flags=--no-maglev,--no-opt"];

/**
 * The shell; the same with all compilers, where speed is measured; the whole program, where notifications are shown;
 * and the whole program with WebGL, whose maps calculate much.
 */
type Kind = "shell" | "measured" | "whole" | "webgl";

const flagsOf: Record<Kind, string[]> = {
  shell: [...noGraphicsFlags, ...unoptimizedFlags],
  measured: noGraphicsFlags,
  whole: [...noGraphicsFlags, ...unoptimizedFlags],
  webgl: drawing,
};

/** Those of this process: a start takes a second, and many files share a process. */
const running = new Map<Kind, Promise<Browser>>();

/**
 * A headless Chromium that talks to nobody but the pages under test, its windows apart from those of others
 * in this process. Close it yourself: its windows go, the program stays for the next file. Of kind `webgl` it
 * draws maps, slowly; of others, pages find no WebGL.
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

/** What the same Chromium says with a window: pages take a headless one for a robot. */
function userAgentOf(browser: Browser): string {
  const platform = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
  return `${platform} Chrome/${browser.version()} Safari/537.36`;
}

/** Ends those of this process: a script goes on as long as one of them runs; tests need not call it. */
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
 * With `LIVERY_SLOW` set, every page of a context gets a processor so many times slower, and so many
 * tenths of a second later each answer: a test that acts or looks before the page is ready then fails
 * here, rather than now and then on a loaded machine.
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
  // Each session has its own say of what the network is.
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
  // One that a page opens automatically may be gone again before it is slowed.
  context.on("page", (page) => void slowDown(page).catch(() => undefined));
  return context;
}
