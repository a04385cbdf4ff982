/** The application's screens: specification sections 2, 3, 5, 8 and 9. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { allGaps, itemsOf } from "../../../client/applying/steps";
import { type Step, stepTitles } from "../../../client/applying/step-titles";
import { suggestionLists } from "../../../client/applying/suggestions";
import { driverApplications } from "../../../db/schema/drivers";
import { applicationFields, applicationFiles } from "../../../src/drivers/application-rules";
import { bunForm, closePage, openPage } from "../../support/pages";
import { png } from "../../support/pictures";
import { type Browser, createTestServer, type TestServer } from "../../support/server";

let server: TestServer;
let visitor: Browser;
/** Answers an upload instead of the server, while it is set. */
let intercept: ((field: string) => Promise<Response> | undefined) | null;
const uploaded: string[] = [];
const { XMLHttpRequest: ownXhr } = globalThis;

/** The browser's request for a file, sent to the app in process. */
class InProcess {
  upload: { onprogress?: (event: object) => void } = {};
  onloadend: () => void = () => {};
  status = 0;
  responseText = "";
  #path = "";
  #headers = new Headers();
  open(_: string, path: string) {
    this.#path = path;
  }
  setRequestHeader() {}
  getResponseHeader(name: string) {
    return this.#headers.get(name);
  }
  abort() {
    this.onloadend();
  }
  async send(form: FormData) {
    const field = String(form.get("field"));
    uploaded.push(field);
    try {
      const path = this.#path.replace("/backend", "");
      const answer = await (intercept?.(field) ??
        visitor.request(path, { method: "POST", form: await bunForm(form) }));
      this.upload.onprogress?.({ loaded: 1, total: 1, lengthComputable: true });
      this.responseText = await answer.text();
      this.#headers = answer.headers;
      this.status = answer.status;
    } catch {
      this.status = 0;
    }
    this.onloadend();
  }
}

beforeEach(async () => {
  server = await createTestServer();
  visitor = server.browser();
  intercept = null;
  uploaded.length = 0;
  Object.assign(globalThis, { XMLHttpRequest: InProcess, scrollTo() {} });
});

afterEach(() => {
  closePage();
  server.close();
  Object.assign(globalThis, { XMLHttpRequest: ownXhr });
});

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const open = (step: Step = 0) =>
  openPage(server, step === 0 ? "/driver-apply" : `/driver-apply?step=${step}`, visitor);
const arrived = (step: Step) => screen.findByRole("heading", { level: 1, name: stepTitles[step] });
const box = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });
const combobox = (name: string) => screen.findByRole<HTMLInputElement>("combobox", { name });
const options = () =>
  within(screen.getByRole("listbox"))
    .queryAllByRole("option")
    .map(({ textContent }) => textContent);
const stored = () => server.deps.db.select().from(driverApplications).all();
const picture = (name = "photo.png") =>
  new File([png(40, 30).slice()], name, { type: "image/png" });
const give = async (label: string, file: File) =>
  userEvent.upload(await screen.findByLabelText(label), file, { applyAccept: false });

test("what is asked for, and what is required, is what the server knows", () => {
  const items = ([1, 2, 3, 4, 5] as const).flatMap(itemsOf);
  const known = { ...applicationFields, ...applicationFiles };
  expect(items.map(({ name }) => name).sort()).toEqual(Object.keys(known).sort());
  for (const { name, required } of items) {
    const { required: expected } = known[name as keyof typeof known];
    expect([name, required]).toEqual([name, expected]);
  }
  expect(allGaps({ values: {}, files: {} })).toHaveLength(
    Object.values(known).filter(({ required }) => required).length + 1,
  );
});

