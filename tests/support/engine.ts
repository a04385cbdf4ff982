/**
 * The engine that this run tests: Chromium, or what `LIVERY_ENGINE` names: Firefox (`apt install firefox-esr`) or
 * WebKit, Safari's. Each has one window; a test that opens one closes that of the test before.
 */
import { type Browser, type Locator, type Page, request } from "playwright-core";
import { launchChromium } from "./chromium";
import type { Session } from "./demo";
import { drivenPage } from "./driven-page";
import { type EngineName, engines, missingEngine } from "./engine-names";
import { launchFirefox } from "./firefox";
import { awake } from "./screen";
import { launchWebKit } from "./webkit";

export const engineName: EngineName =
  engines.find((name) => name === process.env.LIVERY_ENGINE) ?? "chromium";

/** Why this run's engine is not on this machine; undefined where it is. */
export const missing = missingEngine(engineName);

/** As wide as the narrowest window of all three. */
const sizes = {
  phone: { width: 500, height: 844 },
  desktop: { width: 1280, height: 800 },
  /** What the margins leave of a sheet of A4. */
  paper: { width: 718, height: 1047 },
};

export interface Engine {
  /** The window, at an address, of this person or of nobody; it answers to presses. */
  open(url: string, size: keyof typeof sizes, session?: Session): Promise<Page>;
  close(): Promise<void>;
}

/** Starts the engine of this run, of kind `webgl` one that draws maps. Close it yourself. */
export async function launchEngine(kind?: "webgl"): Promise<Engine> {
  if (engineName !== "chromium") {
    const driven = await (engineName === "webkit" ? launchWebKit() : launchFirefox(kind));
    return {
      async open(url, size, session) {
        await driven.become(new URL(url).origin, session);
        await driven.resize(sizes[size].width, sizes[size].height);
        const page = drivenPage(driven);
        await page.goto(url);
        await awake(page);
        return page;
      },
      close: () => driven.close(),
    };
  }
  const browser = await launchChromium(kind);
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

/**
 * Types a day or a time into its field by `keys`. The field of Debian's WebKit takes no key of its driver's, not even
 * in an empty page: there it gets its `value` as from its picker.
 */
export async function typeMoment(page: Page, field: Locator, keys: string, value: string) {
  if (engineName === "webkit") return field.fill(value);
  await field.focus();
  await page.keyboard.type(keys);
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
