import { type FormEvent, useState } from "react";
import type { StaffView, ViewSearch } from "../../src/dispatch/board/view-contract";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { TextField } from "../ui/text-field";
import type { ViewWrite } from "./use-views";

/** Keeps what the board shows under a name; a view that was changed can be kept as it is now. */
export default function SaveViewDialog({
  search,
  changed,
  write,
  onSaved,
  onClose,
}: {
  search: ViewSearch;
  /** The view whose filters are no longer those that were saved. */
  changed: StaffView | null | undefined;
  write: ViewWrite;
  /** The view that is shown from now on; undefined: the one that has these filters. */
  onSaved: (id: string | undefined) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState("");
  const [nameless, setNameless] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const run = async (work: Parameters<ViewWrite>[0], id: string | undefined) => {
    setBusy(true);
    const refused = await write(work);
    setBusy(false);
    if (refused !== null) return setFailure(refused);
    onSaved(id);
    onClose();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") {
      setNameless(true);
      document.getElementById(nameId)?.focus();
      return;
    }
    void run((api) => api.admin.views.$post({ json: { name: name.trim(), search } }), undefined);
  };
  return (
    <Dialog onClose={onClose} open title="Save this view">
      <p>It stands beside the others for you alone. Its address can be sent to anybody.</p>
      <form method="post" className="mt-4 grid gap-4 text-ink" noValidate onSubmit={save}>
        <TextField
          autoComplete="off"
          autoFocus
          error={nameless ? "Give it a name" : undefined}
          id={nameId}
          label="Name"
          maxLength={40}
          onChange={(event) => {
            setName(event.target.value);
            setNameless(false);
            setFailure(null);
          }}
          value={name}
        />
        {failure !== null && (
          <div role="alert">
            <NoticeBanner tone="danger">{failure}</NoticeBanner>
          </div>
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button className="sm:me-auto" onClick={onClose} size="small" variant="quiet">
            Go back
          </Button>
          {changed && (
            <Button
              disabled={busy}
              onClick={() =>
                void run(
                  (api) =>
                    api.admin.views[":id"].$put({ param: { id: changed.id }, json: { search } }),
                  changed.id,
                )
              }
              size="small"
              variant="secondary"
            >
              Change “{changed.name}”
            </Button>
          )}
          <Button busy={busy} busyLabel="Saving..." size="small" type="submit">
            Save as new
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const nameId = "view-name";
