/** If the operator offers only rides from door to door, the public site mentions no other service. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { places } from "../../db/schema/places";
import { settings } from "../../db/schema/settings";
import { vehicleClasses } from "../../db/schema/vehicles";
import { defaultFaq, serviceByQuestion } from "../../src/content/default-faq";
import { defaultPages, serviceBySection } from "../../src/content/default-pages";
import type { ServiceType } from "../../src/fares/contract";
import { offeredPrices } from "../../src/fares/price-list-rules";
import { versionInForce } from "../../src/fares/queries";
import { type RunningServer, startServer } from "../../src/server/server";
import { offerableServices } from "../../src/settings/offerable-services-contract";
import { ridesText } from "../../src/settings/translation/offers-rules";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;
let runningServer: RunningServer;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  const { db } = server.deps;
  db.update(settings).set({ services: [] }).run();
  // Vehicles and places contain the operator's own text.
  db.update(vehicleClasses)
    .set({ active: false })
    .where(eq(vehicleClasses.name, "Accessible van"))
    .run();
  db.update(places).set({ active: false }).where(eq(places.kind, "airport")).run();
  runningServer = startServer(server.deps, new AbortController());
});
afterAll(async () => {
  await runningServer.stop();
  server.close();
});

const visit = async (path: string) =>
  (await fetch(`http://localhost:${runningServer.port}${path}`)).text();

/** Returns the text of a page, including the description in its head. */
async function textOfPage(path: string): Promise<string> {
  const html = await visit(path);
  const metas = [...html.matchAll(/<meta [^>]*content="([^"]*)"/g)].map(([, content]) => content);
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  const words = html.replace(/<(script|style)\b.*?<\/\1>/gs, " ").replace(/<[^>]*>/g, " ");
  return [words, ...metas, ...data.map(([, text]) => text)].join("\n").replace(/\s+/g, " ");
}

/** Words of services that are not offered, with their context. */
const otherServiceWords =
  /.{0,40}(?:airport|flight|by the hour|hourly|wheelchair|\bcare\b|attendant|roadside|help on the road|interpret|translat|(?<!insurance )compan(?:y|ies)|on account).{0,40}/gi;

test("no page mentions a service that is not offered", async () => {
  const listed = await visit("/sitemap.xml");
  const paths = [...listed.matchAll(/<loc>[a-z]+:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
    ([, path]) => path || "/",
  );
  for (const path of ["/", "/services", "/pricing", "/fleet", "/faq", "/about", "/contact-us"])
    expect(paths).toContain(path);
  const found: string[] = [];
  for (const path of paths)
    for (const [words] of (await textOfPage(path)).matchAll(otherServiceWords))
      found.push(`${path}: ${words}`);
  expect(found).toEqual([]);
});

test("each default text that is tied to a service exists", () => {
  for (const name of Object.keys(serviceBySection)) {
    const [page = "", key] = name.split("/");
    const { sections = [] } =
      Object.entries(defaultPages).find(([each]) => each === page)?.[1] ?? {};
    expect([name, sections.some((section) => section.key === key)]).toEqual([name, true]);
  }
  for (const key of Object.keys(serviceByQuestion)) expect(Object.keys(defaultFaq)).toContain(key);
});

test("ridesText follows the offered services", () => {
  expect(ridesText([])).toBe("from door to door");
  expect(ridesText(["airport", "care"])).toBe("to the airport or across town");
  expect(ridesText(["hourly"])).toBe("across town or at your side for the day");
  expect(ridesText(offerableServices)).toBe(
    "to the airport, across town, or at your side for the day",
  );
});

test("offeredPrices leaves out the prices of services that are not offered", () => {
  const schedule = versionInForce(server.deps.db, server.deps.now())?.schedule;
  if (!schedule) throw new Error("No prices are in force.");
  expect(offeredPrices(schedule, offerableServices)).toEqual(schedule);
  const held = (serviceTypes: ServiceType[]) => ({
    id: Bun.randomUUIDv7(),
    name: "X",
    description: "",
    amountMinor: 1,
    maxQuantity: 1,
    serviceTypes,
    vehicleClassIds: [],
  });
  const { extras, rates } = offeredPrices(
    { ...schedule, extras: [held([]), held(["home_care"]), held(["home_care", "point_to_point"])] },
    [],
  );
  expect(extras.map(({ serviceTypes }) => serviceTypes)).toEqual([[], ["point_to_point"]]);
  expect(rates.every(({ hourly }) => hourly === null)).toBe(true);
});
