import type { PostedForm } from "../../../src/contact/form-contract";
import type { Api } from "../../api";
import { TextLink } from "../text-link";
import { Said, useWords } from "../../words/use-words";
import type { OperatorFacts } from "../operator-facts";
import { PhoneLink } from "../phone-link";
import { FoundCard } from "./found-form";
import { LostCard } from "./lost-form";

/** The page of something lost or found: what happens with it, and the form beside. */
export function PropertyBody({
  kind,
  api,
  operator: { brand, phone },
  posted,
  wasSent,
}: {
  kind: "lost" | "found";
  api: Api;
  operator: OperatorFacts;
  posted: PostedForm | undefined;
  /** It was sent without scripts: the page is its answer. */
  wasSent: boolean;
}) {
  const t = useWords();
  const Card = kind === "lost" ? LostCard : FoundCard;
  return (
    <div className="mx-auto grid max-w-6xl gap-10 px-4 py-12 sm:px-6 md:py-20 lg:grid-cols-[20rem_1fr] lg:gap-16">
      <div>
        <h1 className="text-xl md:text-2xl">
          {kind === "lost" ? t("Lost something?") : t("Found something?")}
        </h1>
        <p className="mt-4 text-ink-muted text-lg">
          {kind === "lost"
            ? t(
                "Left in a car of {brand}? Tell us what it is: every report is compared with what is found.",
                { brand },
              )
            : t("In a car of {brand}, or where one of them stopped: thank you for telling us.", {
                brand,
              })}
        </p>
        <div className="mt-6 grid gap-4 text-ink-muted">
          {kind === "lost" ? <OfLost /> : <OfFound />}
          {phone && (
            <p>
              <Said phone={<PhoneLink phone={phone} />} text="Is it urgent? Call {phone}" />
            </p>
          )}
        </div>
      </div>
      <div
        className="min-w-0 scroll-mt-(--bar) self-start rounded-xl border border-line bg-surface-raised p-6 shadow-sm sm:p-8"
        id="form"
      >
        <Card api={api} posted={posted} wasSent={wasSent} />
      </div>
    </div>
  );
}

function OfLost() {
  const t = useWords();
  return (
    <>
      <p>
        {t("What is found is handed over to its owner alone: we ask you to show that it is yours.")}
      </p>
      <p>
        {t(
          "Did you book with an account? Report it at the trip, with a photo, and follow what comes of it.",
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

function OfFound() {
  const t = useWords();
  return (
    <>
      <p>
        {t(
          "It goes into our register and to nobody but its owner. Your name and your contact are for us alone.",
        )}
      </p>
      <p>
        {t(
          "Still in the car? The easiest is to hand it to the driver, who writes it down at once.",
        )}
      </p>
      <p>
        <TextLink href="/lost-property">{t("Lost something instead?")}</TextLink>
      </p>
    </>
  );
}
