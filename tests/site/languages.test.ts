/** The public site in each language, at its own address: it can be found, stays separate, and never mixes languages. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { contentItems } from "../../db/schema/content";
import { settings } from "../../db/schema/settings";
import { type RunningServer, startServer } from "../../src/server/server";
import {
  type Language,
  languageCodes,
  languages,
} from "../../src/settings/languages/languages-contract";
import { written } from "../../src/settings/languages/language-dates.gen";
import { addressInLanguage, languageInPath } from "../../src/site/address-rules";
import { createTestServer, START, type TestServer } from "../support/server";

const origin = "https://rides.example.com";
const others = languageCodes.filter((code) => code !== "en");
const pages = [
  "/",
  "/about",
  "/services",
  "/services/home-care",
  "/home-care",
  "/pricing",
  "/fleet",
  "/faq",
  "/blog",
  "/team",
  "/history",
  "/contact-us",
  "/joinUs",
  "/request-ride",
  "/company-account",
  "/lost-property",
  "/found-property",
  "/driver-apply",
  "/driver-apply/status",
];

let server: TestServer;
let runningServer: RunningServer;
beforeEach(async () => {
  server = await createTestServer({
    RATE_LIMITS: "off",
    PORT: "0",
    HOST: "127.0.0.1",
    PUBLIC_URL: origin,
  });
  runningServer = startServer(server.deps, new AbortController());
});
afterEach(async () => {
  await runningServer.stop();
  server.close();
});

const visit = (path: string, init: RequestInit = {}) =>
  fetch(`http://localhost:${runningServer.port}${path}`, { redirect: "manual", ...init });
const read = async (path: string) => (await visit(path)).text();
/** Returns the text that a visitor reads, without the scripts that repeat it. */
const visibleTextOf = async (path: string) =>
  (await read(path)).replace(/<script\b.*?<\/script>/gs, "");

function setMainLanguage(language: Language) {
  server.deps.db.update(settings).set({ riderLanguage: language }).run();
  server.deps.bus.publish({ type: "settings", version: 2 });
}

/** Stores the staff's text for an item. */
function say(kind: "page", key: string, value: Record<string, unknown>) {
  const { db, bus } = server.deps;
  db.delete(contentItems).run();
  db.insert(contentItems)
    .values({
      id: "1",
      kind,
      key,
      value,
      state: "published",
      position: 10,
      version: 1,
      createdAt: START,
      updatedAt: START,
    })
    .run();
  bus.publish({ type: "content" });
}

test("addressIn puts the language before the path, and languageInPath reads it", () => {
  expect(addressInLanguage("/services", "fr", "en")).toBe("/fr/services");
  expect(addressInLanguage("/", "fr", "en")).toBe("/fr/");
  expect(addressInLanguage("/?sent=yes#form", "fr", "en")).toBe("/fr/?sent=yes#form");
  expect(addressInLanguage("/", "fr", "fr")).toBe("/");
  expect(languageInPath("/fr")).toEqual({ language: "fr", path: "/" });
  expect(languageInPath("/fr/blog/a")).toEqual({ language: "fr", path: "/blog/a" });
  for (const path of ["/", "/xx/faq", "/frank", "/FR/faq"]) expect(languageInPath(path)).toBeNull();
});

describe.each(others)("%s", (language) => {
  test("has every page in its language and direction", async () => {
    for (const path of pages) {
      const address = addressInLanguage(path, language, "en");
      const page = await visit(address);
      expect([address, page.status]).toEqual([address, 200]);
      expect(page.headers.get("content-language")).toBe(language);
      const html = await page.text();
      const { dir } = languages[language];
      expect(html).toMatch(
        new RegExp(dir ? `<html dir="rtl" lang="${language}">` : `<html lang="${language}">`),
      );
      // The cached page has the same language.
      expect((await visit(address)).headers.get("content-language")).toBe(language);
    }
  });
});

