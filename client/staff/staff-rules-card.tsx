import { useState } from "react";
import { failureText, LeftScreen, useOffice } from "../office/calls";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { NoticeBanner } from "../ui/notice-banner";
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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (secondFactorRequired: boolean) => {
    setBusy(true);
    setFailure(null);
    try {
      await call(api.admin.settings.staff.$put({ json: { secondFactorRequired } }));
      showToast(
        "success",
        secondFactorRequired
          ? "All staff need a second factor now"
          : "The second factor is everybody’s own choice now",
      );
      await onSaved();
    } catch (error) {
      if (!(error instanceof LeftScreen)) setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card>
      <Checkbox
        checked={required}
        disabled={busy}
        label="All staff need a second factor"
        name="secondFactorRequired"
        onChange={(event) => void save(event.target.checked)}
      />
      <p className="text-ink-muted">
        Who has none is led to set it up, now or at the next sign-in, and gets no further without.
      </p>
      <div className="mt-3 empty:hidden" role="alert">
        {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      </div>
    </Card>
  );
}
