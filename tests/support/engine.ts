/**
 * The engine that this run tests: Chromium, or what `LIVERY_ENGINE` names: Firefox (`apt install firefox-esr`) or
 * WebKit, Safari's. Each has one window; a test that opens one closes that of the test before.
 */
import { type Browser, firefox, type Page, request } from "playwright-core";
import { launchChromium } from "./chromium";
import type { Session } from "./demo";
import { type EngineName, engines, missingEngine } from "./engine-names";
import { firefoxProgram } from "./firefox";
import { awake } from "./screen";
import { launchWebKit } from "./webkit";
import { webkitPage } from "./webkit-page";

export const engineName: EngineName =
  engines.find((name) => name === process.env.LIVERY_ENGINE) ?? "chromium";

/** Why this run's engine is not on this machine; undefined where it is. */
export const missing = missingEngine(engineName);

/** As wide as the narrowest window of all three. */
const sizes = { phone: { width: 480, height: 844 }, desktop: { width: 1280, height: 800 } };

export interface Engine {
  /** The window, at an address, of this person or of nobody; it answers to presses. */
  open(url: string, size: keyof typeof sizes, session?: Session): Promise<Page>;
  close(): Promise<void>;
}

/** Starts the engine of this run. Close it yourself. */
export async function launchEngine(): Promise<Engine> {
  if (engineName === "webkit") {
    const webkit = await launchWebKit();
    return {
      async open(url, size, session) {
        await webkit.become(new URL(url).origin, session);
        await webkit.resize(sizes[size].width, sizes[size].height);
        const page = webkitPage(webkit);
        await page.goto(url);
        await awake(page);
        return page;
      },
      close: () => webkit.close(),
    };
  }
  const browser = await (engineName === "firefox" ? launchFirefox() : launchChromium());
  let page: Page | undefined;
  return {
    async open(url, size, session) {
      await page?.context().close();
      const context = await browser.newContext({
        viewport: sizes[size],
        reducedMotion: "reduce",
        ...(session && { storageState: session }),
      });
      page = await context.newPage();
      page.setDefaultTimeout(40_000);
      await page.goto(url);
      await awake(page);
      return page;
    },
    close: () => browser.close(),
  };
}

/** Debian's Firefox, which Playwright speaks to by the web's own protocol. */
function launchFirefox(): Promise<Browser> {
  return firefox.launch({
    executablePath: firefoxProgram(),
    channel: "moz-firefox",
    firefoxUserPrefs: {
      // It talks to nobody but the pages under test.
      "network.proxy.no_proxies_on": "localhost, 127.0.0.1",
      // One process for all pages: each more takes seconds to start.
      "fission.autostart": false,
      "dom.ipc.processCount": 1,
      "dom.ipc.processPrelaunch.enabled": false,
      // Playwright cannot say it of this one.
      "ui.prefersReducedMotion": 1,
      "datareporting.policy.dataSubmissionEnabled": false,
      "app.update.disabledForTesting": true,
    },
  });
}

/** Signs people in without a window, where `signIn` of a demo asks for a browser. */
export const caller = {
  async newContext() {
    const calls = await request.newContext();
    return {
      request: calls,
      storageState: () => calls.storageState(),
      close: () => calls.dispose(),
    };
  },
} as unknown as Browser;
