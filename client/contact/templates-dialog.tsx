import { useState } from "react";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { showToast } from "../ui/toasts";
import type { ContactTemplate } from "../../src/contact/contact-desk-contract";
import { useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";

const emptyTemplate = { title: "", text: "" };

/** Shared answer templates. */
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
  const path = api.admin["contact-templates"];
  const [editedTemplate, setEditedTemplate] = useState<ContactTemplate | "new" | null>(
    templates.length === 0 ? "new" : null,
  );
  const applyAnswer = (words: string) => (answer: { templates: readonly ContactTemplate[] }) => {
    showToast("success", words);
    onChanged(answer.templates);
    setEditedTemplate(null);
  };
  const { title, text } =
    editedTemplate === null || editedTemplate === "new" ? emptyTemplate : editedTemplate;
  const form = useStaffForm({
    initialValues: { title, text },
    requiredFields: ["title", "text"],
    send: (json) =>
      editedTemplate === null || editedTemplate === "new"
        ? call(path.$post({ json }))
        : call(path[":id"].$put({ param: { id: editedTemplate.id }, json })),
    onSaved: applyAnswer("Template saved"),
  });
  const remove = (id: string) =>
    form.act(
      id,
      () => call(path[":id"].$delete({ param: { id } })),
      applyAnswer("Template deleted"),
    );
  return (
    <Dialog onClose={onClose} open title="Answer templates" wide>
      <div className="mt-2 grid gap-4 text-ink text-sm">
        <FormFailure form={form} />
        {editedTemplate ? (
          <Form aria-label="Template" form={form}>
            <TextField {...form.field("title")} autoFocus label="Title" maxLength={80} />
            <TextArea
              {...form.field("text")}
              hint="{name} becomes the sender’s first name, {number} the message number."
              label="Text"
              maxLength={5_000}
              rows={7}
            />
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Button
                onClick={() => {
                  form.reset();
                  if (templates.length === 0) onClose();
                  else setEditedTemplate(null);
                }}
                size="small"
                variant="secondary"
              >
                Go back
              </Button>
              <SubmitButton busyLabel="Saving..." form={form} size="small">
                Save template
              </SubmitButton>
            </div>
          </Form>
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
                    onClick={() => setEditedTemplate(template)}
                    size="small"
                    variant="secondary"
                  >
                    Change
                  </Button>
                  <Button
                    aria-label={`Delete ${template.title}`}
                    busy={form.acting === template.id}
                    onClick={() => void remove(template.id)}
                    size="small"
                    variant="quiet"
                  >
                    Delete
                  </Button>
                </li>
              ))}
            </ul>
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Button onClick={onClose} size="small" variant="secondary">
                Done
              </Button>
              <Button onClick={() => setEditedTemplate("new")} size="small">
                Add template
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}
