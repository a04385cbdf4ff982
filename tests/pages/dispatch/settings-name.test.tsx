/** The name is changed on screen: the address segment follows it, and old addresses redirect. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readOperator } from "../../../src/settings/queries";
import { closePage, openPage } from "../../support/pages";
import { createScene, focused, type Scene } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const save = async () => userEvent.click(await screen.findByRole("button", { name: "Save" }));
const stored = () => readOperator(scene.server.deps);
const open = () => openPage(scene.server, "/dispatch/dashboard/settings/name", scene.desk);

test("the address segment follows the business name, and old addresses redirect", async () => {
  const router = await open();
  await userEvent.clear(field("Business name"));
  await userEvent.type(field("Business name"), "Müller & Söhne");
  expect(field("Name in web addresses").value).toBe("mullersohne");
  expect(screen.getByRole("region", { name: "Preview" }).textContent).toContain(
    "/mullersohneDriver",
  );
  await save();
  await waitFor(() => expect(stored().brandSlug).toBe("mullersohne"));
  await waitFor(() => expect(router.options.context.settings.brand).toBe("Müller & Söhne"));
  closePage();
  for (const [from, to] of [
    ["/LiveryClient", "/mullersohneClient"],
    ["/liveryDriver?next=1", "/mullersohneDriver"],
  ] as const) {
    const led = await openPage(scene.server, from);
    expect(led.state.location.pathname).toBe(to);
    closePage();
  }
  const wrongPage = await openPage(scene.server, "/elsewhereDriver");
  expect(wrongPage.state.location.pathname).toBe("/elsewhereDriver");
});

test("a segment that the site already uses is refused, and the typed one is kept", async () => {
  await open();
  await userEvent.clear(field("Name in web addresses"));
  await userEvent.type(field("Name in web addresses"), "dispatch");
  await save();
  await waitFor(() => screen.getByText(/already has pages at this address/));
  expect([focused(), field("Name in web addresses").value, stored().brandSlug]).toEqual([
    "brandSlug",
    "dispatch",
    "livery",
  ]);
});

test("a setting from the environment is locked and names its variable", async () => {
  const { deps } = scene.server;
  deps.config = { ...deps.config, setVariables: new Set(["BRAND"]) };
  await open();
  expect(field("Business name").disabled).toBe(true);
  expect(
    screen.getAllByText(/^This setting comes from BRAND in the server’s environment/),
  ).toHaveLength(2);
});
