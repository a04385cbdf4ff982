import { type FormEvent, useState } from "react";
import type { ContactTemplate } from "../../src/contact/desk-contract";
import { useOffice } from "../office/calls";
import { missingFields } from "../office/record-form";
import { useSave } from "../office/use-save";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";

const blank = { id: null, title: "", text: "" };

/** Answers that are given often, for everybody of dispatch to put in. */
export function TemplatesDialog({
  templates,
  onChanged,
  onClose,
}: {
  templates: readonly ContactTemplate[];
  onChanged: (templates: readonly ContactTemplate[]) => void;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const saving = useSave();
  const path = api.admin["contact-templates"];
  const [typed, setTyped] = useState<{ id: string | null; title: string; text: string } | null>(
    templates.length === 0 ? blank : null,
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!typed) return;
    const { id, title, text } = typed;
    const missing = missingFields({ title, text }, ["title", "text"]);
    if (Object.keys(missing).length > 0) return saving.refuse(missing);
    const json = { title, text };
    const answer = await saving.save(
      () => call(id === null ? path.$post({ json }) : path[":id"].$put({ param: { id }, json })),
      "The template is kept",
    );
    if (!answer) return;
    onChanged(answer.templates);
    setTyped(null);
  };
  const remove = async (id: string) => {
    const answer = await saving.save(
      () => call(path[":id"].$delete({ param: { id } })),
      "The template is removed",
    );
    if (!answer) return;
    onChanged(answer.templates);
    setTyped(null);
  };
  const change = (to: Partial<ContactTemplate>) => {
    setTyped((before) => before && { ...before, ...to });
    saving.clear();
  };
  return (
    <Dialog onClose={onClose} open title="Templates of answers" wide>
      <div className="mt-2 grid gap-4 text-ink text-sm">
        <div className="empty:hidden" role="alert">
          {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
        </div>
        {typed ? (
          <form
            method="post"
            aria-label="Template"
            className="grid gap-4"
            noValidate
            onSubmit={(event) => void submit(event)}
            ref={saving.ref}
          >
            <TextField
              autoFocus
              dense
              error={saving.faults.title}
              label="Title"
              maxLength={80}
              name="title"
              onChange={(event) => change({ title: event.target.value })}
              value={typed.title}
            />
            <TextArea
              dense
              error={saving.faults.text}
              hint="{name} becomes their first name, {number} the number of the message."
              label="Text"
              maxLength={5_000}
              name="text"
              onChange={(event) => change({ text: event.target.value })}
              rows={7}
              value={typed.text}
            />
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Button
                onClick={() => {
                  saving.clear();
                  if (templates.length === 0) onClose();
                  else setTyped(null);
                }}
                size="small"
                variant="secondary"
              >
                Go back
              </Button>
              <Button busy={saving.busy} busyLabel="Saving..." size="small" type="submit">
                Save the template
              </Button>
            </div>
          </form>
        ) : (
          <>
            <ul className="divide-y divide-line border-line border-y">
              {templates.map((template) => (
                <li className="flex items-start gap-3 py-3" key={template.id}>
                  <div className="min-w-0 flex-1">
                    <p className="break-words font-medium">{template.title}</p>
                    <p className="line-clamp-2 break-words text-ink-muted">{template.text}</p>
                  </div>
                  <Button
                    aria-label={`Change ${template.title}`}
                    onClick={() => setTyped(template)}
                    size="small"
                    variant="secondary"
                  >
                    Change
                  </Button>
                  <Button
                    aria-label={`Remove ${template.title}`}
                    busy={saving.busy}
                    onClick={() => void remove(template.id)}
                    size="small"
                    variant="quiet"
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Button onClick={onClose} size="small" variant="secondary">
                Done
              </Button>
              <Button onClick={() => setTyped(blank)} size="small">
                Add a template
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}
