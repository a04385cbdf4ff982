import { type FormEvent, useRef, useState } from "react";
import type { Language } from "../../src/accounts/contract";
import type { OwnTemplate, Template } from "../../src/notifications/templates/template-contract";
import { useOffice } from "../office/calls";
import { SettingsForm } from "./settings-form";
import { useStaffActions } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { showToast } from "../ui/toasts";
import { MessageTextPreview } from "./message-text-preview";

type Field = keyof OwnTemplate;

/**
 * One message in one language: its text, placeholders and preview. The page keeps unsaved text, so that it isn't lost
 * when another message is chosen.
 */
export function MessageTextEditor({
  template,
  language,
  draft,
  mayChange,
  onDraft,
  onSaved,
}: {
  template: Template;
  language: Language;
  /** The unsaved text; null if there isn't any. */
  draft: OwnTemplate | null;
  /** False for read-only roles. */
  mayChange: boolean;
  onDraft: (draft: OwnTemplate | null) => void;
  onSaved: () => void;
}) {
  const { api, call } = useOffice();
  const actions = useStaffActions();
  const lastField = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const { id, name, ours, own, placeholders } = template;
  const text = draft ?? own ?? { ...ours, sms: "" };
  const change = (field: Field, value: string) => onDraft({ ...text, [field]: value });
  const route = api.admin.settings.texts[":id"];

  const { version } = template;
  const showSaved = (successText: string) => () => {
    showToast("success", successText);
    onSaved();
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const json = { ...text, language, version };
    const send = () => call(route.$put({ param: { id }, json }));
    await actions.act("submit", send, showSaved("Text saved"));
  };
  const reset = async () => {
    const send = () => call(route.$delete({ param: { id }, json: { language, version } }));
    await actions.act("reset", send, showSaved("The standard text is used again"));
  };
  /** Inserts at the last cursor position, or at the end of the body. */
  const insert = (placeholder: string) => {
    const control = lastField.current;
    const field = (control?.name ?? "body") as Field;
    const at = control?.selectionStart ?? text[field].length;
    const end = control?.selectionEnd ?? at;
    change(field, `${text[field].slice(0, at)}{${placeholder}}${text[field].slice(end)}`);
    setAnnouncement(`{${placeholder}} was added to the text.`);
    control?.focus();
  };
  const fieldProps = (field: Field) => ({
    dense: true,
    error: actions.fault(field),
    name: field,
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
    dir: "auto",
    onFocus: (event: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      lastField.current = event.target;
    },
    value: text[field],
  });
  return (
    <>
      <SettingsForm
        form={{ ...actions, submit, markTouched: () => {}, isUnsaved: () => draft !== null }}
        detail={
          own
            ? "This message is sent in your words, followed by the trip details."
            : "The standard text is sent until you write your own."
        }
        mayChange={mayChange}
        title={name}
      >
        <Card>
          <fieldset className="grid gap-4" disabled={!mayChange}>
            <legend className="sr-only">Text of the message</legend>
            <TextField {...fieldProps("subject")} label="Subject" maxLength={150} />
            <TextArea
              {...fieldProps("body")}
              hint="An empty line starts a paragraph. Plain text only."
              label="Body"
              maxLength={1_500}
              rows={6}
            />
            <TextArea
              {...fieldProps("sms")}
              hint="We add the link to the trip page. Leave empty to use the body."
              label="As a text message"
              maxLength={480}
              optional
              rows={3}
            />
            {mayChange && (
              <div>
                <p className="mb-2 font-medium text-sm" id="placeholders">
                  Insert
                </p>
                <ul aria-labelledby="placeholders" className="flex flex-wrap gap-1.5">
                  {placeholders.map((each) => (
                    <li key={each}>
                      <button
                        className="min-h-7 rounded-md border border-line-strong/50 bg-surface px-2 font-mono text-xs hover:bg-surface-sunken pointer-coarse:min-h-11 pointer-coarse:px-3"
                        onClick={() => insert(each)}
                        type="button"
                      >
                        {`{${each}}`}
                      </button>
                    </li>
                  ))}
                </ul>
                <p className="sr-only" role="status">
                  {announcement}
                </p>
              </div>
            )}
            {mayChange && (own || draft) && (
              <div className="flex flex-wrap gap-2">
                {draft && (
                  <Button onClick={() => onDraft(null)} size="small" variant="secondary">
                    Undo changes
                  </Button>
                )}
                {own && (
                  <Button
                    busy={actions.acting === "reset"}
                    disabled={actions.busy}
                    busyLabel="Restoring..."
                    onClick={() => void reset()}
                    size="small"
                    variant="secondary"
                  >
                    Use standard text
                  </Button>
                )}
              </div>
            )}
          </fieldset>
        </Card>
      </SettingsForm>
      <MessageTextPreview id={id} language={language} own={draft ?? own} />
    </>
  );
}
