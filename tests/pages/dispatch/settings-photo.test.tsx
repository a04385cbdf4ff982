/** The photo of the home page is chosen beside logo and colour, and text typed there stays. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { contentItems } from "../../../db/schema/content";
import { addPicture } from "../../../src/content/picture-actions";
import { closePage, openPage } from "../../support/pages";
import { png } from "../../support/pictures";
import { createScene, type Scene } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
/** Returns the picture of the home page that is stored. */
const stored = () =>
  scene.server.deps.db
    .select()
    .from(contentItems)
    .all()
    .find(({ kind, key }) => kind === "page" && key === "home")?.value.picture;

test.each([
  ["in the settings", "/dispatch/dashboard/settings/brand"],
  ["in the setup", "/dispatch/setup/look"],
])("an owner shows a photo on the home page and removes it, %s", async (_, path) => {
  const { deps } = scene.server;
  const actor = { kind: "admin", id: scene.desk.admin.id, name: "Owner" } as const;
  const file = new File([png(64, 48) as Uint8Array<ArrayBuffer>], "car.png");
  const id = await addPicture(deps, actor, file);
  await openPage(scene.server, path, scene.desk);
  const colour = await screen.findByRole<HTMLInputElement>("textbox", { name: "# and six digits" });
  await userEvent.type(colour, "#b4232a");
  await press("Choose existing picture: Photo on the home page");
  const picker = within(screen.getByRole("dialog", { name: "Your pictures" }));
  await userEvent.click(await picker.findByRole("button", { name: /not described yet$/ }));
  // A description is required: without it nothing is saved, and the field is marked.
  await press("Show this photo");
  await waitFor(() =>
    expect(screen.getByLabelText("What the picture shows").getAttribute("aria-invalid")).toBe(
      "true",
    ),
  );
  expect(stored()).toBeUndefined();
  await userEvent.type(screen.getByLabelText("What the picture shows"), "Our car at the lake");
  await press("Show this photo");
  await screen.findByText("Your photo is on the home page");
  expect(stored()).toMatchObject({ id, alt: "Our car at the lake" });
  // The photo is saved, and the colour is still typed but not saved.
  expect(screen.queryByRole("button", { name: "Show this photo" })).toBeNull();
  expect(colour.value).toBe("#b4232a");
  await press("Remove: Photo on the home page");
  await press("Save without a photo");
  await screen.findByText("Photo removed");
  expect(stored() ?? null).toBeNull();
});
