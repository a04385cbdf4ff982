/** The public site's texts, changed in dispatch: listed, typed with a preview, restored and reordered. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readPicture } from "../../../src/content/content-desk-queries";
import { addPicture } from "../../../src/content/picture-actions";
import type { PageAnswer, TeamAnswer } from "../../../src/content/contract";
import { publicSettings } from "../../../src/settings/queries";
import { publish } from "../../support/content";
import type { Browser } from "../../support/server";
import { png } from "../../support/pictures";
import { signInAdmin } from "../../support/staff";
import { closePage, openPage } from "../../support/pages";
import { createScene, focused, type Scene } from "./scene";

let scene: Scene;
let owner: Browser;
beforeEach(async () => {
  scene = await createScene();
  owner = await signInAdmin(scene.server);
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = (page: string) => openPage(scene.server, `/dispatch/dashboard/website${page}`, owner);
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const items = (name: string) =>
  within(screen.getByRole("list", { name }))
    .getAllByRole("link")
    .map((link) => link.textContent);

async function type(name: string | RegExp, text: string) {
  await userEvent.clear(field(name));
  await userEvent.click(field(name));
  await userEvent.paste(text);
}

/**
 * Returns the owner's browser, whose pictures go directly to the server's action, because the server cannot read a
 * test's form. The tests of the call check the content type.
 */
const browserWithPictures = (): Browser => ({
  ...owner,
  request: async (path, options) => {
    const file = options?.form?.get("file");
    if (path !== "/admin/content-pictures" || !file) return owner.request(path, options);
    const { deps } = scene.server;
    const actor = { kind: "admin" as const, id: scene.desk.admin.id, name: "Owner" };
    const id = await addPicture(deps, actor, file as File);
    return Response.json({ picture: readPicture(deps, id) }, { status: 201 });
  },
});

test("the owner changes the heading of a page, and visitors read the new one", async () => {
  await open("");
  expect(items("Pages")).toHaveLength(13);
  closePage();
  await open("/page/home");
  await type("Heading", "");
  await press("Save");
  await waitFor(() => expect(focused()).toBe("value.heading"));
  await type("Heading", "Zebra rides");
  await press("Save");
  await waitFor(() => expect(screen.getByText("Your text")).toBeTruthy());
  const page = await owner.get("/content/pages/home");
  expect(await page.json()).toMatchObject({ page: { heading: "Zebra rides" } });
});

test("the owner writes a post beside its preview, saves it as a draft and schedules it", async () => {
  const router = await open("/post/new");
  await type("Title", "A new van");
  await type("Summary", "Eight seats.");
  await type("Text", "Some **strong** words <script>alert(1)</script>");
  const preview = within(screen.getByRole("region", { name: "Preview: Text" }));
  await waitFor(() => expect(preview.getByText("strong").tagName).toBe("STRONG"));
  expect(await preview.findByText(/<script>alert\(1\)<\/script>/)).toBeTruthy();
  await press("Add");
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch/dashboard/website"));
  await waitFor(() => expect(items("Blog posts")).toEqual(["A new van"]));
  expect(await screen.findByText("Draft")).toBeTruthy();
  closePage();
  await open("/post/a-new-van");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Visibility" }), "scheduled");
  await press("Save");
  await waitFor(() => expect(focused()).toBe("publishAt"));
  const moment = screen.getByLabelText(/^Publish on/);
  await userEvent.type(moment, "2026-11-21T09:30");
  await press("Save");
  await waitFor(() => expect(screen.getByText("Sat 21 Nov, 09:30")).toBeTruthy());
});

test("the owner restores a version after seeing what each one changed", async () => {
  await open("/service/depanage");
  await type("Name", "Rescue");
  await press("Save");
  await waitFor(() => expect(screen.getByRole("heading", { name: "Rescue" })).toBeTruthy());
  await press("Versions");
  const versions = within(await screen.findByRole("dialog", { name: "Versions" }));
  await versions.findByText("Changed");
  await waitFor(() => expect(versions.getByText("Help on the road").tagName).toBe("DEL"));
  await userEvent.click(versions.getByRole("button", { name: /^Restore: Livery’s standard text/ }));
  await waitFor(() => expect(field("Name").value).toBe("Help on the road"));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Versions" })).toBeNull());
});

test("a conflict keeps the other's changes and names the field that both changed", async () => {
  await open("/service/depanage");
  const { item } = (await (await owner.get("/admin/content/service/depanage")).json()) as {
    item: { value: Record<string, unknown>; state: string; publishAt: string };
  };
  const was = { value: item.value, state: item.state, publishAt: item.publishAt };
  const value = { ...item.value, name: "Theirs", summary: "Theirs too." };
  const json = { kind: "service", ...was, value, was };
  const put = await owner.request("/admin/content/service/depanage", { method: "PUT", json });
  expect(put.status).toBe(200);
  await type("Name", "Mine");
  await press("Save");
  await waitFor(() =>
    expect(screen.getByText(/Somebody else changed this field to “Theirs”/)).toBeTruthy(),
  );
  await waitFor(() => expect(field("Summary").value).toBe("Theirs too."));
  expect(field("Name").value).toBe("Mine");
  await press("Save");
  await waitFor(() => expect(screen.getByRole("heading", { name: "Mine" })).toBeTruthy());
});

