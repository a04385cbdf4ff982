import { ButtonLink } from "../../ui/button-link";
import { EmptyState } from "../../ui/empty-state";
import { useWords } from "../../words/use-words";

/** Shown for a trip that is not, or no longer, the driver's. */
export function NotMyTrip() {
  const t = useWords();
  return (
    <>
      <h1 className="sr-only">{t("Trip")}</h1>
      <EmptyState
        action={<ButtonLink to="/driver/dashboard">{t("Go to Home")}</ButtonLink>}
        title={t("This trip is not yours")}
      >
        {t("Dispatch may have assigned this trip to another driver. Your own trips are on Home.")}
      </EmptyState>
    </>
  );
}
