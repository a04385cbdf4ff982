import { useEffect, useRef } from "react";
import { ButtonLink } from "../../ui/button-link";
import { useWords } from "../../words/use-words";

/** The message that replaces the form after sending. */
export function RideRequested({
  focused,
}: {
  /** Whether it replaced a form that had the focus. It then takes the focus, so that screen readers continue here. */
  focused: boolean;
}) {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <div className="grid justify-items-start gap-4">
      <h2 className="text-lg outline-none" ref={heading} tabIndex={-1}>
        {t("Thank you. We’ll call you back.")}
      </h2>
      <p className="text-ink-muted">
        {t(
          "We have your request and will get back to you with the price. Nothing is booked until you say so.",
        )}
      </p>
      <ButtonLink to="/" variant="secondary">
        {t("Go to the home page")}
      </ButtonLink>
    </div>
  );
}
