import type { StaffView, ViewSearch } from "../../src/dispatch/board/view-contract";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { useForm } from "../forms/use-form";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/text-field";
import type { UpdateViews } from "./use-views";

/** Saves the board's filters as a new view, or updates a changed one. */
export default function SaveViewDialog({
  search,
  changedView,
  write,
  onSaved,
  onClose,
}: {
  search: ViewSearch;
  /** The view whose filters have been changed. */
  changedView: StaffView | null | undefined;
  write: UpdateViews;
  /** Receives the id of the view to show now; undefined for the one with these filters. */
  onSaved: (id: string | undefined) => void;
  onClose: () => void;
}) {
  const send = async (update: Parameters<UpdateViews>[0]) => {
    const failureText = await write(update);
    if (failureText !== null) throw new Error(failureText);
  };
  const onDone = (id: string | undefined) => {
    onSaved(id);
    onClose();
  };
  const form = useForm({
    initialValues: { name: "" },
    validate: ({ name }) => ({ name: !name.trim() && "Enter a name" }),
    send: ({ name }) =>
      send((api) => api.admin.views.$post({ json: { name: name.trim(), search } })),
    failureTextOf: (error) => (error instanceof Error ? error.message : null),
    onSaved: () => onDone(undefined),
  });
  const updateView = ({ id }: StaffView) =>
    form.act(
      "change",
      () => send((api) => api.admin.views[":id"].$put({ param: { id }, json: { search } })),
      () => onDone(id),
    );
  return (
    <Dialog onClose={onClose} open title="Save view">
      <p>Only you see this view. You can send its link to anyone on your team.</p>
      <Form className="mt-4 grid gap-4 text-ink" form={form}>
        <TextField
          {...form.field("name")}
          autoComplete="off"
          autoFocus
          label="Name"
          maxLength={40}
        />
        <FormFailure form={form} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button className="sm:me-auto" onClick={onClose} size="small" variant="quiet">
            Go back
          </Button>
          {changedView && (
            <Button
              disabled={form.busy}
              onClick={() => void updateView(changedView)}
              size="small"
              variant="secondary"
            >
              {`Update “${changedView.name}”`}
            </Button>
          )}
          <SubmitButton busyLabel="Saving..." form={form} size="small">
            Save new view
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