test("the owner reorders services by keyboard, and the focus stays on the button", async () => {
  await open("?tab=service");
  expect(items("Services")).toEqual([
    "Home care and care rides",
    "Interpreters",
    "Help on the road",
  ]);
  screen.getByRole("button", { name: "Move up: Help on the road" }).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() =>
    expect(screen.getByText("Help on the road is now number 2 of 3.")).toBeTruthy(),
  );
  expect(items("Services")).toEqual([
    "Home care and care rides",
    "Help on the road",
    "Interpreters",
  ]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move up: Help on the road");
});

test("a team member's picture requires a description, and a removed member can be restored", async () => {
  await openPage(scene.server, "/dispatch/dashboard/website/member/new", browserWithPictures());
  await type("Name", "Ada");
  await type("Job", "Plans the rides");
  const file = new File([png(64, 48) as Uint8Array<ArrayBuffer>], "ada.png", { type: "image/png" });
  await userEvent.upload(screen.getByLabelText("Picture: file"), file);
  // A picture is encoded four times, which takes time on a busy machine.
  await screen.findByRole("textbox", { name: "What the picture shows" }, { timeout: 20_000 });
  await press("Add");
  await waitFor(() => expect(focused()).toBe("value.picture.alt"));
  await type("What the picture shows", "Ada at her desk");
  await press("Add");
  await waitFor(() => expect(items("Team")).toEqual(["Ada"]));
  const team = screen.getByRole("list", { name: "Team" });
  await userEvent.click(within(team).getByRole("link", { name: "Ada" }));
  await screen.findByRole("heading", { name: "Ada" });
  await press("Remove");
  await press("Remove the person");
  await waitFor(() => expect(screen.getByText("No team yet")).toBeTruthy());
  await press("Restore: Ada");
  await waitFor(() => expect(items("Team")).toEqual(["Ada"]));
});

const picker = () => within(screen.getByRole("dialog", { name: "Your pictures" }));

test("the picture picker shows that no picture has been uploaded yet", async () => {
  await open("/member/new");
  await press("Choose existing picture: Picture");
  await picker().findByText("No pictures yet. The first one you upload appears here.");
  await userEvent.click(picker().getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the owner reuses an uploaded picture with its description", async () => {
  const { deps } = scene.server;
  const actor = { kind: "admin" as const, id: scene.desk.admin.id, name: "Owner" };
  const of = (width: number) =>
    addPicture(deps, actor, new File([png(width, 48) as Uint8Array<ArrayBuffer>], "ada.png"));
  const [describedPicture, undescribedPicture] = [await of(64), await of(70)];
  publish(scene.server, "member", "ada", {
    name: "Ada",
    role: "Plans the rides",
    text: "",
    picture: { id: describedPicture, alt: "Ada at her desk" },
  });
  await open("/member/new");
  await type("Name", "Ada again");
  await type("Job", "Plans the rides");
  await press("Choose existing picture: Picture");
  await picker().findByRole("button", { name: /not described yet$/ });
  await userEvent.click(picker().getByRole("button", { name: "Ada at her desk" }));
  const words = await screen.findByRole<HTMLInputElement>("textbox", {
    name: "What the picture shows",
  });
  expect(words.value).toBe("Ada at her desk");
  await press("Choose existing picture: Picture");
  const chosen = await picker().findByRole("button", { name: "Ada at her desk" });
  expect(chosen.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(picker().getByRole("button", { name: /not described yet$/ }));
  await waitFor(() => expect(words.value).toBe(""));
  await type("What the picture shows", "Ada in the yard");
  await press("Add");
  await waitFor(() => expect(items("Team")).toContain("Ada again"));
  const { members } = (await (await owner.get("/content/team")).json()) as TeamAnswer;
  const picture = members.find(({ name }) => name === "Ada again")?.picture;
  expect(picture?.alt).toBe("Ada in the yard");
  expect(picture?.sizes[0]?.webp).toContain(undescribedPicture);
});

test("only the home page has a landscape, and its photo keeps the chosen focus point", async () => {
  await openPage(scene.server, "/dispatch/dashboard/website/page/about", owner);
  expect(screen.queryByRole("group", { name: /^Landscape/ })).toBeNull();
  closePage();
  await openPage(scene.server, "/dispatch/dashboard/website/page/home", browserWithPictures());
  await userEvent.click(screen.getByRole("radio", { name: /^Desert/ }));
  const file = new File([png(600, 400) as never], "car.png", { type: "image/png" });
  await userEvent.upload(screen.getByLabelText("Picture: file"), file);
  const point = await screen.findByRole(
    "button",
    { name: /^Picture: focus point, 50 % from the left and 50 % from the top/ },
    { timeout: 20_000 },
  );
  point.getBoundingClientRect = () => new DOMRect(100, 100, 300, 200);
  await userEvent.pointer([
    { target: point, coords: { clientX: 310, clientY: 150 } },
    { target: point, keys: "[MouseLeft]", coords: { clientX: 310, clientY: 150 } },
  ]);
  await screen.findByRole("button", { name: /70 % from the left and 25 % from the top/ });
  await userEvent.keyboard("{ArrowDown}{ArrowLeft}");
  await screen.findByRole("button", { name: /65 % from the left and 30 % from the top/ });
  await type("What the picture shows", "Our car");
  await press("Save");
  await screen.findByText("Saved. Visitors now see your changes.");
  const { page } = (await (await owner.get("/content/pages/home")).json()) as PageAnswer;
  expect(page.picture).toMatchObject({ alt: "Our car", focus: "70 30" });
  expect(publicSettings(scene.server.deps).landscape).toBe("desert");
}, 30_000);