test("each page links to itself in all languages and has its own canonical address", async () => {
  for (const path of ["/", "/services", "/faq", "/services/depanage"]) {
    const one = path.replace("/services/depanage", "/depanage");
    const wanted = ["en" as const, ...others].map((code) => [
      code,
      origin + addressInLanguage(one, code, "en"),
    ]);
    for (const code of languageCodes) {
      const html = await read(addressInLanguage(path, code, "en"));
      const links = [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)];
      expect(links.map(([, of, at]) => [of, at])).toEqual([...wanted, ["x-default", origin + one]]);
      const [, canonical] = /<link rel="canonical" href="([^"]+)"/.exec(html) ?? [];
      expect(canonical).toBe(origin + addressInLanguage(one, code, "en"));
      expect(html).toContain(
        `<meta property="og:locale" content="${written[code].locale.replace("-", "_")}"/>`,
      );
    }
  }
});

test("the sitemap has each page in all languages, with links between them", async () => {
  const map = await read("/sitemap.xml");
  for (const path of ["/", "/pricing", "/home-care"])
    for (const code of languageCodes)
      expect(map).toContain(`<loc>${origin}${addressInLanguage(path, code, "en")}</loc>`);
  const entry = map.split("<url>").find((each) => each.includes(`<loc>${origin}/fr/pricing</loc>`));
  expect(entry).toContain(
    `<xhtml:link rel="alternate" hreflang="x-default" href="${origin}/pricing"/>`,
  );
  expect(entry?.match(/<xhtml:link /g)).toHaveLength(languageCodes.length + 1);
  expect(map).toContain(`<loc>${origin}/fr/driver-apply</loc>`);
  // The status page of an application is only for its applicant.
  expect(map).not.toContain("/driver-apply/status");
});

test("links keep the language of the page", async () => {
  const html = await visibleTextOf("/fr/services");
  expect(html).toContain('href="/fr/contact-us"');
  expect(html).toContain('href="/fr/"');
  // This includes links within the texts.
  expect(await visibleTextOf("/fr/about")).toContain('href="/fr/services"');
  // The language switch stays on the same page.
  for (const code of languageCodes)
    expect(html).toContain(`href="${addressInLanguage("/services", code, "en")}"`);
});

test("an unknown prefix gets a 404, and a page without languages redirects to its one address", async () => {
  for (const path of ["/xx", "/xx/services", "/fr/nothing-here"])
    expect([path, (await visit(path)).status]).toEqual([path, 404]);
  const lost = await read("/fr/nothing-here");
  expect(lost).toContain('<html lang="fr">');
  expect(lost).toContain("Cette page est introuvable");
  const ways = [
    ["/en", "/"],
    ["/en/", "/"],
    ["/en/services?a=1", "/services?a=1"],
    ["/fr/reservation", "/reservation"],
    ["/fr/driver-apply/status/an-unknown-token", "/driver-apply/status/an-unknown-token"],
  ];
  for (const [from = "", to] of ways) {
    const answer = await visit(from);
    expect([from, answer.status, answer.headers.get("location")]).toEqual([
      from,
      303,
      to as string,
    ]);
    // Riders' pages have one address, so a cookie keeps the language that was read here.
    const [, kept] = /^livery_language=(\w+);/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
    expect([from, kept]).toEqual([from, from.slice(1, 3)]);
  }
});

test("a main language other than English uses the addresses without a prefix", async () => {
  expect(await visibleTextOf("/")).toContain('<html lang="en">');
  setMainLanguage("fr");
  const home = await visibleTextOf("/");
  expect(home).toContain('<html lang="fr">');
  expect(home).toContain("Votre voiture attend.");
  expect(await visibleTextOf("/en/")).toContain("Your car is waiting.");
  expect((await visit("/fr")).headers.get("location")).toBe("/");
  expect((await visit("/en")).headers.get("location")).toBe("/en/");
});

