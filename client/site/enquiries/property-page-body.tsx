import type { PostedForm } from "../../../src/contact/posted-form-contract";
import type { Api } from "../../api";
import { TextLink } from "../text-link";
import { RichSentence, useWords } from "../../words/use-words";
import type { OperatorFacts } from "../operator-facts";
import { PhoneLink } from "../phone-link";
import { FoundFormCard } from "./found-form";
import { LostReportCard } from "./lost-report-form";

/** The page about lost or found property: what happens with items, and the form. */
export function PropertyPageBody({
  kind,
  api,
  operator: { brand, phone },
  postedForm,
  wasSent,
}: {
  kind: "lost" | "found";
  api: Api;
  operator: OperatorFacts;
  postedForm: PostedForm | undefined;
  /** Whether the form was sent without scripts, in which case the server answers with this page. */
  wasSent: boolean;
}) {
  const t = useWords();
  const Card = kind === "lost" ? LostReportCard : FoundFormCard;
  return (
    <div className="mx-auto grid max-w-6xl gap-10 px-4 py-12 sm:px-6 md:py-20 lg:grid-cols-[20rem_1fr] lg:gap-16">
      <div>
        <h1 className="text-xl md:text-2xl">
          {kind === "lost" ? t("Lost something?") : t("Found something?")}
        </h1>
        <p className="mt-4 text-ink-muted text-lg">
          {kind === "lost"
            ? t(
                "Did you leave something in a {brand} car? Tell us what it is, and we’ll compare your report with everything that is found.",
                { brand },
              )
            : t("Thank you for telling us what you found in or near a {brand} car.", {
                brand,
              })}
        </p>
        <div className="mt-6 grid gap-4 text-ink-muted">
          {kind === "lost" ? <LostPropertySection /> : <FoundPropertySection />}
          {phone && (
            <p>
              <RichSentence phone={<PhoneLink phone={phone} />} text="Is it urgent? Call {phone}" />
            </p>
          )}
        </div>
      </div>
      <div
        className="min-w-0 scroll-mt-(--bar) self-start rounded-xl border border-line bg-surface-raised p-6 shadow-sm sm:p-8"
        id="form"
      >
        <Card api={api} postedForm={postedForm} wasSent={wasSent} />
      </div>
    </div>
  );
}

function LostPropertySection() {
  const t = useWords();
  return (
    <>
      <p>
        {t(
          "We hand an item over only to its owner, so we’ll ask you to show that the item is yours.",
        )}
      </p>
      <p>
        {t(
          "Did you book with an account? Report the loss on the trip page, add a photo and follow the search.",
        )}
        <span className="block">
          <TextLink href="/trips">{t("My trips")}</TextLink>
        </span>
      </p>
      <p>
        <TextLink href="/found-property">{t("Found something instead?")}</TextLink>
      </p>
    </>
  );
}

function FoundPropertySection() {
  const t = useWords();
  return (
    <>
      <p>
        {t(
          "We register the item and give it only to its owner. Your name and contact stay with us.",
        )}
      </p>
      <p>
        {t("Still in the car? Just hand it to the driver, who will register it straight away.")}
      </p>
      <p>
        <TextLink href="/lost-property">{t("Lost something instead?")}</TextLink>
      </p>
    </>
  );
}
