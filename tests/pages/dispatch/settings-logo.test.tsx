/** A logo is chosen, shown on light and dark pages, and removed. Text typed in the meantime stays. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppError } from "../../../src/errors";
import { saveLogo } from "../../../src/files/logo-actions";
import { LogoBackground } from "../../../src/files/logo-contract";
import { readOperator } from "../../../src/settings/queries";
import { closePage, openPage } from "../../support/pages";
import { png } from "../../support/pictures";
import type { Browser } from "../../support/server";
import { createScene, type Scene } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

/**
 * Returns dispatch's browser, whose uploads call the server's action directly, because the server cannot read a test's
 * form. The tests of the call check the content type.
 */
const desk = (): Browser => ({
  ...scene.desk,
  request: async (path, options) => {
    const { form } = options ?? {};
    if (path !== "/admin/settings/logo" || !form) return scene.desk.request(path, options);
    const actor = { kind: "admin" as const, id: scene.desk.admin.id, name: "Owner" };
    const ground = LogoBackground.parse(form.get("ground"));
    const file = form.get("file") as File;
    try {
      const version = Number(form.get("version"));
      await saveLogo(scene.server.deps, actor, { ground, version, file });
      return await scene.desk.get("/admin/settings/brand");
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return Response.json({ message: error.message, code: error.code }, { status: error.status });
    }
  },
});
const open = () => openPage(scene.server, "/dispatch/dashboard/settings/brand", desk());
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const stored = () => readOperator(scene.server.deps);
const choose = (label: string, bytes: Uint8Array | string, type = "image/png") =>
  userEvent.upload(
    screen.getByLabelText<HTMLInputElement>(label),
    new File([bytes as never], "logo", { type }),
    { applyAccept: false },
  );

test("a logo appears on the whole page at once, and the rest of the form can still be saved", async () => {
  await open();
  const colour = screen.getByRole<HTMLInputElement>("textbox", { name: "# and six digits" });
  await userEvent.type(colour, "#b4232a");
  await choose("Upload logo: On light pages, file", png(300, 100));
  await waitFor(() => screen.getByRole("img", { name: "The logo of Livery, on light pages" }));
  expect(stored().logo).toMatchObject({ width: 300, height: 100 });
  await waitFor(() => expect(screen.getAllByRole("img", { name: "Livery" }).length).not.toBe(0));
  const [shown] = screen.getAllByRole<HTMLImageElement>("img", { name: "Livery" });
  expect([shown?.getAttribute("width"), shown?.getAttribute("height")]).toEqual(["300", "100"]);
  expect(colour.value).toBe("#b4232a");
  await userEvent.clear(colour);
  const { version } = stored();
  await press("Save");
  await waitFor(() => expect(stored().version).toBe(version + 1));

  await choose("Upload logo: On dark pages, file", png(240, 80));
  await waitFor(() => expect(stored().darkLogo).toMatchObject({ width: 240 }));
  await waitFor(() => screen.getByRole("button", { name: "Remove logo: On dark pages" }));
  await press("Remove logo: On light pages");
  await waitFor(() => screen.getByText("No logo yet. Pages show the standard mark and your name"));
  expect([stored().logo, stored().darkLogo]).toEqual([null, null]);
  await waitFor(() => expect(screen.queryByRole("img", { name: "Livery" })).toBeNull());
});

test("an SVG logo is refused with the advice to save it as PNG", async () => {
  await open();
  await choose("Upload logo: On light pages, file", "<svg/>", "image/svg+xml");
  await waitFor(() => screen.getByText(/Save the logo as a PNG/));
  expect(stored().logo).toBeNull();
});

test("staff other than owners can see the logo but not change it", async () => {
  closePage();
  scene.close();
  scene = await createScene({ role: "dispatcher" });
  await open();
  screen.getByRole("heading", { name: "Logo" });
  expect(screen.queryByRole("button", { name: /Upload logo/ })).toBeNull();
});
