/**
 * The wizard as the specification lists it: each step's buttons, fields, stars and choices, and the review that shows
 * them all again. Sections 2, 3, 4 and 5. The lists are copied from its text.
 */
import { describe, expect, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Step } from "../../../client/applications/steps/step-titles";
import { closePage } from "../../support/pages";
import {
  createApplyingScene,
  arrived,
  chooseFile,
  interceptCalls,
  open,
  picture,
  press,
} from "./apply-scene";

const scene = createApplyingScene();
const words = (text: string) => text.split(", ");

/** For each field: its name in the call with a star if required, its label in the review, and an answer. */
const fields: Record<1 | 2 | 4, [name: string, label: string, answer: string][]> = {
  1: [
    ["firstName*", "First name", "Jean Bosco"],
    ["lastName*", "Last name", "Habimana"],
    ["dateOfBirth*", "Date of birth", "1990-04-12"],
    ["gender*", "Gender", "Prefer not to say"],
    ["nationality*", "Nationality", "Rwanda"],
    ["phoneNumber*", "Phone number", "+12025550123"],
    ["email*", "E-mail", "bosco@example.com"],
    ["address*", "Address", "KG 11 Avenue 5, Kigali"],
    ["emergencyContactName*", "Emergency contact name", "Claudine Uwera"],
    ["emergencyContactNumber*", "Emergency contact number", "+12025550124"],
    ["bankAccountNumber", "Bank account number", "4001 2233"],
  ],
  2: [
    ["licenseId*", "License ID", "RW-19900412"],
    ["licenseExpiryDate*", "License expiry date", "2029-05-01"],
    ["licenseIssuedIn*", "License issued in", "Ohio"],
    ["yearsOfExperience*", "Years of experience", "8"],
    ["languages*", "Languages", "Kinyarwanda"],
    ["availabilityToStart*", "Availability to start", "1 December"],
    ["previousEmployment", "Previous employment", "Volcano Express"],
  ],
  4: [
    ["vinNumber*", "VIN (vehicle identification number)", "1HGCM82633A0043"],
    ["make*", "Make", "Honda"],
    ["model*", "Model", "Accord"],
    ["year*", "Year", "2003"],
    ["color*", "Colour", "Black"],
    ["plateNumber", "Plate number", "RAD 900 Z"],
    ["numberOfDoors", "Number of doors", "4"],
    ["seatingCapacity", "Seating capacity", "5"],
    ["registrationState", "Registration state", "Ohio"],
    ["registrationDate", "Registration date", "2024-02-01"],
    ["expiryDate", "Registration expiry date", "2027-12-31"],
    ["insuranceCompany", "Insurance company", "Sonarwa"],
    ["insuranceNumber", "Insurance number", "P-77"],
    ["insuranceExpiry", "Insurance expiry date", "2027-06-30"],
    ["serviceHistory", "Service history", "Every 10,000 km"],
    ["accidentHistory", "Accident history", "None"],
  ],
};
const documents = words(
  "National ID or passport*, Driving certificate*, Proof of address*, Police clearance certificate, Work permit or visa, Drug test report, Employment reference letter, Bank statement",
);
const photos = words(
  "Front, Back, Left Side, Right Side, Dashboard, Back Seats, Front Seats, Trunk",
);
const plain = (text: string) => text.replace("*", "");

const control = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`There is no field ${name}`);
  return found;
};
const next = async (step: Step) => {
  await press("Next");
  await arrived(step);
};

test.each<[Step, string[]]>([
  [0, ["Get Started"]],
  [1, ["Previous", "Next"]],
  [2, ["Previous", "Next"]],
  [3, ["Previous", "Next"]],
  [4, ["Previous", "Next"]],
  [5, ["Previous", "Next"]],
  [6, ["Back", "Submit Application"]],
])("section 2: step %i has the buttons %p and no others", async (step, expected) => {
  await open(scene, step);
  await screen.findByRole("button", { name: expected.at(-1) ?? "" });
  const ways = ["Get Started", "Previous", "Next", "Back", "Submit Application"];
  const shown = ways.filter((name) => screen.queryByRole("button", { name }));
  expect(shown).toEqual(expected);
});

test("section 2: the welcome lists the documents to have ready", async () => {
  await open(scene);
  const notice = screen.getByRole("heading", { name: "Have your documents ready" });
  const list = within(notice.parentElement as HTMLElement).getAllByRole("listitem");
  expect(list.map((item) => item.textContent)).toEqual([
    expect.stringContaining("National ID or passport, driving certificate"),
    expect.stringContaining("utility bill"),
    expect.stringContaining("VIN, registration and insurance"),
    expect.stringContaining("Eight photos"),
  ]);
});

