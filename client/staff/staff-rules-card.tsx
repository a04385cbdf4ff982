import { FormFailure } from "../forms/form";
import { useStaffActs } from "../office/use-staff-form";
import { useOffice } from "../office/calls";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { showToast } from "../ui/toasts";

/** Whether all staff must have a second factor; saved as soon as it is ticked. */
export function StaffRules({
  required,
  onSaved,
}: {
  required: boolean;
  onSaved: () => Promise<void>;
}) {
  const { api, call } = useOffice();
  const acts = useStaffActs();
  const save = (secondFactorRequired: boolean) =>
    acts.act(
      "save",
      () => call(api.admin.settings.staff.$put({ json: { secondFactorRequired } })),
      () => {
        showToast(
          "success",
          secondFactorRequired
            ? "All staff need a second factor now"
            : "The second factor is everybody’s own choice now",
        );
        return onSaved();
      },
    );
  return (
    <Card>
      <Checkbox
        checked={required}
        disabled={acts.busy}
        label="All staff need a second factor"
        name="secondFactorRequired"
        onChange={(event) => void save(event.target.checked)}
      />
      <p className="text-ink-muted">
        Who has none is led to set it up, now or at the next sign-in, and gets no further without.
      </p>
      <FormFailure className="mt-3 empty:hidden" form={acts} />
    </Card>
  );
}
