/** The application's files, its review and how it is sent: specification sections 2, 3, 5 and 8. */
import { describe, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { photos } from "../../../client/applications/file-slots";
import { english } from "../../../client/words/words";
import {
  createApplyingScene,
  arrived,
  box,
  chooseFile,
  interceptCalls,
  open,
  picture,
  press,
  stored,
} from "./apply-scene";

const scene = createApplyingScene();

describe("sections 3 and 5: documents and photos", () => {
  test("each slot shows an example while empty, then a preview and a remove button", async () => {
    await open(scene, 5);
    for (const label of "Front,Back,Left Side,Right Side,Dashboard,Back Seats,Front Seats,Trunk".split(
      ",",
    ))
      await screen.findByRole("img", { name: `Example: ${label}` });
    await chooseFile("Front", picture());
    await screen.findByRole("img", { name: "Your photo: Front" });
    expect(screen.queryByRole("img", { name: "Example: Front" })).toBeNull();
    await screen.findByText("Uploaded");
    await press("Remove Front");
    await screen.findByRole("img", { name: "Example: Front" });
  });

  test.each([
    ["a HEIC photo", new File(["x"], "IMG_1.HEIC", { type: "image/heic" }), /HEIC photo/],
    [
      "a HEIC photo named .jpg",
      new File(["\0\0\0\x18ftypheic"], "a.jpg", { type: "image/jpeg" }),
      /HEIC photo/,
    ],
    ["a program", new File(["MZ"], "id.pdf.exe"), /^Documents can be PDF, JPG or PNG/],
    ["an empty file", new File([], "id.pdf", { type: "application/pdf" }), /empty/],
    [
      "a file of more than 10 MB",
      new File([new Uint8Array(10 * 1024 * 1024 + 1)], "id.pdf", { type: "application/pdf" }),
      /larger than 10 MB/,
    ],
  ])("%s is refused, and the screen explains what helps", async (_, file, words) => {
    await open(scene, 3);
    const input = await screen.findByLabelText<HTMLInputElement>("National ID or passport");
    expect(input.accept).toBe(".pdf,.jpg,.jpeg,.png");
    await userEvent.upload(input, file, { applyAccept: false });
    await screen.findByText(words);
    expect(scene.uploadedFields).toEqual([]);
  });

  test("Try again sends only the failed file", async () => {
    scene.intercept = (field) =>
      field === "drivingCertificate"
        ? Promise.resolve(
            Response.json(
              { message: "This file is damaged.", code: "paper.damaged" },
              { status: 415 },
            ),
          )
        : undefined;
    await open(scene, 3);
    await chooseFile("National ID or passport", picture("id.png"));
    await chooseFile("Driving certificate", picture("certificate.png"));
    await screen.findByText("Uploaded");
    await screen.findByText("This file is damaged.");
    scene.intercept = null;
    await press("Try again: Driving certificate");
    await waitFor(() => expect(screen.getAllByText("Uploaded")).toHaveLength(2));
    expect(scene.uploadedFields).toEqual([
      "nationalIdOrPassport",
      "drivingCertificate",
      "drivingCertificate",
    ]);
  });

  test("an interrupted upload continues when the network is back", async () => {
    scene.intercept = () => Promise.reject(new TypeError("no network"));
    await open(scene, 3);
    await chooseFile("Proof of address", picture());
    await screen.findByText("No connection. The upload continues automatically.");
    scene.intercept = null;
    await act(async () => void dispatchEvent(new Event("online")));
    await screen.findByText("Uploaded");
  });
});

describe("sections 2 and 8: review and submission", () => {
  const submit = () => press("Submit Application");

  test("the review marks what is not provided and what is missing", async () => {
    await open(scene, 6);
    await screen.findByRole("link", { name: "Edit Vehicle Photos" });
    expect(screen.getAllByText("Not provided")).toHaveLength(34);
    expect(screen.getAllByText("Missing")).toHaveLength(8);
    expect(screen.getByText("Missing some photos")).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: "Edit Documents Upload" }));
    await arrived(3);
  });

  test("submitting lists what is missing, and the applicant can submit anyway", async () => {
    await open(scene, 1);
    await userEvent.type(await box("First name"), "Bosco");
    for (const step of [2, 3, 4, 5, 6] as const) {
      await press("Next");
      await arrived(step);
    }
    await submit();
    const dialog = within(await screen.findByRole("dialog", { name: "Some things are missing" }));
    expect(await dialog.findByText("Last name")).toBeTruthy();
    expect(await dialog.findByText("National ID or passport")).toBeTruthy();
    expect(await dialog.findByText("Photo: Trunk")).toBeTruthy();
    await waitFor(() => expect(dialog.queryByText("First name")).toBeNull());
    expect(dialog.queryByText("Plate number")).toBeNull();
    await userEvent.click(dialog.getByRole("button", { name: "Go back" }));
    await arrived(1);
    expect(stored(scene)).toHaveLength(0);
    await userEvent.click(screen.getByRole("link", { name: /^Review & Submit/ }));
    await submit();
    await press("Submit anyway");
    const done = await screen.findByRole("dialog", { name: "Submitted!" });
    expect(done.textContent).toContain("Application submitted successfully!");
    // The review behind the dialog still shows the sent answers, although this device has deleted the draft.
    await act(() => Bun.sleep(50));
    expect(screen.getByText("Bosco")).toBeTruthy();
    expect(screen.getAllByText("Not provided")).toHaveLength(33);
    await userEvent.click(within(done).getByRole("button", { name: "OK" }));
    await screen.findByRole("heading", { level: 1, name: /has your application/ });
    const [row] = stored(scene);
    expect(row?.status).toBe("incomplete");
    expect(row?.firstName).toBe("Bosco");
    expect(await screen.findByText(row?.id ?? "none")).toBeTruthy();
  }, 30_000);

  test("an applicant with one name is not asked for a last name", async () => {
    await open(scene, 1);
    await userEvent.type(await box("First name"), "Suharto");
    await userEvent.type(await box("Last name"), "Santoso");
    const isMarked = async () => (await box("Last name")).closest(".needed") !== null;
    expect(await isMarked()).toBe(true);
    await userEvent.click(screen.getByRole("checkbox", { name: "I have one name" }));
    expect((await box("Last name")).value).toBe("");
    expect(await isMarked()).toBe(false);
    for (const step of [2, 3, 4, 5, 6] as const) {
      await press("Next");
      await arrived(step);
    }
    expect(await screen.findByText("none (one name only)")).toBeTruthy();
    await submit();
    const dialog = within(await screen.findByRole("dialog", { name: "Some things are missing" }));
    expect(await dialog.findByText("Date of birth")).toBeTruthy();
    expect(dialog.queryByText("Last name")).toBeNull();
    await press("Submit anyway");
    await screen.findByRole("dialog", { name: "Submitted!" });
    const [row] = stored(scene);
    expect(row).toMatchObject({ firstName: "Suharto", lastName: "", hasOneName: true });
    expect(row?.missing).not.toContain("lastName");
  }, 30_000);

  test("a failed submission shows the exact message and keeps the answers", async () => {
    let isBroken = true;
    interceptCalls(scene, (path) =>
      isBroken && path === "/driver-application"
        ? Promise.reject(new TypeError("no network"))
        : undefined,
    );
    await open(scene, 1);
    await userEvent.type(await box("E-mail"), "not-an-address");
    for (const _ of [2, 3, 4, 5, 6]) await press("Next");
    await arrived(6);
    await submit();
    await press("Submit anyway");
    const dialog = await screen.findByRole("dialog", { name: "Submission Failed" });
    expect(dialog.textContent).toContain("Error submitting application. Please try again.");
    await userEvent.click(within(dialog).getByRole("button", { name: "OK" }));
    isBroken = false;
    await submit();
    await press("Submit anyway");
    await press("OK");
    await screen.findByText("not-an-address (Enter a valid email address.)");
    await userEvent.click(screen.getByRole("link", { name: "Edit Personal Information" }));
    const email = await box("E-mail");
    expect(email.value).toBe("not-an-address");
    expect(email.getAttribute("aria-invalid")).toBe("true");
    expect(stored(scene)).toHaveLength(0);
  }, 30_000);

  test("submitting waits for running uploads and shows their progress", async () => {
    let release = (_: Response) => {};
    scene.intercept = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    await open(scene, 5);
    await chooseFile("Trunk", picture());
    await screen.findByText(/^Uploading…/);
    await press("Next");
    await arrived(6);
    await submit();
    await press("Submit anyway");
    const busy = await screen.findByRole("button", { name: "Submitting..." });
    expect(busy.getAttribute("aria-busy")).toBe("true");
    await waitFor(() =>
      expect(screen.getAllByText("0 of 1 files uploaded.").length).toBeGreaterThan(0),
    );
    release(Response.json({ message: "Too large.", code: "paper.too_large" }, { status: 413 }));
    await screen.findByText("Photo: Trunk: Too large.");
    expect(stored(scene)).toHaveLength(0);
  }, 30_000);

  test("the review shows a file as uploaded only after the server has it", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.intercept = (field) =>
      promise.then(() => Response.json({ upload: { id: field } }, { status: 201 }));
    await open(scene, 3);
    await chooseFile("National ID or passport", picture("id.png"));
    await chooseFile("Driving certificate", picture("certificate.png"));
    await press("Stop uploading Driving certificate");
    for (const step of [4, 5] as const) {
      await press("Next");
      await arrived(step);
    }
    for (const { label } of photos) await chooseFile(english.of(label), picture());
    await press("Next");
    await arrived(6);
    await screen.findByText("id.png");
    await screen.findByText("certificate.png (Upload stopped.)");
    expect(screen.queryByText("All uploaded")).toBeNull();
    resolve();
    await screen.findByText("Uploaded: id.png");
    await screen.findByText("All uploaded");
  }, 30_000);

  test("the form warns of a browser that cannot save, and Start over clears answers and errors", async () => {
    await open(scene, 1);
    await userEvent.type(await box("First name"), "Bosco");
    screen.getByText(/^This browser cannot save your answers/);
    await userEvent.type(await box("E-mail"), "not-an-address");
    for (const step of [2, 3, 4, 5, 6] as const) {
      await press("Next");
      await arrived(step);
      if (step === 3) await chooseFile("National ID or passport", picture("id.png"));
    }
    await submit();
    await press("Submit anyway");
    await press("OK");
    await screen.findByText("not-an-address (Enter a valid email address.)");
    await press("Start over");
    const dialog = await screen.findByRole("dialog", { name: "Start over?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Start over" }));
    await press("Get Started");
    expect((await box("First name")).value).toBe("");
    expect((await box("E-mail")).getAttribute("aria-invalid")).not.toBe("true");
  }, 30_000);
});