describe("spec 2: the steps", () => {
  test("are seven, with their titles and a header that says where one is", async () => {
    await open();
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

  test("Next never stops anybody, and says softly what is missing; back goes a step back", async () => {
    const router = await open();
    expect(screen.queryByRole("button", { name: "Previous" })).toBeNull();
    await press("Get Started");
    await box("First name");
    for (const step of [2, 3, 4, 5, 6] as const) {
      expect(screen.getByRole("button", { name: "Previous" })).toBeTruthy();
      await press("Next");
      await arrived(step);
      if (step === 2)
        await screen.findByText(/^Personal Information still lacks: First name, Last name/);
    }
    expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
    await press("Back");
    await arrived(5);
    await press("Previous");
    await arrived(4);
    act(() => router.history.back());
    await arrived(5);
    expect(router.state.location.search).toEqual({ step: 5 });
  }, 15_000);

  test("a step that was left says at each place what is still missing", async () => {
    await open(1);
    await box("First name");
    expect(screen.queryByText(/Still missing/)).toBeNull();
    await press("Next");
    await press("Fill in");
    const name = await box("First name");
    const described = name.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toContain("Still missing");
    await userEvent.type(name, "Jean");
    expect(name.getAttribute("aria-describedby")).toBeNull();
  });
});

describe("spec 3, 5 and 9: suggestions", () => {
  test("are a country list, the 50 US states and 14 languages", () => {
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

  test("appear after more than one character, wherever it stands and whatever its case", async () => {
    await open(2);
    const state = await combobox("License issued in");
    await userEvent.type(state, "Y");
    await Bun.sleep(50);
    expect(state.getAttribute("aria-expanded")).toBe("false");
    await userEvent.type(state, "O");
    await waitFor(() => expect(options()).toEqual(["New York", "Wyoming"]));
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(state.value).toBe("Wyoming");
  });

  test("close 200 ms after the box is left; what is in no list stays", async () => {
    await open(1);
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

  test("several languages are chosen, from the list and beside it", async () => {
    await open(2);
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

test("spec 5 and 9: phone numbers are American by default, years of experience begin at 0", async () => {
  await open(1);
  await userEvent.type(await box("Phone number"), "2125550123");
  expect(screen.getAllByText("United States (+1)")).toHaveLength(2);
  await press("Next");
  const years = await screen.findByRole<HTMLInputElement>("spinbutton", {
    name: "Years of experience",
  });
  expect(years.min).toBe("0");
});

describe("spec 8: the VIN", () => {
  test("is looked up with its 17th character, and fills in what nobody typed", async () => {
    const asked: string[] = [];
    const { request } = visitor;
    visitor.request = (path, given) => {
      if (path.startsWith("/vehicle-data")) asked.push(path);
      return request(path, given);
    };
    await open(4);
    await userEvent.type(await box("Make"), "Acura");
    const vin = await box("VIN");
    expect(vin.maxLength).toBe(17);
    await userEvent.type(vin, "1hgcm82633a00435");
    expect(asked).toEqual([]);
    await userEvent.type(vin, "29");
    await screen.findByText("Vehicle information auto-filled from VIN");
    expect(asked).toEqual(["/vehicle-data?vin=1HGCM82633A004352"]);
    expect((await box("Year")).value).toBe("2003");
    expect((await box("Make")).value).toBe("Acura");
    screen.getByText(/^By its VIN the vehicle is: Honda/);
    await press("Use these");
    expect((await box("Make")).value).toBe("Honda");
  });

  test("that says nothing leaves the rest to the applicant", async () => {
    await open(4);
    await userEvent.type(await box("VIN"), "11111111111111111");
    await screen.findByText("Failed to decode VIN. Please enter vehicle details manually.");
    expect((await box("Make")).value).toBe("");
  });

  test("need not be known", async () => {
    await open(4);
    await press("Don't know your VIN");
    await screen.findByText("Please enter vehicle details manually below");
    expect(document.activeElement).toBe(await box("Make"));
  });
});

describe("spec 3 and 5: documents and photos", () => {
  test("each slot shows an example while empty, and a preview and a remove button once filled", async () => {
    await open(5);
    for (const label of "Front,Back,Left Side,Right Side,Dashboard,Back Seats,Front Seats,Trunk".split(
      ",",
    ))
      await screen.findByRole("img", { name: `Example: ${label}` });
    await give("Front", picture());
    await screen.findByRole("img", { name: "Your photo: Front" });
    expect(screen.queryByRole("img", { name: "Example: Front" })).toBeNull();
    await screen.findByText("Uploaded");
    await press("Remove Front");
    await screen.findByRole("img", { name: "Example: Front" });
  });

  test.each([
    ["a HEIC photo", new File(["x"], "IMG_1.HEIC", { type: "image/heic" }), /HEIC photo/],
    [
      "a HEIC photo by another name",
      new File(["\0\0\0\x18ftypheic"], "a.jpg", { type: "image/jpeg" }),
      /HEIC photo/,
    ],
    ["a program", new File(["MZ"], "id.pdf.exe"), /^Documents can be PDF, JPG or PNG/],
    ["nothing", new File([], "id.pdf", { type: "application/pdf" }), /empty/],
    [
      "too much",
      new File([new Uint8Array(10 * 1024 * 1024 + 1)], "id.pdf", { type: "application/pdf" }),
      /larger than 10 MB/,
    ],
  ])("%s is not taken, and the screen says what helps", async (_, file, words) => {
    await open(3);
    const input = await screen.findByLabelText<HTMLInputElement>("National ID or passport");
    expect(input.accept).toBe(".pdf,.jpg,.jpeg,.png");
    await userEvent.upload(input, file, { applyAccept: false });
    await screen.findByText(words);
    expect(uploaded).toEqual([]);
  });

  test("one that failed is sent again alone", async () => {
    intercept = (field) =>
      field === "drivingCertificate"
        ? Promise.resolve(
            Response.json(
              { message: "This file is damaged.", code: "paper.damaged" },
              { status: 415 },
            ),
          )
        : undefined;
    await open(3);
    await give("National ID or passport", picture("id.png"));
    await give("Driving certificate", picture("certificate.png"));
    await screen.findByText("Uploaded");
    await screen.findByText("This file is damaged.");
    intercept = null;
    await press("Try again: Driving certificate");
    await waitFor(() => expect(screen.getAllByText("Uploaded")).toHaveLength(2));
    expect(uploaded).toEqual(["nationalIdOrPassport", "drivingCertificate", "drivingCertificate"]);
  });

  test("one that the network cut off goes on when it is back", async () => {
    intercept = () => Promise.reject(new TypeError("no network"));
    await open(3);
    await give("Proof of address", picture());
    await screen.findByText("No connection. It goes on by itself.");
    intercept = null;
    await act(async () => void dispatchEvent(new Event("online")));
    await screen.findByText("Uploaded");
  });
});

describe("spec 2 and 8: review and submission", () => {
  const submit = () => press("Submit Application");

  test("the review says what is not provided, and what is missing", async () => {
    await open(6);
    await screen.findByRole("link", { name: "Edit Vehicle Photos" });
    expect(screen.getAllByText("Not provided")).toHaveLength(34);
    expect(screen.getAllByText("Missing")).toHaveLength(8);
    expect(screen.getByText("Missing some photos")).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: "Edit Documents Upload" }));
    await arrived(3);
  });

  test("what is missing is named, and can be sent anyway", async () => {
    await open(1);
    await userEvent.type(await box("First name"), "Bosco");
    for (const step of [2, 3, 4, 5, 6] as const) {
      await press("Next");
      await arrived(step);
    }
    await submit();
    const dialog = within(await screen.findByRole("dialog", { name: "Some things are missing" }));
    expect(dialog.getByText("Last name")).toBeTruthy();
    expect(dialog.getByText("National ID or passport")).toBeTruthy();
    expect(dialog.getByText("Photo: Trunk")).toBeTruthy();
    expect(dialog.queryByText("First name")).toBeNull();
    expect(dialog.queryByText("Plate number")).toBeNull();
    await userEvent.click(dialog.getByRole("button", { name: "Go back" }));
    await arrived(1);
    expect(stored()).toHaveLength(0);
    await userEvent.click(screen.getByRole("link", { name: /^Review & Submit/ }));
    await submit();
    await press("Submit anyway");
    const done = await screen.findByRole("dialog", { name: "Submitted!" });
    expect(done.textContent).toContain("Application submitted successfully!");
    await userEvent.click(within(done).getByRole("button", { name: "OK" }));
    await screen.findByRole("heading", { level: 1, name: /has your application/ });
    const [row] = stored();
    expect(row?.status).toBe("incomplete");
    expect(row?.firstName).toBe("Bosco");
    expect(screen.getByText(row?.id ?? "none")).toBeTruthy();
  }, 20_000);

  test("a failure says so to the letter and loses nothing", async () => {
    const { request } = visitor;
    let broken = true;
    visitor.request = (path, given) =>
      broken && path === "/driver-application"
        ? Promise.reject(new TypeError("no network"))
        : request(path, given);
    await open(1);
    await userEvent.type(await box("Email"), "not-an-address");
    for (const _ of [2, 3, 4, 5, 6]) await press("Next");
    await arrived(6);
    await submit();
    await press("Submit anyway");
    const dialog = await screen.findByRole("dialog", { name: "Submission Failed" });
    expect(dialog.textContent).toContain("Error submitting application. Please try again.");
    await userEvent.click(within(dialog).getByRole("button", { name: "OK" }));
    broken = false;
    await submit();
    await press("Submit anyway");
    await press("OK");
    await screen.findByText("not-an-address (Enter a valid email address.)");
    await userEvent.click(screen.getByRole("link", { name: "Edit Personal Information" }));
    const email = await box("Email");
    expect(email.value).toBe("not-an-address");
    expect(email.getAttribute("aria-invalid")).toBe("true");
    expect(stored()).toHaveLength(0);
  }, 20_000);

  test("waits for the files that are on their way, and says so", async () => {
    let release = (_: Response) => {};
    intercept = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    await open(5);
    await give("Trunk", picture());
    await screen.findByText(/^Uploading…/);
    await press("Next");
    await arrived(6);
    await submit();
    await press("Submit anyway");
    const busy = await screen.findByRole("button", { name: "Submitting..." });
    expect(busy.getAttribute("aria-busy")).toBe("true");
    expect(screen.getAllByText("0 of 1 files uploaded.").length).toBeGreaterThan(0);
    release(Response.json({ message: "Too large.", code: "paper.too_large" }, { status: 413 }));
    await screen.findByText("Photo: Trunk: Too large.");
    expect(stored()).toHaveLength(0);
  }, 15_000);

  test("a browser that keeps nothing is told of; starting over takes everything away", async () => {
    await open(1);
    await userEvent.type(await box("First name"), "Bosco");
    screen.getByText(/^This browser keeps nothing here/);
    await press("Start over");
    const dialog = await screen.findByRole("dialog", { name: "Start over?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Start over" }));
    await press("Get Started");
    expect((await box("First name")).value).toBe("");
  });
});
