import { afterEach, expect, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { act, type FormEvent, type ReactNode, Suspense, use, useState } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { replayInput } from "../../client/early-input";

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
});

/** Has an event handler, like the body of a real page. */
function Body({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: no hand ever does this
    <div onDragExit={(event) => event.preventDefault()}>{children}</div>
  );
}

/** A form with every kind of controlled field, and the values that were last sent. */
function Form() {
  const [name, setName] = useState("");
  const [note, setNote] = useState("as it was");
  const [kind, setKind] = useState("airport");
  const [care, setCare] = useState(false);
  const [pay, setPay] = useState("cash");
  const [sent, setSent] = useState("nothing");
  const send = (event: FormEvent) => {
    event.preventDefault();
    setSent([name, note, kind, care, pay].join("|"));
  };
  return (
    <form method="post" onSubmit={send}>
      <input name="name" onChange={(event) => setName(event.target.value)} value={name} />
      <textarea name="note" onChange={(event) => setNote(event.target.value)} value={note} />
      <select name="kind" onChange={(event) => setKind(event.target.value)} value={kind}>
        <option value="airport">Airport</option>
        <option value="care">Care</option>
      </select>
      <input
        checked={care}
        name="care"
        onChange={(event) => setCare(event.target.checked)}
        type="checkbox"
      />
      {["cash", "card"].map((each) => (
        <input
          checked={pay === each}
          key={each}
          name="pay"
          onChange={() => setPay(each)}
          type="radio"
          value={each}
        />
      ))}
      <output>{sent}</output>
    </form>
  );
}

/** Returns the form as HTML from the server, before its script has loaded. */
function serverForm(): HTMLFormElement {
  const place = document.createElement("div");
  place.innerHTML = renderToString(
    <Body>
      <Form />
    </Body>,
  );
  document.body.append(place);
  const form = place.querySelector("form");
  if (!form) throw new Error("No form");
  return form;
}
const field = <T extends HTMLElement>(form: HTMLFormElement, selector: string) => {
  const found = form.querySelector<T>(selector);
  if (!found) throw new Error(`No ${selector}`);
  return found;
};
const place = (form: HTMLFormElement) => form.parentElement?.parentElement ?? document.body;
const submittedValues = (form: HTMLFormElement) => form.querySelector("output")?.textContent;

test("every kind of field changed before hydration keeps its value, and an early submit is sent", async () => {
  const form = serverForm();
  field<HTMLInputElement>(form, "[name=name]").value = "Aline";
  const note = field<HTMLTextAreaElement>(form, "textarea");
  const kind = field<HTMLSelectElement>(form, "select");
  note.value = "two bags";
  kind.value = "care";
  field<HTMLInputElement>(form, "[name=care]").checked = true;
  field<HTMLInputElement>(form, "[value=card]").checked = true;
  Object.assign(globalThis, {
    heldForms: [form],
    typedEarly: new Map<EventTarget, string>([
      [note, "two bags"],
      [kind, "care"],
    ]),
  });

  await act(async () => {
    root = hydrateRoot(
      place(form),
      <Body>
        <Form />
      </Body>,
    );
  });
  await act(async () => replayInput());
  await waitFor(() => expect(submittedValues(form)).toBe("Aline|two bags|care|true|card"));
});

test("untouched fields keep their values, and nothing is sent automatically", async () => {
  const form = serverForm();
  Object.assign(globalThis, { heldForms: [] });
  await act(async () => {
    root = hydrateRoot(
      place(form),
      <Body>
        <Form />
      </Body>,
    );
  });
  await act(async () => replayInput());
  expect(submittedValues(form)).toBe("nothing");
  expect(globalThis).not.toHaveProperty("heldForms", []);
  act(() => form.requestSubmit());
  expect(submittedValues(form)).toBe("|as it was|airport|false|cash");
});

function Stops() {
  const [stops, setStops] = useState(0);
  return (
    <button onClick={() => setStops(stops + 1)} type="button">
      {stops} stops
    </button>
  );
}

test("a click on a button before hydration counts once after it", async () => {
  const place = document.createElement("div");
  place.innerHTML = renderToString(
    <Body>
      <Stops />
    </Body>,
  );
  document.body.append(place);
  const button = place.querySelector("button");
  if (!button) throw new Error("No button");
  const pressEvent = Promise.withResolvers<Event>();
  button.addEventListener("click", pressEvent.resolve);
  Object.assign(globalThis, { heldForms: [], pressedEarly: button });
  void replayInput();
  expect(globalThis).toHaveProperty("pressedEarly", button);
  await act(async () => {
    root = hydrateRoot(
      place,
      <Body>
        <Stops />
      </Body>,
    );
  });
  await act(() => pressEvent.promise);
  expect(button.textContent).toBe("1 stops");
  expect(globalThis).not.toHaveProperty("pressedEarly", button);
});

function Part({ says: textPromise }: { says: Promise<string> }) {
  return <h2>{use(textPromise)}</h2>;
}

test("replayInput waits until lazy parts of the page are hydrated", async () => {
  const program = Promise.withResolvers<string>();
  const page = (says: Promise<string>) => (
    <Body>
      <main>
        <h1>Livery</h1>
        <Suspense>
          <Part says={says} />
        </Suspense>
      </main>
    </Body>
  );
  const serverForm = document.createElement("div");
  serverForm.innerHTML =
    "<div><main><h1>Livery</h1><!--$--><h2>Where we drive</h2><!--/$--></main></div>";
  document.body.append(serverForm);
  Object.assign(globalThis, { heldForms: [] });
  await act(async () => {
    root = hydrateRoot(serverForm, page(program.promise));
  });
  let hasStarted = false;
  const replay = replayInput().then(() => {
    hasStarted = true;
  });
  await waitFor(() => expect(globalThis).not.toHaveProperty("heldForms", []));
  await Bun.sleep(100);
  expect(hasStarted).toBe(false);
  await act(async () => program.resolve("Where we drive"));
  await replay;
});
