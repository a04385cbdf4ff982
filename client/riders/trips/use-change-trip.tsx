import { useRouter } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import type { Api } from "../../api";
import { lazy } from "../../lazy";
import { Button } from "../../ui/button";
import { LazyPopup } from "../../ui/dialogs";
import { useWords } from "../../words/use-words";

const ChangeForm = lazy(async () => (await import("../../booking/change-form")).ChangeForm);

/** Makes the button to change a trip, and the form, which loads when it is needed. */
export function useChangeTrip(api: Api, trip: Reservation) {
  const t = useWords();
  const { words } = useRouter().options.context;
  const [isOpen, setOpen] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const [failed, setFailed] = useState(false);
  const [done, setDone] = useState(false);

  const open = async () => {
    setIsLoading(true);
    setDone(false);
    try {
      // The form has the fields of the booking form, so it needs their words.
      await Promise.all([ChangeForm.preload(), words.load(["booking"])]);
      setOpen(true);
    } catch {
      setFailed(true);
    } finally {
      setIsLoading(false);
    }
  };
  return {
    button: (
      <>
        <Button
          busy={isLoading}
          icon={<Pencil aria-hidden="true" size={20} />}
          onClick={() => void open()}
          variant="quiet"
        >
          {t("Change trip")}
        </Button>
        <LazyPopup kind="error" onClose={() => setFailed(false)} open={failed}>
          {t("The form could not be loaded. Please check your connection and try again.")}
        </LazyPopup>
      </>
    ),
    form: isOpen ? (
      <ChangeForm
        api={api}
        onClose={(isChanged) => {
          setOpen(false);
          setDone(isChanged);
        }}
        trip={trip}
      />
    ) : null,
    /** Whether the last change succeeded. */
    done,
  };
}
