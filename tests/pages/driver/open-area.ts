import { act } from "@testing-library/react";
import { openPage } from "../../support/pages";
import type { Browser } from "../../support/server";
import type { DriverScene } from "./scene";

/** Opens a page of the driver's area, and waits for the code of the toasts, which loads after it. */
export async function openArea(
  scene: DriverScene,
  path = "/driver/dashboard",
  browser: Browser = scene.phone,
) {
  const router = await openPage(scene.server, path, browser);
  await act(async () => {
    await import("../../../client/ui/toasts");
    await Bun.sleep(10);
  });
  return router;
}
