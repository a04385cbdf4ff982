import { FormFailure } from "../forms/form";
import type { FormState } from "../forms/use-form";
import { Button } from "../ui/button";
import { isEditConflict } from "./use-staff-form";

/** Explains why a form was not saved. If somebody else saved first, offers to save over their version. */
export function SaveFailure({
  form,
  onOverwrite = form.submit,
}: {
  form: FormState;
  /** Saves the typed values over what somebody else saved. */
  onOverwrite?: () => Promise<void>;
}) {
  const isOutdated = isEditConflict(form.code);
  return (
    <FormFailure
      action={
        isOutdated && (
          <Button
            busy={form.busy}
            busyLabel="Saving..."
            onClick={() => void onOverwrite()}
            size="small"
            variant="secondary"
          >
            Save my version instead
          </Button>
        )
      }
      className="empty:hidden"
      form={form}
    >
      {isOutdated && " Your changes are still here."}
    </FormFailure>
  );
}
