/** The application's screens: specification sections 2, 3, 5, 8 and 9. */
import { describe, expect, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { allMissingItems, itemsOf } from "../../../client/applications/steps/steps";
import { suggestionLists } from "../../../client/applications/suggestions";
import { applicationFields, applicationFiles } from "../../../src/drivers/application-rules";
import { openPage } from "../../support/pages";
import {
  createApplyingScene,
  arrived,
  box,
  combobox,
  interceptCalls,
  open,
  options,
  press,
} from "./apply-scene";

const scene = createApplyingScene();

test("the form asks for the fields and files that the server knows, and requires the same ones", () => {
  const items = ([1, 2, 3, 4, 5] as const).flatMap(itemsOf);
  const known = { ...applicationFields, ...applicationFiles };
  expect(items.map(({ name }) => name).sort()).toEqual(Object.keys(known).sort());
  for (const { name, required } of items) {
    const { required: expected } = known[name as keyof typeof known];
    expect([name, required]).toEqual([name, expected]);
  }
  expect(allMissingItems({ values: {}, files: {} })).toHaveLength(
    Object.values(known).filter(({ required }) => required).length + 1,
  );
});

describe("section 2: the steps", () => {
  test("are seven, with their titles and a header that marks the current one", async () => {
    await open(scene);
    const titles = () =>
      within(screen.getByRole("navigation", { name: "Progress" }))
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    expect(titles()).toEqual([
      "1Welcome, current",
      "2Personal Information, upcoming",
      "3License & Experience, upcoming",
      "4Documents Upload, upcoming",
      "5Vehicle Information, upcoming",
      "6Vehicle Photos, upcoming",
      "7Review & Submit, upcoming",
    ]);
    expect(screen.getByText("Have your documents ready")).toBeTruthy();
    await press("Get Started");
    await arrived(1);
    expect(titles().slice(0, 3)).toEqual([
      "Welcome, done",
      "2Personal Information, current",
      "3License & Experience, upcoming",
    ]);
    const current = document.querySelectorAll("[aria-current=step]");
    expect([...current].map(({ textContent }) => textContent)).toEqual([titles()[1] ?? ""]);
  });

  test("Next continues and lists what is missing, and Previous opens the step before", async () => {
    const router = await open(scene);
    expect(screen.queryByRole("button", { name: "Previous" })).toBeNull();
    await press("Get Started");
    await box("First name");
    for (const step of [2, 3, 4, 5, 6] as const) {
      expect(await screen.findByRole("button", { name: "Previous" })).toBeTruthy();
      await press("Next");
      await arrived(step);
      if (step === 2)
        await screen.findByText(/^Missing in Personal Information: First name, Last name/);
    }
    await waitFor(() => expect(screen.queryByRole("button", { name: "Next" })).toBeNull());
    await press("Back");
    await arrived(5);
    await press("Previous");
    await arrived(4);
    act(() => router.history.back());
    await arrived(5);
    expect(router.state.location.search).toEqual({ step: 5 });
  }, 30_000);

  test("an incomplete step marks each missing field when it is opened again", async () => {
    await open(scene, 1);
    await box("First name");
    expect(screen.queryByText(/Still missing/)).toBeNull();
    await press("Next");
    await press("Add missing items");
    const name = await box("First name");
    const described = name.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toContain("Still missing");
    await userEvent.type(name, "Jean");
    expect(name.getAttribute("aria-describedby")).toBeNull();
  });
});

describe("sections 3, 5 and 9: suggestions", () => {
  test("include countries, the 50 US states and 14 languages", () => {
    expect(suggestionLists.states).toHaveLength(50);
    expect(new Set(suggestionLists.states).size).toBe(50);
    expect(suggestionLists.languages).toEqual(
      "English, Spanish, French, German, Mandarin, Hindi, Arabic, Portuguese, Russian, Japanese, Italian, Korean, Dutch, Swedish".split(
        ", ",
      ),
    );
    expect(suggestionLists.countries).toContain("Rwanda");
    expect(suggestionLists.countries.length).toBeGreaterThan(190);
  });

  test("appear after more than one character, which may be anywhere and in any case", async () => {
    await open(scene, 2);
    const state = await combobox("License issued in");
    await userEvent.type(state, "Y");
    await Bun.sleep(50);
    expect(state.getAttribute("aria-expanded")).toBe("false");
    await userEvent.type(state, "O");
    await waitFor(() => expect(options()).toEqual(["New York", "Wyoming"]));
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(state.value).toBe("Wyoming");
  });

  test("close 200 ms after the box loses focus, and a value outside the list is kept", async () => {
    await open(scene, 1);
    const nationality = await combobox("Nationality");
    await userEvent.type(nationality, "land");
    await waitFor(() => expect(options()).toContain("Switzerland"));
    fireEvent.blur(nationality);
    await Bun.sleep(120);
    expect(nationality.getAttribute("aria-expanded")).toBe("true");
    await waitFor(() => expect(nationality.getAttribute("aria-expanded")).toBe("false"), {
      timeout: 400,
    });
    expect(nationality.value).toBe("land");
  });

  test("an applicant chooses several languages, from the list or typed", async () => {
    await open(scene, 2);
    const field = await combobox("Languages");
    await userEvent.type(field, "ENGL");
    await waitFor(() => expect(options()).toEqual(["English"]));
    await userEvent.keyboard("{Enter}");
    await userEvent.type(field, "Kinyarwanda,");
    await userEvent.type(field, "Swahili");
    await userEvent.tab();
    const chosen = () =>
      within(screen.getByRole("list", { name: "Chosen languages" }))
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(chosen()).toEqual(["English", "Kinyarwanda", "Swahili"]));
    await press("Remove Kinyarwanda");
    expect(chosen()).toEqual(["English", "Swahili"]);
  });
});

