import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where a Chromium is on this machine: `CHROMIUM` if set, else the usual places. */
export function chromiumPath(): string | undefined {
  const { CHROMIUM } = process.env;
  return CHROMIUM ?? places.find((path) => existsSync(path));
}

/** Draws by the processor, where a test needs WebGL and there is no graphics card. */
const drawing = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/**
 * Starts a headless Chromium that talks to nobody but the pages under test. Close it yourself. With
 * `webgl` it draws maps, slowly; without, pages find no WebGL.
 */
export async function launchChromium({ webgl = false } = {}): Promise<Browser> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error("No Chromium on this machine");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      ...(webgl ? drawing : ["--disable-gpu", "--disable-3d-apis"]),
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
