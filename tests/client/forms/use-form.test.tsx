/** What every form does: it shows faults at their fields, keeps the input, and submits once. */
import { afterEach, expect, test } from "bun:test";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ApiError } from "../../../client/api-error";
import { Form, FormFailure, SubmitButton } from "../../../client/forms/form";
import { FieldFaults } from "../../../client/forms/use-actions";
import { type FormOptions, useForm } from "../../../client/forms/use-form";
import { Checkbox } from "../../../client/ui/checkbox";
import { TextField } from "../../../client/ui/text-field";

afterEach(cleanup);

const empty = { name: "", plate: "", agreed: false };
type FormValues = typeof empty;

function Page({
  initialValues = empty,
  onRemove,
  ...options
}: Partial<FormOptions<FormValues, string>> & { onRemove?: () => void }) {
  const form = useForm<FormValues, string>({
    initialValues,
    send: async () => "saved",
    ...options,
  });
  return (
    <Form form={form}>
      <TextField {...form.field("name")} label="Name" />
      <TextField {...form.field("plate")} label="Plate" />
      <Checkbox {...form.checkbox("agreed")} label="Agreed" />
      <FormFailure form={form} />
      <SubmitButton form={form}>Save</SubmitButton>
      <button onClick={() => void form.act("remove", async () => onRemove?.())} type="button">
        Remove
      </button>
      <p role="status">{`${form.acting ?? "at rest"}, ${form.isUnsaved() ? "unsaved" : "saved"}`}</p>
    </Form>
  );
}

const name = () => screen.getByLabelText<HTMLInputElement>("Name");
const plate = () => screen.getByLabelText<HTMLInputElement>("Plate");
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
const refusal = (fields: Record<string, string>) =>
  new ApiError(422, "request.invalid", "Check the fields.", fields);

/** Creates a call that is answered on command. */
function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let calls = 0;
  return {
    resolve,
    reject,
    calls: () => calls,
    send: () => {
      calls += 1;
      return promise;
    },
  };
}

test("the form sends all its values and passes the answer on", async () => {
  const sent: FormValues[] = [];
  const saved: [string, FormValues][] = [];
  render(
    <Page
      onSaved={(answer, typed) => void saved.push([answer, typed])}
      send={async (typed) => {
        sent.push(typed);
        return "saved";
      }}
    />,
  );
  await userEvent.type(name(), "Corolla");
  await userEvent.click(screen.getByLabelText("Agreed"));
  await save();
  const typed = { name: "Corolla", plate: "", agreed: true };
  expect(sent).toEqual([typed]);
  expect(saved).toEqual([["saved", typed]]);
});

test("the form marks empty required fields, sends nothing and focuses the first of them", async () => {
  const call = pending();
  render(<Page requiredFields={["plate", "name"]} send={call.send} />);
  await save();
  expect(screen.getAllByText("This field is required.")).toHaveLength(2);
  expect(document.activeElement).toBe(name());
  expect(call.calls()).toBe(0);
});

test("the form shows faults of its own check at their fields, and sends once they are fixed", async () => {
  const call = pending();
  render(
    <Page
      validate={({ plate }) => ({ name: undefined, plate: plate !== "RAD 1" && "No such plate." })}
      send={call.send}
    />,
  );
  await save();
  expect(screen.getByText("No such plate.")).toBeTruthy();
  expect(document.activeElement).toBe(plate());
  await userEvent.type(plate(), "RAD 1");
  expect(screen.queryByText("No such plate.")).toBeNull();
  await save();
  expect(call.calls()).toBe(1);
});

test("the form shows the server's faults at their fields and keeps what was typed", async () => {
  render(<Page send={() => Promise.reject(refusal({ plate: "It is taken." }))} />);
  await userEvent.type(name(), "Corolla");
  await save();
  expect(await screen.findByText("It is taken.")).toBeTruthy();
  expect(document.activeElement).toBe(plate());
  expect(name().value).toBe("Corolla");
  expect(screen.queryByText("Check the fields.")).toBeNull();
});