describe("sections 3 and 5: the fields of each step, and which are required", () => {
  test.each([1, 2, 4] as const)(
    "step %i shows its fields in order, with a star on each required one",
    async (step) => {
      await open(scene, step);
      await waitFor(() => control(plain(fields[step][0]?.[0] ?? "")));
      // The checkbox for people with one name is not among the listed fields.
      const shown = [
        ...document.querySelectorAll<HTMLInputElement>("main [name]:not([name=hasOneName])"),
      ].map((field) => field.name + (field.closest(".needed") ? "*" : ""));
      expect(shown).toEqual(fields[step].map(([name]) => name));
      for (const [name] of fields[step])
        expect([name, control(plain(name)).getAttribute("aria-required")]).toEqual([
          name,
          name.endsWith("*") ? "true" : null,
        ]);
    },
  );

  test("step 3 asks for eight documents, three of them with a star", async () => {
    await open(scene, 3);
    await screen.findByRole("heading", { level: 3, name: /^National ID/ });
    expect(titles()).toEqual(documents);
  });

  test("step 5 asks for eight photos with a star, accepts any image and advises JPG or PNG", async () => {
    await open(scene, 5);
    await screen.findByRole("heading", { level: 3, name: /^Trunk/ });
    expect(titles()).toEqual(photos.map((photo) => `${photo}*`));
    for (const photo of photos)
      expect(screen.getByLabelText<HTMLInputElement>(photo).accept).toBe("image/*");
    expect(screen.getByText(/JPG or PNG\.$/)).toBeTruthy();
  });

  /** Returns the titles of a step's upload slots, as they are read. */
  function titles() {
    return screen
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent?.replace(", required", ""));
  }
});

test("sections 3 and 9: gender, doors and seats offer the listed choices", async () => {
  await open(scene, 1);
  await waitFor(() => control("gender"));
  const listed = (name: string) =>
    [...control(name).querySelectorAll("option")].slice(1).map(({ textContent }) => textContent);
  expect(listed("gender")).toEqual(words("Male, Female, Other, Prefer not to say"));
  closePage();
  await open(scene, 4);
  await waitFor(() => control("numberOfDoors"));
  expect(listed("numberOfDoors")).toEqual(words("2, 4, 5"));
  expect(listed("seatingCapacity")).toEqual(words("2, 4, 5, 7, 8"));
});

test("section 2: the review shows every answer, each document's file and the uploaded photos", async () => {
  await open(scene, 1);
  for (const step of [1, 2, 3, 4, 5] as const) {
    if (step === 3) {
      for (const name of documents) await chooseFile(plain(name), picture(`${plain(name)}.png`));
      await waitFor(() => expect(screen.getAllByText("Uploaded")).toHaveLength(8));
    } else if (step === 5) {
      for (const name of photos) await chooseFile(name, picture());
      await waitFor(() => expect(screen.getAllByText("Uploaded")).toHaveLength(8));
    } else {
      await waitFor(() => control(plain(fields[step][0]?.[0] ?? "")));
      for (const [name, , answer] of fields[step]) {
        // A comma completes a language.
        const value = name === "languages*" ? `${answer},` : answer;
        fireEvent.change(control(plain(name)), { target: { value } });
      }
    }
    await next((step + 1) as Step);
  }
  await screen.findByText("All uploaded");
  const facts = [...document.querySelectorAll("main dl > div")].map((fact) => [
    fact.querySelector("dt")?.textContent,
    fact.querySelector("dd")?.textContent,
  ]);
  expect(facts).toEqual([
    ...fields[1].map(([, label, answer]) => [label, answer]),
    ...fields[2].map(([, label, answer]) => [label, answer]),
    ...documents.map((name) => [plain(name), `Uploaded: ${plain(name)}.png`]),
    ...fields[4].map(([, label, answer]) => [label, answer]),
    ["Photos", "All uploaded"],
  ]);
  expect(screen.getByRole("checkbox", { name: /^I certify .* accurate/ })).toBeTruthy();
}, 60_000);

test("section 4: the button says Submitting... during the request and does not send it twice", async () => {
  let sent = 0;
  let answer = (_: Response) => {};
  interceptCalls(scene, (path) => {
    if (path !== "/driver-application") return undefined;
    sent++;
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  await open(scene, 6);
  await press("Submit Application");
  await press("Submit anyway");
  const busy = await screen.findByRole("button", { name: "Submitting..." });
  await waitFor(() => expect(sent).toBe(1));
  await userEvent.click(busy);
  await Bun.sleep(30);
  await waitFor(() =>
    expect(screen.queryByRole("dialog", { name: "Some things are missing" })).toBeNull(),
  );
  expect(sent).toBe(1);
  answer(Response.json({ message: "Later.", code: "application.busy" }, { status: 503 }));
  await screen.findByRole("dialog", { name: "Submission Failed" });
  await press("OK");
  await screen.findByRole("button", { name: "Submit Application" });
});

test("section 7: incomplete vehicle data fills only the fields that it contains", async () => {
  interceptCalls(scene, (path) =>
    path.startsWith("/vehicle-data")
      ? Promise.resolve(Response.json({ data: { make: "Honda", model: null, year: null } }))
      : undefined,
  );
  await open(scene, 4);
  await waitFor(() => control("vinNumber"));
  fireEvent.change(control("model"), { target: { value: "Civic" } });
  fireEvent.change(control("vinNumber"), { target: { value: "1HGCM82633A004352" } });
  await waitFor(() => expect(control("make").value).toBe("Honda"));
  expect([control("model").value, control("year").value]).toEqual(["Civic", ""]);
});
