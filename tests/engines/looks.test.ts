/**
 * How the main screens look in each engine, on a phone and on a desktop: nothing leaves the window or is cut off,
 * Livery's font is used, boxes have their size, selects have Livery's style, and the keyboard focus is visible.
 * `LIVERY_PICTURES=folder` saves a picture of each in both themes.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Demo, type Session, startDemo } from "../support/demo";
import {
  callAs,
  caller,
  type Engine,
  type EngineSize,
  engineName,
  launchEngine,
  missing,
} from "../support/engine";
import { darkFaults, styleFaults } from "../support/looks";
import { waitUntilReady, choosePlace, faultsOnScreen } from "../support/screen";

const pictures = process.env.LIVERY_PICTURES;
setDefaultTimeout(pictures ? 900_000 : 120_000);

type Who = "visitor" | "rider" | "driver" | "dispatcher";
/** How to get to a screen: its address, or presses on the previous screen. */
type Way = string | ((page: Page) => Promise<void>);

const driven = "/driver/reservations?when=";
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

describe.skipIf(missing !== undefined)(engineName, () => {
  let demo: Demo;
  const sessions: Partial<Record<Who, Session>> = {};

  beforeAll(async () => {
    demo = await startDemo();
    for (const who of ["rider", "driver", "dispatcher"] as const)
      sessions[who] = await demo.signIn(caller, who);
    const terms = {
      version: 0,
      text: "Be at the pickup in time.",
      cancellation: "Free until a day before.",
    };
    await ask("dispatcher", "/admin/terms", terms);
  }, 60_000);
  afterAll(() => demo?.close());

  const ask = <Answer>(who: Who, path: string, body?: object) =>
    callAs<Answer>(sessions[who], `${demo.url}/backend${path}`, body);
  /** Returns the id of the person's first trip in the first of these lists that has one. */
  async function tripOf(who: Who, list: string, ...lists: string[]): Promise<string> {
    const { reservations } = await ask<{ reservations: { id: string }[] }>(who, list);
    const [trip] = reservations;
    if (trip) return trip.id;
    const [next, ...others] = lists;
    if (!next) throw new Error(`The demo has no trip at ${list}`);
    return tripOf(who, next, ...others);
  }

  const desk = "/dispatch/dashboard";
  const ways: Record<Who, () => Promise<Record<string, Way>>> = {
    visitor: async () => ({
      home: "/",
      pricing: "/pricing",
      faq: "/faq",
      blog: "/blog",
      terms: "/terms/1",
      contact: "/contact-us",
      "sign-in-rider": "/liveryClient",
      "sign-in-driver": "/liveryDriver",
      apply: "/driver-apply",
      "apply-dates": async (page) => {
        await press(page, "Get Started");
        await press(page, "Next");
        await page.getByLabel("License expiry date").waitFor();
      },
      "apply-files": async (page) => {
        await press(page, "Next");
        await page.getByRole("heading", { name: "Documents Upload" }).waitFor();
      },
    }),
    rider: async () => ({
      "booking-where": "/booking",
      "booking-when": async (page) => {
        await choosePlace(page, "Pickup", "Kigali International Airport");
        await choosePlace(page, "Drop-off", "Kigali Marriott Hotel");
        await press(page, "Continue");
        await press(page, "Tomorrow");
      },
      "booking-car": async (page) => {
        await page.getByLabel("Time").selectOption("09:30");
        await page.getByLabel("Flight number").fill("WB 301");
        await press(page, "See cars and prices");
        await page.getByText("Executive SUV").first().waitFor();
      },
      "booking-confirm": async (page) => {
        await press(page, /^Continue · RWF/);
        await page.getByRole("heading", { name: "Check and book" }).waitFor();
      },
      trips: "/trips",
      trip: `/trips/${await tripOf("rider", "/reservations?when=upcoming")}`,
      account: "/profile/AccountInfo",
    }),
    driver: async () => ({
      driving: "/driver/dashboard",
      "driver-trip": `/driver/dashboard/trips/${await tripOf("driver", `${driven}today`, `${driven}future`, `${driven}past`)}`,
      earnings: "/driver/dashboard/billing",
      availability: "/driver/dashboard/management",
    }),
    dispatcher: async () => ({
      board: `${desk}/reservation`,
      "desk-trip": `${desk}/reservation/${await tripOf("dispatcher", "/admin/reservations?state=confirmed")}`,
      "phone-booking": `${desk}/new`,
      map: `${desk}/map`,
      riders: `${desk}/riders`,
      drivers: `${desk}/DriverManagement`,
      vehicles: `${desk}/VehicleManagement`,
      prices: `${desk}/FeeManagement`,
      zones: `${desk}/FeeManagement/zones`,
      reports: `${desk}/reports`,
      invoices: `${desk}/invoices`,
      settings: `${desk}/settings/booking-rules`,
      imports: `${desk}/imports`,
      audit: `${desk}/audit`,
    }),
  };

  describe.each(pictures ? ["light", "dark"] : ["light"])("the %s theme", (theme) => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await launchEngine(theme === "dark");
    }, 60_000);
    afterAll(() => engine?.close());

    test.each(["visitor", "rider", "driver", "dispatcher"] as const)(
      "the screens of a %s have no visual faults on a phone and on a desktop",
      async (who) => {
        const faults: string[] = [];
        let page: Page | undefined;
        let turn: EngineSize[] = ["phone", "desktop"];
        for (const [screen, way] of Object.entries(await ways[who]())) {
          if (typeof way !== "string") {
            if (page) await way(page);
            // An element under the pointer would not move when it gets the focus.
            await page?.mouse.click(1, 1);
          } else if (page) await page.goto(demo.url + way);
          else page = await engine.open(demo.url + way, "phone", sessions[who]);
          if (!page) throw new Error("The first screen has an address");
          await waitUntilReady(page);
          for (const size of turn) {
            await engine.resize(size);
            if (pictures) {
              // Waits until it is drawn.
              await Bun.sleep(400);
              const path = join(pictures, `${screen}-${size}-${theme}-${engineName}.png`);
              await page.screenshot({ path });
              continue;
            }
            // Browsers show the focus only after a key was pressed.
            await page.keyboard.press("Shift");
            const found = [
              ...(await page.evaluate(faultsOnScreen)),
              ...(await page.evaluate(styleFaults, {
                // The focus is checked on phones, which have the bars, and on all of dispatch's screens.
                focus: size === "phone" || who === "dispatcher",
              })),
            ];
            faults.push(...found.map((fault) => `${screen} ${size}: ${fault}`));
          }
          turn = turn.toReversed();
        }
        expect(faults).toEqual([]);
      },
    );
  });

  test.skipIf(pictures !== undefined)(
    "no part of a screen stays light in the dark theme",
    async () => {
      const engine = await launchEngine(true);
      try {
        const found: string[] = [];
        for (const [who, path] of [
          ["visitor", "/"],
          ["rider", "/profile/AccountInfo"],
          ["driver", "/driver/dashboard/management"],
          ["dispatcher", `${desk}/audit`],
        ] as const) {
          const page = await engine.open(demo.url + path, "phone", sessions[who]);
          found.push(...(await page.evaluate(darkFaults)).map((fault) => `${path}: ${fault}`));
        }
        expect(found).toEqual([]);
      } finally {
        await engine.close();
      }
    },
  );
});
