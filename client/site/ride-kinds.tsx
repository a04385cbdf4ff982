import { Illustration, type IllustrationName } from "./illustration";

const kinds: readonly { drawing: IllustrationName; title: string; text: string; href: string }[] = [
  {
    drawing: "airport",
    title: "Airport transfers",
    text: "Give us the flight number: the driver meets you at the arrivals, with a sign if you like. On the way out we plan back from the departure.",
    href: "/reservation",
  },
  {
    drawing: "ride",
    title: "From door to door",
    text: "From any door to any other, with stops on the way, at one price that is agreed before you get in.",
    href: "/reservation",
  },
  {
    drawing: "hourly",
    title: "By the hour",
    text: "Car and driver stay with you, from meeting to meeting, for as long as you have booked.",
    href: "/reservation",
  },
  {
    drawing: "company",
    title: "For companies",
    text: "Your people book and ride, and you get one invoice with cost centres, trip by trip.",
    href: "/company-account",
  },
];

/** The kinds of rides, each leading to where it begins. */
export function RideKinds() {
  return (
    <ul className="mt-8 grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
      {kinds.map(({ drawing, title, text, href }) => (
        <li className="relative" key={title}>
          <Illustration name={drawing} />
          <h3 className="mt-4 text-lg">
            <a className="after:absolute after:inset-0" href={href}>
              {title}
            </a>
          </h3>
          <p className="mt-1 text-ink-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
