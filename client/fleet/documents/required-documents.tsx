import { useEffect, useState } from "react";
import type { DocumentRulesAnswer, RequirableKind } from "../../../src/documents/contract";
import { documentName } from "../../../src/documents/kinds";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Dialog } from "../../ui/dialog";
import { NoticeBanner } from "../../ui/notice-banner";
import { SkeletonRows } from "../../ui/skeleton";
import { failureText, LeftScreen, useOffice } from "../../office/calls";
import { useSave } from "../../office/use-save";

/** In the order in which they are asked. */
const kinds: readonly RequirableKind[] = [
  "driving_licence",
  "vehicle_insurance",
  "vehicle_registration",
  "vehicle_inspection",
  "identity",
  "police_clearance",
  "work_permit",
  "drug_test",
  "proof_of_address",
  "reference",
  "bank_statement",
];

/** Which documents are required of drivers and vehicles; the owner says it. */
export function RequiredDocuments({
  onSaved,
  onClose,
}: {
  onSaved: () => void;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const saving = useSave();
  const [answer, setAnswer] = useState<DocumentRulesAnswer | null>(null);
  const [required, setRequired] = useState<readonly RequirableKind[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    call(api.admin.settings.documents.$get()).then(
      (found) => {
        setAnswer(found);
        setRequired(found.rules.required);
      },
      (error: unknown) => {
        if (!(error instanceof LeftScreen)) setFailure(failureText(error));
      },
    );
  }, [api, call]);
  const save = async () => {
    if (!answer) return;
    const json = { required: [...required], version: answer.version };
    const send = () => call(api.admin.settings.documents.$put({ json }));
    if (await saving.save(send, "Saved")) onSaved();
  };
  const said = failure ?? saving.failure;
  return (
    <Dialog onClose={onClose} open title="Required documents" wide>
      <form
        method="post"
        className="grid gap-4 text-ink text-sm"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="text-ink-muted">
          A trip is never assigned past the end of one of these. One that was never handed in is a
          warning when a driver is chosen.
        </p>
        {!answer && !failure && <SkeletonRows rows={4} />}
        {answer && (
          <fieldset className="grid sm:grid-cols-2">
            <legend className="sr-only">Required documents</legend>
            {kinds.map((kind) => (
              <Checkbox
                checked={required.includes(kind)}
                key={kind}
                label={documentName(kind)}
                onChange={(event) =>
                  setRequired(
                    event.target.checked
                      ? [...required, kind]
                      : required.filter((each) => each !== kind),
                  )
                }
              />
            ))}
          </fieldset>
        )}
        <div className="empty:hidden" role="alert">
          {said && <NoticeBanner tone="danger">{said}</NoticeBanner>}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose} size="small" type="button" variant="secondary">
            Go back
          </Button>
          <Button
            busy={saving.busy}
            busyLabel="Saving..."
            disabled={!answer}
            size="small"
            type="submit"
          >
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
