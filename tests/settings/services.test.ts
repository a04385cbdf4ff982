/** Services that are not offered appear nowhere: not on the site, in booking or in menus. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screensOfRole } from "../../client/office/navigation";
import type { OverviewAnswer, ServicesAnswer } from "../../src/content/contract";
import { publicSettings } from "../../src/settings/queries";
import { offerableServices } from "../../src/settings/offerable-services-contract";
import { isOffered } from "../../src/settings/services-rules";
import { offersText } from "../../src/settings/translation/offers-rules";
import { trip } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

async function offer(services: readonly string[]) {
  const { version } = publicSettings(server.deps);
  const answer = await owner.put("/admin/settings/services", { services, version });
  expect(answer.status).toBe(200);
}

test("a service that is not offered is refused to riders but priced for dispatch", async () => {
  const hourly = trip({ serviceType: "hourly", hours: 3 });
  const visitor = server.browser();
  expect((await visitor.post("/quotes", hourly)).status).toBe(200);
  await offer(["airport", "companies"]);
  const refusedAnswer = await visitor.post("/quotes", hourly);
  expect([refusedAnswer.status, ((await refusedAnswer.json()) as { code: string }).code]).toEqual([
    422,
    "service.not_offered",
  ]);
  expect((await visitor.post("/quotes", trip())).status).toBe(200);
  expect((await owner.post("/admin/quotes", hourly)).status).toBe(200);
});

test("a service's page and card leave the site when it is not offered and return with it", async () => {
  const visitor = server.browser();
  const slugs = async () =>
    ((await (await visitor.get("/content/services")).json()) as ServicesAnswer).services.map(
      ({ slug }) => slug,
    );
  expect(await slugs()).toEqual(expect.arrayContaining(["home-care", "depanage"]));
  await offer(["care"]);
  expect(await slugs()).toEqual(["home-care"]);
  expect((await visitor.get("/content/services/depanage")).status).toBe(404);
  expect((await visitor.get("/content/services/home-care")).status).toBe(200);
  const overview = (await (await visitor.get("/content")).json()) as OverviewAnswer;
  expect(overview.services.map(({ slug }) => slug)).toEqual(["home-care"]);
  await offer([]);
  const faq = await (await visitor.get("/content/faq")).text();
  expect(faq).not.toContain("home-care");
  await offer(offerableServices);
  expect((await visitor.get("/content/services/depanage")).status).toBe(200);
});

test("the menu of dispatch hides companies if they are not offered", () => {
  const labels = (services: Parameters<typeof screensOfRole>[3]) =>
    screensOfRole("owner", 0, 0, services).flatMap(({ items }) => items.map(({ label }) => label));
  expect(labels(offerableServices)).toContain("Companies");
  expect(labels(["care"])).not.toContain("Companies");
});

test("offersText lists the offered services and always rides from door to door", () => {
  expect(offersText([])).toBe("rides from door to door");
  expect(offersText(["airport", "care"])).toBe(
    "rides from door to door, airport transfers and care rides",
  );
  expect(
    ["point_to_point", "airport_dropoff", "one_way"].map((kind) => isOffered([], kind)),
  ).toEqual([true, true, true]);
  expect(isOffered(["care"], "interpreter")).toBe(false);
});