test("the visitor's language and choice do not change the language of an address", async () => {
  const headers = { "accept-language": "es", cookie: "livery_language=rw" };
  const page = await visit("/fr/faq", { headers });
  expect(page.headers.get("content-language")).toBe("fr");
  expect((await visit("/faq", { headers })).headers.get("content-language")).toBe("en");
  // Riders' pages have one address and follow the choice. Reading another language here does not change it.
  const bookingAnswer = await visit("/fr/reservation", { headers });
  expect(bookingAnswer.headers.get("set-cookie")).toBeNull();
  const signIn = await visit("/liveryClient", { headers });
  expect(signIn.headers.get("content-language")).toBe("rw");
});

test("text without a translation appears in the main language", async () => {
  expect(await visibleTextOf("/fr/home-care")).toContain("De votre porte à la leur");
  const value = { heading: "Zebra rides" };
  const translations = { fr: { heading: "Courses Zèbre" } };
  say("page", "home", value);
  const home = await visibleTextOf("/fr/");
  expect(home).toContain("Zebra rides");
  expect(home).toContain("Voitures privées avec chauffeur");
  say("page", "home", { ...value, translations });
  expect(await visibleTextOf("/fr/")).toContain("Courses Zèbre");
  expect(await visibleTextOf("/es/")).toContain("Zebra rides");
  expect(await visibleTextOf("/")).toContain("Zebra rides");
});

test("a form without scripts keeps its language, refused or sent", async () => {
  const post = (body: Record<string, string>) =>
    visit("/fr/contact-us", {
      method: "POST",
      body: new URLSearchParams(body),
      headers: { origin, "sec-fetch-site": "same-origin" },
    });
  expect(await visibleTextOf("/fr/contact-us")).toContain('action="/fr/contact-us#form"');
  const refusedAnswer = await post({ name: "", contact: "a@example.com", text: "Bonjour" });
  expect(refusedAnswer.status).toBe(400);
  const page = await refusedAnswer.text();
  expect(page).toContain('<html lang="fr">');
  expect(page).toContain("Veuillez indiquer votre nom.");
  const sentAnswer = await post({ name: "Ada", contact: "a@example.com", text: "Bonjour" });
  expect([sentAnswer.status, sentAnswer.headers.get("location")]).toEqual([
    303,
    "/fr/contact-us?sent=yes#form",
  ]);
  expect(await visibleTextOf("/fr/contact-us?sent=yes")).toContain("Nous avons votre message.");
});

test("a language that is switched off redirects to the main one and appears on no page", async () => {
  expect(await visibleTextOf("/services")).toContain('href="/fr/services"');
  server.deps.db
    .update(settings)
    .set({ disabledLanguages: ["fr"] })
    .run();
  server.deps.bus.publish({ type: "settings", version: 2 });
  for (const [from = "", to] of [
    ["/fr", "/"],
    ["/fr/", "/"],
    ["/fr/faq?a=1", "/faq?a=1"],
    ["/fr/driver-apply", "/driver-apply"],
    ["/fr/reservation", "/reservation"],
  ]) {
    const answer = await visit(from);
    expect([from, answer.status, answer.headers.get("location")]).toEqual([
      from,
      303,
      to as string,
    ]);
    expect(answer.headers.get("set-cookie")).toBeNull();
  }
  for (const path of ["/services", "/es/services"]) {
    const html = await read(path);
    expect(html).not.toContain('hreflang="fr"');
    expect(html).not.toContain("/fr/");
    expect(html).toContain('hreflang="de"');
  }
  expect(await read("/sitemap.xml")).not.toContain("/fr/");
  const signIn = async (headers: Record<string, string>) =>
    (await visit("/liveryClient", { headers })).headers.get("content-language");
  expect(await signIn({ cookie: "livery_language=fr" })).toBe("en");
  expect(await signIn({ "accept-language": "fr, es;q=0.5" })).toBe("es");
  // A form sent from a page that was opened earlier is answered in the main language.
  const refusedAnswer = await visit("/fr/contact-us", {
    method: "POST",
    body: new URLSearchParams({ name: "", contact: "a@example.com", text: "Bonjour" }),
    headers: { origin, "sec-fetch-site": "same-origin" },
  });
  expect(await refusedAnswer.text()).toContain('<html lang="en">');
});
