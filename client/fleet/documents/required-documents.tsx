import { useCallback } from "react";
import type { RequirableKind } from "../../../src/documents/contract";
import { documentName } from "../../../src/documents/kinds";
import { FormDialog } from "../../forms/form-dialog";
import { Checkbox } from "../../ui/checkbox";
import { SkeletonRows } from "../../ui/skeleton";
import { useOffice } from "../../office/calls";
import { useQuery } from "../../office/use-query";
import { useStaffForm } from "../../office/use-staff-form";

/** The kinds, in the order of the form. */
const documentKinds: readonly RequirableKind[] = [
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

/** The documents that are required of drivers and vehicles, which the owner chooses. */
export function RequiredDocuments({
  onSaved,
  onClose,
}: {
  onSaved: () => void;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const loadRules = useCallback(() => call(api.admin.settings.documents.$get()), [api, call]);
  const { answer, failure, load } = useQuery(loadRules);
  const form = useStaffForm({
    initialValues: { required: answer?.rules.required ?? [] },
    send: ({ required }) => {
      const json = { required: [...required], version: answer?.version ?? 0 };
      return call(api.admin.settings.documents.$put({ json }));
    },
    successText: "Saved",
    onSaved,
    onFailed: load,
  });
  const { required } = form.typed;
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      disabled={!answer}
      form={{ ...form, failure: form.failure ?? failure }}
      onClose={onClose}
      submitLabel="Save"
      title="Required documents"
      wide
    >
      <p className="text-ink-muted">
        A driver or vehicle can’t be assigned to a trip whose pickup is after one of these documents
        expires. If a document was never submitted, you’ll see a warning when you choose a driver.
      </p>
      {!answer && !failure && <SkeletonRows rows={4} />}
      {answer && (
        <fieldset className="grid sm:grid-cols-2">
          <legend className="sr-only">Required documents</legend>
          {documentKinds.map((kind) => (
            <Checkbox
              checked={required.includes(kind)}
              key={kind}
              label={documentName(kind)}
              onChange={(event) =>
                form.set({
                  required: event.target.checked
                    ? [...required, kind]
                    : required.filter((each) => each !== kind),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
