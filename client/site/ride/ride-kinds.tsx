import { useRouteContext } from "@tanstack/react-router";
import type { OfferableService } from "../../../src/settings/offerable-services-contract";
import { useWords } from "../../words/use-words";
import { type Phrase, phrase } from "../../words/words";
import { Illustration, type IllustrationName } from "../illustration";
import { SiteLink } from "../../ui/site-link";

const kinds: readonly {
  drawing: IllustrationName;
  title: Phrase;
  text: Phrase;
  href: string;
  /** The service it belongs to. Rides from door to door are always offered. */
  service?: OfferableService;
}[] = [
  {
    drawing: "airport",
    service: "airport",
    title: phrase("Airport transfers"),
    text: phrase(
      "Give us your flight number and the driver meets you at arrivals, with a sign if you like. For a departure, we plan the pickup so that you arrive in good time.",
    ),
    href: "/reservation",
  },
  {
    drawing: "ride",
    title: phrase("From door to door"),
    text: phrase(
      "From any door to any other, with stops on the way, at one price agreed before you get in.",
    ),
    href: "/reservation",
  },
  {
    drawing: "hourly",
    service: "hourly",
    title: phrase("By the hour"),
    text: phrase(
      "The car and driver stay with you, from meeting to meeting, for as long as you have booked.",
    ),
    href: "/reservation",
  },
  {
    drawing: "company",
    service: "companies",
    title: phrase("For companies"),
    text: phrase(
      "Your people book and ride, and you get one invoice that lists every trip and cost centre.",
    ),
    href: "/company-account",
  },
];

/** The columns by number of kinds. A single kind has its text beside it. */
const columnStyles: Record<number, string> = {
  2: "sm:grid-cols-2",
  3: "sm:grid-cols-3",
  4: "sm:grid-cols-2 lg:grid-cols-4",
};

/** The kinds of rides, each with a link to its form. */
export function RideKinds() {
  const t = useWords();
  const { services } = useRouteContext({ from: "__root__" }).settings;
  const shownKinds = kinds.filter(
    ({ service }) => service === undefined || services.includes(service),
  );
  return (
    <ul className={`mt-8 grid gap-x-6 gap-y-8 sm:gap-y-10 ${columnStyles[shownKinds.length]}`}>
      {shownKinds.map(({ drawing, title, text, href }) => (
        // On a phone the drawing is beside the text, so that all four rows are visible at a glance.
        <li
          className={`relative grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-4 ${shownKinds.length > 1 ? "sm:block" : "sm:grid-cols-[20rem_minmax(0,1fr)] sm:gap-8"}`}
          key={drawing}
        >
          <Illustration name={drawing} />
          <div>
            <h3 className="text-lg sm:mt-4">
              <SiteLink className="after:absolute after:inset-0" href={href}>
                {t.of(title)}
              </SiteLink>
            </h3>
            <p className="mt-1 text-ink-muted">{t.of(text)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
