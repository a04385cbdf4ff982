import { Pencil } from "lucide-react";
import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import type { Api } from "../../api";
import { Button } from "../../ui/button";
import { LatePopup } from "../../ui/late-dialogs";
import { useWords } from "../../words/use-words";

type ChangeForm = typeof import("../../booking/change-form").ChangeForm;

/** The button to change a trip, and the form that it opens; that is loaded when it is asked for. */
export function useChangeTrip(api: Api, trip: Reservation) {
  const t = useWords();
  const [Form, setForm] = useState<{ Part: ChangeForm } | null>(null);
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState(false);
  const [done, setDone] = useState(false);

  const open = async () => {
    setLoading(true);
    setDone(false);
    try {
      const { ChangeForm } = await import("../../booking/change-form");
      setForm({ Part: ChangeForm });
    } catch {
      setFailed(true);
    } finally {
      setLoading(false);
    }
  };
  return {
    button: (
      <>
        <Button
          busy={loading}
          icon={<Pencil aria-hidden="true" size={20} />}
          onClick={() => void open()}
          variant="quiet"
        >
          {t("Change trip")}
        </Button>
        <LatePopup kind="error" onClose={() => setFailed(false)} open={failed}>
          {t("The form could not be loaded. Please check your connection and try again.")}
        </LatePopup>
      </>
    ),
    form: Form && (
      <Form.Part
        api={api}
        onClose={(changed) => {
          setForm(null);
          setDone(changed);
        }}
        trip={trip}
      />
    ),
    /** The last change went through. */
    done,
  };
}
