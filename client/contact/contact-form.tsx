import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ContactTopic } from "../../src/contact/contract";
import { type Api, read } from "../api";
import { ApiError, unknownFailure, wordsOf } from "../api-error";
import { Button } from "../ui/button";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { topicWords } from "./topic-words";

/** The names of the fields that can be wrong, in their order. */
const fieldNames = ["name", "contact", "topic", "trip", "text"] as const;

/** What a plain form came back with: names of wrong fields, or the code of another refusal. */
const plainFaults: Record<string, string> = {
  name: "Please say your name.",
  contact: "Please write an e-mail address or a phone number.",
  topic: "Please choose one of these.",
  trip: "A booking number has digits only.",
  text: "Please write your message, with 5,000 characters at most.",
};

const tooMany =
  "Too many messages came from here within an hour. Please try again later, or call us.";

/**
 * The form by which anybody writes to the operator. Without scripts it is sent as a plain form and answered
 * with another page.
 */
export function ContactForm({
  api,
  fault,
  onSent,
}: {
  api: Api;
  /** What was wrong with a plain form, as the server says it in the address. */
  fault: string | undefined;
  onSent: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const came = fault?.split(".") ?? [];
  const named = fieldNames.filter((name) => came.includes(name));
  const [faults, setFaults] = useState<Record<string, string>>(() =>
    Object.fromEntries(named.map((name) => [name, plainFaults[name] ?? ""])),
  );
  const [failure, setFailure] = useState<string | null>(() =>
    fault === undefined || named.length > 0
      ? null
      : fault === "request.too_many"
        ? tooMany
        : unknownFailure,
  );
  const [busy, setBusy] = useState(false);
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const [wrong, setWrong] = useState<{ name: string } | null>(null);
  useEffect(() => {
    const control = wrong && form.current?.elements.namedItem(wrong.name);
    if (control instanceof HTMLElement) control.focus();
  }, [wrong]);

  const refuse = (found: Record<string, string>) => {
    setFaults(found);
    const first = fieldNames.find((name) => found[name] !== undefined);
    if (first) setWrong({ name: first });
    else setFailure(Object.values(found)[0] ?? unknownFailure);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? "");
    const missing = (["name", "contact", "text"] as const).filter((name) => !text(name).trim());
    setFailure(null);
    if (missing.length > 0)
      return refuse(Object.fromEntries(missing.map((name) => [name, plainFaults[name] ?? ""])));
    setFaults({});
    setBusy(true);
    try {
      await read(
        api.contact.$post({
          json: {
            name: text("name"),
            contact: text("contact"),
            topic: text("topic") as ContactTopic,
            trip: text("trip"),
            text: text("text"),
            website: text("website"),
          },
        }),
      );
      onSent();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) refuse(error.fields);
      else if (error instanceof ApiError && error.status === 429) setFailure(tooMany);
      else setFailure(wordsOf(error, unknownFailure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      action="/backend/contact"
      aria-label="Write to us"
      className="grid gap-5"
      method="post"
      // The browser's own checks are for those without scripts: with them the words stand at the field.
      noValidate={awake}
      onSubmit={(event) => void submit(event)}
      ref={form}
    >
      <div className="empty:hidden" role="alert">
        {failure && (
          <p className="rounded-md bg-danger-surface px-4 py-3 text-danger-ink text-sm">
            {failure}
          </p>
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          autoComplete="name"
          error={faults.name}
          label="Your name"
          maxLength={120}
          name="name"
          required
        />
        <TextField
          autoCapitalize="none"
          autoComplete="email"
          error={faults.contact}
          label="E-mail address or phone number"
          maxLength={320}
          name="contact"
          required
          spellCheck={false}
        />
        <SelectField
          defaultValue="booking"
          error={faults.topic}
          label="What is it about?"
          name="topic"
        >
          {Object.entries(topicWords).map(([topic, words]) => (
            <option key={topic} value={topic}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField
          error={faults.trip}
          inputMode="numeric"
          label="Booking number"
          maxLength={20}
          name="trip"
          optional
        />
      </div>
      <TextArea
        error={faults.text}
        label="Your message"
        maxLength={5_000}
        name="text"
        required
        rows={7}
      />
      {/* Programs fill in what they find; people never come here. */}
      <div aria-hidden="true" className="sr-only">
        <label>
          Leave this empty
          <input autoComplete="off" name="website" tabIndex={-1} type="text" />
        </label>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button busy={busy} busyLabel="Sending..." type="submit">
          Send the message
        </Button>
        <p className="text-ink-muted text-sm">
          We use what you write to answer you, and delete it within twelve months.
        </p>
      </div>
    </form>
  );
}
