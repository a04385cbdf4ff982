/** The driver's area in languages other than English. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { forgetDriverData } from "../../../client/driving/answers";
import { closePage } from "../../support/pages";
import { openArea } from "./open-area";
import { installStream } from "./stream";
import { assign, book, createDriverScene, type DriverScene, drive, offer } from "./scene";

let scene: DriverScene;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  scene = await createDriverScene();
});
afterEach(() => {
  closePage();
  forgetDriverData();
  scene.server.close();
  removeStream();
});

const chooseLanguage = (language: string) => scene.phone.put("/driver/language", { language });

test("Home, an offer and a trip are in German", async () => {
  await chooseLanguage("de");
  const { id } = await assign(scene, await book(scene));
  await offer(scene, await book(scene, { pickupLocal: "2026-11-20T18:30" }));
  const router = await openArea(scene);
  await waitFor(() => expect(document.documentElement.lang).toBe("de"));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Fahrten");
  screen.getByRole("heading", { name: "1 Angebot für Sie" });
  screen.getByRole("button", { name: "Annehmen" });
  await waitFor(() => expect(document.title).toStartWith("(1) Fahrten · "));
  await router.navigate({ to: "/driver/dashboard/trips/$id", params: { id } });
  await screen.findByRole("heading", { level: 1, name: "Fahrt 1001" });
  screen.getByRole("button", { name: "Zur Abholung losfahren" });
  screen.getByText("Diese Fahrt ist Ihre.");
});

test("quick replies are in German, and the rider's own words are not translated", async () => {
  await chooseLanguage("de");
  const { id } = await assign(scene, await book(scene));
  const path = `/reservations/${id}/messages`;
  await scene.rider.post(path, { text: "Today", key: "00000001" });
  await openArea(scene, `/driver/dashboard/trips/${id}`);
  const log = within(await screen.findByRole("log"));
  await userEvent.click(screen.getByRole("button", { name: "5 Minuten" }));
  await log.findByText("5 Minuten");
  log.getByText("Today");
});

test("an amount with decimals in a currency without them is refused with an example", async () => {
  await chooseLanguage("de");
  const { id } = await drive(scene, await assign(scene, await book(scene)), "en_route");
  await openArea(scene, `/driver/dashboard/trips/${id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Auslage hinzufügen" }));
  const form = within(await screen.findByRole("dialog"));
  await userEvent.type(form.getByRole("textbox", { name: "Betrag, RWF" }), "12,5");
  await userEvent.click(form.getByRole("button", { name: "An die Zentrale senden" }));
  await form.findByText("Schreiben Sie den Betrag in Ziffern, zum Beispiel 125.000.");
});

test("Arabic runs from right to left, and the driver changes the language in the profile", async () => {
  await chooseLanguage("ar");
  await openArea(scene, "/driver/dashboard/profile");
  const { documentElement } = document;
  expect([documentElement.lang, documentElement.dir]).toEqual(["ar", "rtl"]);
  const field = screen.getByRole("combobox", { name: "اللغة" });
  expect(within(field).getByRole<HTMLOptionElement>("option", { name: "العربية" }).selected).toBe(
    true,
  );
  await userEvent.selectOptions(field, "fr");
  await screen.findByRole("heading", { level: 1, name: "Profil" });
  await waitFor(() => expect(documentElement.dir).not.toBe("rtl"));
  expect(documentElement.lang).toBe("fr");
  const { driver } = scene;
  const answer = await scene.phone.get("/driver/get-driver");
  expect(await answer.json()).toMatchObject({ getdriver: { id: driver.id, language: "fr" } });
});
