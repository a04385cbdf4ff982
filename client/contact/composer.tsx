import { type FormEvent, useState } from "react";
import { fillTemplate } from "../../src/contact/rules";
import type { ContactMessage, ContactTemplate } from "../../src/contact/contact-desk-contract";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Chip } from "../ui/chip";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";

export type ComposerMode = "answer" | "note" | "reply";

const composerModes: Record<
  ComposerMode,
  { chip: string; label: string; send: string; hint: string | null }
> = {
  answer: { chip: "Answer", label: "Answer by e-mail", send: "Send answer", hint: null },
  note: {
    chip: "Note",
    label: "Internal note",
    send: "Add note",
    hint: "Only your team sees this.",
  },
  reply: {
    chip: "Paste a reply",
    label: "Reply from the sender",
    send: "Add reply",
    hint: "Replies to your e-mails arrive in your own mailbox. Paste them here to keep the conversation complete.",
  },
};

/** Unsent texts by message and kind, kept while the page is open. */
const drafts = new Map<string, string>();

/** Writes an answer, a note, or a pasted reply. */
export function Composer({
  message,
  templates,
  busy,
  onSend,
  onTemplates,
}: {
  message: ContactMessage;
  templates: readonly ContactTemplate[];
  busy: boolean;
  /** Resolves with whether the text was accepted. The text is kept until then. */
  onSend: (mode: ComposerMode, text: string, close: boolean) => Promise<boolean>;
  /** Opens the templates for editing. */
  onTemplates: () => void;
}) {
  const [mode, setMode] = useState<ComposerMode>(message.email ? "answer" : "note");
  const key = `${message.id} ${mode}`;
  const [, rerender] = useState(0);
  const [closesMessage, setClosesMessage] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const text = drafts.get(key) ?? "";
  const setText = (words: string) => {
    drafts.set(key, words);
    setFault(null);
    rerender((count) => count + 1);
  };
  const { label, send, hint } = composerModes[mode];
  const isUnreachable = mode === "answer" && message.email === null;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() === "") {
      setFault("Write something first.");
      const field = event.currentTarget.elements.namedItem("text");
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    if (await onSend(mode, text, closesMessage)) {
      setText("");
      setClosesMessage(false);
    }
  };
  return (
    <form
      method="post"
      aria-label="New entry"
      className="grid gap-3"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Type of entry</legend>
        {(Object.keys(composerModes) as ComposerMode[]).map((one) => (
          <Chip
            count={null}
            key={one}
            label={composerModes[one].chip}
            onPress={() => {
              setMode(one);
              setFault(null);
            }}
            isPressed={mode === one}
          />
        ))}
      </fieldset>
      {isUnreachable ? (
        <NoticeBanner tone="info">
          We only have the sender’s phone number. Call the sender, then add a note about the call.
        </NoticeBanner>
      ) : (
        <>
          {mode === "answer" && (
            <div className="flex items-end gap-2">
              <SelectField
                className="flex-1"
                dense
                label="Template"
                labelHidden
                onChange={(event) => {
                  const chosen = templates.find(({ id }) => id === event.target.value);
                  if (!chosen) return;
                  const words = fillTemplate(chosen.text, message);
                  setText(text.trim() ? `${text.trimEnd()}\n\n${words}` : words);
                }}
                value=""
              >
                <option value="">
                  {templates.length > 0 ? "Insert template…" : "No templates yet"}
                </option>
                {templates.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </SelectField>
              <Button onClick={onTemplates} size="small" variant="secondary">
                Templates
              </Button>
            </div>
          )}
          <TextArea
            dense
            error={fault}
            hint={
              mode === "answer" && !message.canSendMail
                ? "No mail provider is set up, so your answer will stay in the outbox."
                : hint
            }
            label={label}
            maxLength={5_000}
            name="text"
            onChange={(event) => setText(event.target.value)}
            rows={5}
            value={text}
          />
          <div className="flex flex-wrap items-center justify-between gap-2">
            {mode === "answer" ? (
              <Checkbox
                checked={closesMessage}
                label="Also close the message"
                onChange={(event) => setClosesMessage(event.target.checked)}
              />
            ) : (
              <span />
            )}
            <Button busy={busy} size="small" type="submit">
              {send}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
