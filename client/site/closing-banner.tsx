import type { ShownPage } from "../../src/content/contract";
import type { OperatorFacts } from "./operator-facts";
import { ButtonLink } from "../ui/button-link";
import { Sections } from "./sections";
import { useWords } from "../words/use-words";

/** The end of a page: its text sections, then a price or phone button. While booking is closed, the contact form. */
export function ClosingBanner({
  operator: { town, phone, bookingClosed },
  title,
  sections = [],
  hiddenSections = [],
}: {
  operator: OperatorFacts;
  sections?: ShownPage["sections"] | undefined;
  /** The keys of the sections not shown here. */
  hiddenSections?: readonly string[] | undefined;
  /** The title; "Where to in Kigali?" by default. */
  title?: string;
}) {
  const t = useWords();
  return (
    <>
      <Sections sections={sections.filter(({ key }) => !hiddenSections.includes(key))} />
      <section className="on-scene bg-scene-top text-scene-ink">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-6 px-4 py-12 sm:px-6 md:py-16">
          <div className="min-w-0">
            <h2 className="break-words text-xl">{title ?? t("Where to in {town}?", { town })}</h2>
            <p className="mt-2 text-scene-muted">
              {bookingClosed
                ? t("Online booking is closed for now. Our office is happy to help.")
                : t("You know the price before you ride.")}
            </p>
          </div>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            <ButtonLink to={bookingClosed ? "/contact-us" : "/reservation"} variant="scene">
              {bookingClosed ? t("Write to us") : t("Get a price")}
            </ButtonLink>
            {phone && (
              <a
                className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline"
                href={`tel:${phone.replace(/[^+0-9]/g, "")}`}
              >
                {t("Call {phone}", { phone })}
              </a>
            )}
          </div>
        </div>
      </section>
    </>
  );
}
