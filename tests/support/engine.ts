/**
 * The engine that this run tests: Chromium, or the one in `LIVERY_ENGINE`: Firefox (`apt install firefox-esr`) or
 * WebKit, Safari's engine. Each has one window, and a test that opens one closes that of the test before.
 */
import { type Browser, type Locator, type Page, request } from "playwright-core";
import { launchChromium } from "./chromium";
import type { Session } from "./demo";
import { drivenPage } from "./driven-page";
import { type EngineName, engines, missingEngine } from "./engine-names";
import { launchFirefox } from "./firefox";
import { waitUntilReady } from "./screen";
import { launchWebKit } from "./webkit";

export const engineName: EngineName =
  engines.find((name) => name === process.env.LIVERY_ENGINE) ?? "chromium";

/** Why this run's engine is not available on this machine; undefined if it is. */
export const missing = missingEngine(engineName);

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
  /** The size of an A4 sheet without its margins. */
  paper: { width: 718, height: 1047 },
};
export type EngineSize = keyof typeof sizes;

export interface Engine {
  /** Opens an address in the window, signed in with `session` or not at all, and waits until the page responds. */
  open(url: string, size: EngineSize, session?: Session): Promise<Page>;
  /** Resizes the window and its contents. */
  resize(size: EngineSize): Promise<void>;
  close(): Promise<void>;
}

/** Starts the engine of this run, in light or dark mode. With `webgl` it draws maps. The caller must close it. */
export async function launchEngine(dark = false, kind?: "webgl"): Promise<Engine> {
  if (engineName !== "chromium") {
    const driven = await (engineName === "webkit" ? launchWebKit(dark) : launchFirefox(dark, kind));
    const resize = (size: EngineSize) => driven.resize(sizes[size].width, sizes[size].height);
    return {
      resize,
      async open(url, size, session) {
        await driven.openSession(new URL(url).origin, session);
        await resize(size);
        const page = drivenPage(driven);
        await page.goto(url);
        await waitUntilReady(page);
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
        colorScheme: dark ? "dark" : "light",
        ...(session && { storageState: session }),
      });
      page = await context.newPage();
      page.setDefaultTimeout(40_000);
      await page.goto(url);
      await waitUntilReady(page);
      return page;
    },
    resize: async (size) => page?.setViewportSize(sizes[size]),
    close: () => browser.close(),
  };
}

/**
 * Types a date or time into its field, with spaces between the `parts`. WebKit waits for more digits even if a part is
 * full, and needs an arrow key to move to the next one.
 */
export async function typeMoment(page: Page, field: Locator, parts: string) {
  await field.focus();
  for (const [at, part] of parts.split(" ").entries()) {
    if (at > 0 && engineName === "webkit") await page.keyboard.press("ArrowRight");
    await page.keyboard.type(part);
  }
}

/**
 * Makes a call without a window, signed in with `session` or not at all, and returns the answer. With a body or a form,
 * it is a POST.
 */
export async function callAs<Answer>(
  session: Session | undefined,
  url: string,
  body?: object,
): Promise<Answer> {
  const cookie = session?.cookies.map(({ name, value }) => `${name}=${value}`).join("; ") ?? "";
  const answer = await fetch(url, {
    headers: {
      cookie,
      origin: new URL(url).origin,
      ...(!(body instanceof FormData) && { "content-type": "application/json" }),
    },
    ...(body && { method: "POST", body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Signs people in without a window, for a demo's `signIn`, which needs a browser. */
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
