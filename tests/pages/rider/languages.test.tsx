/** Riders' pages in the other languages, and switching between them. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { riders } from "../../../db/schema/accounts";
import { closePage, openPage } from "../../support/pages";
import { createTestServer, type TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { createRiderServer } from "./scene";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(async () => {
  closePage();
  await server.close();
});

test("the login screen shows its text, title and errors in French", async () => {
  await openPage(server, "/liveryClient", undefined, "fr");
  expect(document.documentElement.lang).toBe("fr");
  expect(document.title).toBe("Se connecter · Livery");
  screen.getByRole("heading", {
    name: "Quel est votre numéro de téléphone ou votre e-mail\u00a0?",
  });
  await userEvent.type(screen.getByLabelText("E-mail ou numéro de téléphone"), "jean@");
  await screen.findByText("Saisissez une adresse e-mail valide.");
});

test("choosing another language translates the login screen at once and keeps what was typed", async () => {
  await openPage(server, "/liveryClient");
  await userEvent.type(screen.getByLabelText("E-mail or phone number"), "jean@example.com");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Language" }), "Español");
  const field = await screen.findByLabelText<HTMLInputElement>("Correo electrónico o teléfono");
  expect(field.value).toBe("jean@example.com");
  await waitFor(() => expect(document.title).toBe("Iniciar sesión · Livery"));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Idioma" }), "English");
  await screen.findByLabelText("E-mail or phone number");
});

test("Arabic is laid out from right to left, and the language chosen after it from left to right", async () => {
  await openPage(server, "/liveryClient", undefined, "ar");
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["ar", "rtl"]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "اللغة" }), "Deutsch");
  await waitFor(() => expect(document.documentElement.lang).toBe("de"));
  expect(document.documentElement.dir).toBe("");
});

test("an error of the server is shown in the page's language", async () => {
  await openPage(server, "/liveryClient", undefined, "es");
  const field = screen.getByLabelText("Correo electrónico o teléfono");
  await userEvent.type(field, "+33612345678");
  await userEvent.click(screen.getByRole("button", { name: "Continuar" }));
  await screen.findAllByText(
    "No podemos enviar mensajes de texto a este país. Use su correo electrónico.",
  );
});

test("a rider's pages use the account's language, not the browser's", async () => {
  const browser = server.browser();
  await signInRider(server, "aline@example.com", { browser });
  await server.deps.write((tx) =>
    tx.update(riders).set({ firstName: "Aline", lastName: "Uwase", language: "rw" }).run(),
  );
  await openPage(server, "/profile/places", browser, "fr");
  expect(document.documentElement.lang).toBe("rw");
  screen.getByRole("heading", { level: 1, name: "Konti" });
});

test("the summary of a booking shows its hours in the page's language", async () => {
  server.close();
  server = await createRiderServer();
  const { browser } = await signInRider(server);
  await server.deps.write((tx) => tx.update(riders).set({ language: "fr" }).run());
  await openPage(server, "/booking", browser, "fr");
  await userEvent.click(await screen.findByRole("radio", { name: "À l’heure" }));
  await userEvent.click(screen.getByRole("combobox", { name: "Prise en charge" }));
  await userEvent.paste("Amahoro Stadium");
  const [stadium] = await screen.findAllByRole("option", { name: /Amahoro Stadium/ });
  if (stadium) await userEvent.click(stadium);
  await screen.findByText(/^\d heures avec voiture et chauffeur$/);
}, 30_000);