test("sections 5 and 9: phone numbers are American by default, years of experience start at 0", async () => {
  await open(scene, 1);
  await userEvent.type(await box("Phone number"), "2125550123");
  await waitFor(() => expect(screen.getAllByText("United States (+1)")).toHaveLength(2));
  await press("Next");
  const years = await screen.findByRole<HTMLInputElement>("spinbutton", {
    name: "Years of experience",
  });
  expect(years.min).toBe("0");
});

describe("section 8: the VIN", () => {
  test("is looked up at its 17th character, and fills only fields that were not typed", async () => {
    const requests: string[] = [];
    interceptCalls(scene, (path) => {
      if (path.startsWith("/vehicle-data")) requests.push(path);
      return undefined;
    });
    await open(scene, 4);
    await userEvent.type(await box("Make"), "Acura");
    const vin = await box("VIN");
    expect(vin.maxLength).toBe(17);
    await userEvent.type(vin, "1hgcm82633a00435");
    expect(requests).toEqual([]);
    await userEvent.type(vin, "29");
    await screen.findByText("Vehicle information auto-filled from VIN");
    expect(requests).toEqual(["/vehicle-data?vin=1HGCM82633A004352"]);
    expect((await box("Year")).value).toBe("2003");
    expect((await box("Make")).value).toBe("Acura");
    screen.getByText(/^According to the VIN: Honda/);
    await press("Use these values");
    expect((await box("Make")).value).toBe("Honda");
  });

  test("leaves the details to the applicant if the lookup finds nothing", async () => {
    await open(scene, 4);
    await userEvent.type(await box("VIN"), "11111111111111111");
    await screen.findByText("Failed to decode VIN. Please enter vehicle details manually.");
    expect((await box("Make")).value).toBe("");
  });

  test("can be skipped, which puts the cursor in Make", async () => {
    await open(scene, 4);
    await press("Don't know your VIN");
    await screen.findByText("Please enter vehicle details manually below");
    expect(document.activeElement).toBe(await box("Make"));
  });
});

test.each(["7", "-1", "1.5", "abc"])(
  "an address with the step %s opens the welcome",
  async (step) => {
    await openPage(scene.server, `/driver-apply?step=${step}`, scene.visitor);
    await screen.findByRole("heading", { level: 1, name: "Welcome" });
  },
);
