import { ButtonLink } from "../ui/button-link";
import { EmptyState } from "../ui/empty-state";
import { useWords } from "../words/use-words";

/** Shown for a statement that does not exist or is not the driver's. */
export function NotMyStatement() {
  const t = useWords();
  return (
    <>
      <h1 className="sr-only">{t("Statement")}</h1>
      <EmptyState
        action={<ButtonLink to="/driver/dashboard/billing">{t("Go to Driver Billing")}</ButtonLink>}
        title={t("This is not your statement")}
      >
        {t("Your own statements are under Driver Billing.")}
      </EmptyState>
    </>
  );
}
