/** The application in another language: every step, the refusals, and the values that are still sent in English. */
import { expect, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openPage } from "../../support/pages";
import { createApplyingScene, picture, press, stored } from "./apply-scene";

const scene = createApplyingScene();

/** Opens a step in French. */
const openAtStep = (step: number) =>
  openPage(scene.server, `/driver-apply${step ? `?step=${step}` : ""}`, scene.visitor, "fr");

test("the application is in French, and sends the English values that dispatch reads", async () => {
  await openAtStep(0);
  await screen.findByRole("heading", { level: 1, name: "Bienvenue" });
  expect(document.title).toStartWith("Postuler comme chauffeur · ");
  await press("Commencer");
  await screen.findByRole("heading", { level: 1, name: "Informations personnelles" });
  await userEvent.selectOptions(await screen.findByLabelText("Genre"), "Femme");
  fireEvent.change(screen.getByLabelText("Prénom"), { target: { value: "Aline" } });
  await press("Suivant");
  await screen.findByText(/^Il manque dans « Informations personnelles » : Nom, .* et \d autres\./);
  await press("Suivant");
  await screen.findByText("Documents obligatoires");
  await userEvent.upload(
    await screen.findByLabelText("Carte d’identité ou passeport"),
    new File(["words"], "words.txt", { type: "text/plain" }),
    { applyAccept: false },
  );
  await screen.findByText(/Les documents peuvent être des fichiers PDF, JPG ou PNG/);
  await userEvent.upload(screen.getByLabelText("Carte d’identité ou passeport"), picture());
  await screen.findByText("Envoyé");
  for (const title of [
    "Informations sur le véhicule",
    "Photos du véhicule",
    "Vérifier et envoyer",
  ]) {
    await press("Suivant");
    await screen.findByRole("heading", { level: 1, name: title });
  }
  // The screen has the translated text, the call has the English value.
  await screen.findByText("Femme");
  await press("Envoyer la candidature");
  await press("Envoyer quand même");
  await screen.findByText("Candidature envoyée !");
  expect(stored(scene)).toMatchObject([{ firstName: "Aline", answers: { gender: "Female" } }]);
});
