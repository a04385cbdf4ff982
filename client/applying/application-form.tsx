import { type FormEvent, useEffect, useRef, useState } from "react";
import type { DriverApplicationAnswer } from "../../src/drivers/contract";
import { type Api, read } from "../api";
import { ApiError } from "../api-error";
import { LatePhoneField } from "../phones/late-phone-field";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Popup } from "../ui/popup";
import { Section } from "../ui/section";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { type ApplicationField, fieldWords, genders, sections } from "./fields";
import { forgetTyped, keepTyped, restoreTyped } from "./typed";

const fieldNames = [
  ...sections.flatMap(({ fields }) => fields.map(({ name }) => name)),
  "certified",
];

/**
 * The application on one page. What is missing is named before it is sent, and never in the way:
 * it can be sent incomplete. A failure loses nothing of what was typed.
 */
export function ApplicationForm({
  api,
  onSent,
}: {
  api: Api;
  onSent: (answer: DriverApplicationAnswer) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [missing, setMissing] = useState<string[] | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [answer, setAnswer] = useState<DriverApplicationAnswer | null>(null);

  useEffect(() => {
    if (form.current) restoreTyped(form.current);
  }, []);

  const focus = (name: string | undefined) => {
    const control = name && form.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
  };

  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const gaps = fieldNames.filter((name) => String(given.get(name) ?? "").trim() === "");
    if (gaps.length > 0) setMissing(gaps);
    else void send();
  };

  const goBack = () => {
    const gaps = missing ?? [];
    setMissing(null);
    setFaults(Object.fromEntries(gaps.map((name) => [name, "Please fill this in."])));
    // After the dialog has given the focus back to the button.
    setTimeout(() => focus(gaps[0]), 0);
  };

  const send = async () => {
    const given = form.current;
    if (!given) return;
    setMissing(null);
    setFaults({});
    setSubmitting(true);
    try {
      const fields: Record<string, string> = {};
      for (const [name, value] of new FormData(given)) {
        if (typeof value === "string" && value.trim() !== "") fields[name] = value;
      }
      const sent = await read(api["driver-application"].$post({ form: fields }));
      forgetTyped();
      setAnswer(sent);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFaults(error.fields);
      setFailure(error.message);
    } finally {
      setSubmitting(false);
    }
  };

  return (
    <>
      <form
        // Without scripts it is still sent as a form, and nothing personal gets into the address.
        action="/backend/driver-application"
        encType="multipart/form-data"
        method="post"
        noValidate
        onChange={(event) => keepTyped(event.currentTarget)}
        onSubmit={check}
        ref={form}
      >
        {sections.map(({ title, detail, fields }) => (
          <Card className="mb-4" key={title}>
            <Section detail={detail} title={title}>
              <div className="grid gap-5 sm:grid-cols-2">
                {fields.map((field) => (
                  <Control error={faults[field.name]} field={field} key={field.name} />
                ))}
              </div>
            </Section>
          </Card>
        ))}
        <Card>
          <p className="text-ink-muted">
            Dispatch reads your application and asks you for your documents, your vehicle’s details
            and its photos later. You need none of them now.
          </p>
          <Checkbox
            className="my-4"
            error={faults.certified}
            label="I certify that the information I give here is accurate and complete."
            name="certified"
            value="true"
          />
          <Button busy={submitting} busyLabel="Submitting..." size="large" type="submit" wide>
            Submit Application
          </Button>
        </Card>
      </form>
      <ConfirmDialog
        confirmLabel="Submit anyway"
        onClose={goBack}
        onConfirm={send}
        open={missing !== null}
        title="Some things are missing"
      >
        <p>An incomplete application can be sent, but not approved until it is whole. Missing:</p>
        <ul className="mt-2 list-disc ps-5">
          {missing?.map((name) => (
            <li key={name}>{fieldWords(name)}</li>
          ))}
        </ul>
      </ConfirmDialog>
      <Popup
        kind="error"
        onClose={() => {
          setFailure(null);
          setTimeout(() => focus(fieldNames.find((name) => faults[name])), 0);
        }}
        open={failure !== null}
        title="Submission Failed"
      >
        <p>Error submitting application. Please try again.</p>
        {failure && <p className="mt-2">{failure}</p>}
      </Popup>
      <Popup
        kind="success"
        onClose={() => answer && onSent(answer)}
        open={answer !== null}
        title="Submitted!"
      >
        Application submitted successfully!
      </Popup>
    </>
  );
}

function Control({ field, error }: { field: ApplicationField; error: string | undefined }) {
  const { name, label, kind, autoComplete, hint } = field;
  const shared = {
    name,
    label,
    error,
    ...(hint && { hint }),
    ...(autoComplete && { autoComplete }),
  };
  if (kind === "gender") {
    return (
      <SelectField {...shared} defaultValue="">
        <option value="">Choose…</option>
        {genders.map((gender) => (
          <option key={gender}>{gender}</option>
        ))}
      </SelectField>
    );
  }
  if (kind === "tel") return <LatePhoneField {...shared} country="US" />;
  if (kind === "long") {
    return <TextArea {...shared} className="sm:col-span-2" maxLength={300} rows={3} />;
  }
  if (kind === "number") {
    return <TextField {...shared} inputMode="numeric" max={80} min={0} step={1} type="number" />;
  }
  return (
    <TextField
      {...shared}
      className={kind === "email" ? "sm:col-span-2" : undefined}
      maxLength={kind === "date" ? undefined : 200}
      type={kind}
    />
  );
}