test("the form also shows a fault of a field that it does not contain", async () => {
  render(<Page send={() => Promise.reject(refusal({ version: "It is an old one." }))} />);
  await save();
  expect(await screen.findByText("It is an old one.")).toBeTruthy();
});

test("the function that sends can itself report faults of fields", async () => {
  render(
    <Page
      send={() => Promise.reject(new FieldFaults({ plate: "Too large." }))}
      fallback="It did not work."
    />,
  );
  await save();
  expect(await screen.findByText("Too large.")).toBeTruthy();
});

test("the form shows any other failure in the server's words, or in its own if there are none", async () => {
  const failures = [
    new ApiError(409, "request.conflict", "Somebody else changed it."),
    new ApiError(0, "network", "You seem to be offline."),
  ];
  const told: unknown[] = [];
  render(
    <Page
      onFailed={(error) => void told.push(error)}
      send={() => Promise.reject(failures[told.length])}
      fallback="It could not be saved."
    />,
  );
  await save();
  expect(await screen.findByText("Somebody else changed it.")).toBeTruthy();
  await userEvent.type(name(), "x");
  expect(screen.queryByText("Somebody else changed it.")).toBeNull();
  await save();
  expect(await screen.findByText("It could not be saved.")).toBeTruthy();
  expect(told).toEqual(failures);
});

test("the form sends nothing twice, and runs no other action during a send", async () => {
  const call = pending();
  let removals = 0;
  render(
    <Page
      onRemove={() => {
        removals += 1;
      }}
      send={call.send}
    />,
  );
  act(() => {
    name().form?.requestSubmit();
    name().form?.requestSubmit();
  });
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("submit"));
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  call.resolve("saved");
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("at rest"));
  expect([call.calls(), removals]).toEqual([1, 0]);
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(removals).toBe(1);
});

test("the form counts as unsaved from the first edit until it is saved", async () => {
  const { rerender } = render(<Page />);
  const expectStatus = (what: string) => {
    rerender(<Page />);
    expect(screen.getByRole("status").textContent).toEndWith(`, ${what}`);
  };
  expectStatus("saved");
  await userEvent.type(name(), "x");
  expectStatus("unsaved");
  await save();
  expectStatus("saved");
});

test("the form takes over somebody else's saved values in fields that were not edited", async () => {
  const before = { name: "Corolla", plate: "RAD 1", agreed: false };
  const { rerender } = render(<Page initialValues={before} />);
  await userEvent.type(name(), " GT");
  rerender(<Page initialValues={{ name: "Yaris", plate: "RAD 2", agreed: true }} />);
  expect(name().value).toBe("Corolla GT");
  expect(plate().value).toBe("RAD 2");
  expect(screen.getByLabelText("Agreed")).toHaveProperty("checked", true);
});

test("after a save the form shows the stored values, except in fields edited in the meantime", async () => {
  const call = pending();
  const before = { name: "", plate: "", agreed: false };
  const { rerender } = render(<Page initialValues={before} send={call.send} />);
  await userEvent.type(name(), "corolla ");
  await save();
  await userEvent.type(plate(), "RAD 1");
  call.resolve("saved");
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("at rest"));
  rerender(<Page initialValues={{ ...before, name: "Corolla" }} send={call.send} />);
  expect(name().value).toBe("Corolla");
  expect(plate().value).toBe("RAD 1");
});

function ResetPage({ initialValues }: { initialValues: FormValues }) {
  const form = useForm<FormValues, string>({
    initialValues,
    send: async () => "saved",
    onSaved: (): void => form.reset(),
  });
  return (
    <Form form={form}>
      <TextField {...form.field("name")} label="Name" />
      <SubmitButton form={form}>Save</SubmitButton>
    </Form>
  );
}

test("a form that is reset after a save takes over the stored values", async () => {
  const before = { name: "Corolla", plate: "RAD 1", agreed: true };
  const { rerender } = render(<ResetPage initialValues={before} />);
  await userEvent.clear(name());
  await userEvent.type(name(), "Yaris");
  await save();
  rerender(<ResetPage initialValues={{ ...before, name: "Yaris" }} />);
  expect(name().value).toBe("Yaris");
});
