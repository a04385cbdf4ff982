/** A driver's trip with poor reception, and an application with its files, in each engine. */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test";
import { documents } from "../../client/applications/file-slots";
import { type RunningServer, startServer } from "../../src/server/server";
import { look } from "../pages/driver/scene";
import {
  waitForUploads,
  attachDocuments,
  attachPhotos,
  fillStep,
  goToNextStep,
  startApplying,
  submitApplication,
} from "../support/apply-steps";
import { type Engine, engineName, launchEngine, missing } from "../support/engine";
import { type Line, startBreakableConnection } from "../support/breakable-connection";
import { stateOf } from "../support/screen";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";
import { createScene, type Scene } from "../tracking/scene";

setDefaultTimeout(120_000);

describe.skipIf(missing !== undefined)(engineName, () => {
  let scene: Scene;
  let runningServer: RunningServer;
  let line: Line;
  let engine: Engine;
  let origin: string;

  beforeAll(async () => {
    [scene, engine] = await Promise.all([
      createScene({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" }),
      launchEngine(),
    ]);
    // The phone uses the machine's clock; the server's clock is moved close to it.
    scene.server.advance(Date.now() - scene.server.deps.now());
    runningServer = startServer(scene.server.deps, new AbortController());
    line = await startBreakableConnection(() => runningServer.port);
    origin = `http://localhost:${line.port}`;
  }, 60_000);
  afterAll(async () => {
    await engine?.close();
    await line?.close();
    await runningServer?.stop();
    scene?.server.close();
  });

  test("steps that a driver takes offline wait on the phone and are sent once, in order", async () => {
    const page = await engine.open(
      `${origin}/driver/dashboard/trips/${scene.trip.id}`,
      "phone",
      stateOf(scene.phone.cookies),
    );
    await page.getByRole("button", { name: "Start driving to pickup" }).waitFor();
    const waiting = page.getByText(/^3 updates are saved on this phone/).first();
    line.cut();
    try {
      // Each message may move the button for the next step.
      for (const [name, told] of [
        ["Start driving to pickup", /^Saved on this phone/],
        ["I have arrived", /^2 updates are saved on this phone/],
        ["Passenger on board", /^3 updates are saved on this phone/],
      ] as const) {
        await page.getByRole("button", { name, exact: true }).click();
        await page.getByText(told).first().waitFor();
      }
    } finally {
      line.restoreConnection();
    }
    // The phone tells the page that the network is back.
    await page.evaluate(() => void dispatchEvent(new Event("online")));
    const staff = await signInAdmin(scene.server);
    const steps = async () =>
      (await look({ staff }, scene.trip.id)).timeline
        .filter(({ actor, from, to }) => actor.kind === "driver" && from !== to)
        .map(({ to }) => to);
    await expectEventually(steps).toEqual(["en_route", "on_location", "passenger_on_board"]);
    await waiting.waitFor({ state: "hidden" });
  });

  test("an applicant sends dates, documents and photos through the wizard", async () => {
    const page = await engine.open(`${origin}/`, "phone");
    await startApplying(page, origin);
    await fillStep(page, 1);
    await goToNextStep(page, 2);
    await fillStep(page, 2);
    await goToNextStep(page, 3);
    await attachDocuments(page);
    await page.reload();
    await waitForUploads(page, documents.length);
    await goToNextStep(page, 4);
    await fillStep(page, 4);
    await goToNextStep(page, 5);
    await attachPhotos(page);
    await goToNextStep(page, 6);
    await page.getByText("All uploaded").waitFor();
    await expectEventually(() => page.getByText("Uploaded: ").count()).toBe(documents.length);
    await page.getByRole("checkbox").check();
    await submitApplication(page, true);
    await page.getByText(/^Your application is complete/).waitFor();
  });
});
