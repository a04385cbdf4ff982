import { FormFailure } from "../forms/form";
import { useStaffActions } from "../office/use-staff-form";
import { useOffice } from "../office/calls";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { showToast } from "../ui/toasts";

/** Whether everyone must have a second factor. It is saved when ticked. */
export function StaffRulesCard({
  required,
  onSaved,
}: {
  required: boolean;
  onSaved: () => Promise<void>;
}) {
  const { api, call } = useOffice();
  const actions = useStaffActions();
  const save = (secondFactorRequired: boolean) =>
    actions.act(
      "save",
      () => call(api.admin.settings.staff.$put({ json: { secondFactorRequired } })),
      () => {
        showToast(
          "success",
          secondFactorRequired
            ? "Everyone now needs a second factor"
            : "A second factor is now optional",
        );
        return onSaved();
      },
    );
  return (
    <Card>
      <Checkbox
        checked={required}
        disabled={actions.busy}
        label="Require a second factor for everyone"
        name="secondFactorRequired"
        onChange={(event) => void save(event.target.checked)}
      />
      <p className="text-ink-muted">
        People without a second factor must set one up, now or at their next sign-in, before they
        can continue.
      </p>
      <FormFailure className="mt-3 empty:hidden" form={actions} />
    </Card>
  );
}
