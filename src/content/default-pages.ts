/**
 * What public pages say until the operator says otherwise. In braces stand facts of the operator, as
 * `rules.ts` lists them; they are worked in whenever a page is shown.
 */
import type { Offerable } from "../settings/offer-contract";
import type { PageKey, PageValue } from "./values-contract";

type Section = [key: string, title: string, text: string];

const page = (
  heading: string,
  lead: string,
  description: string,
  ...sections: Section[]
): PageValue => ({
  heading,
  lead,
  description,
  sections: sections.map(([key, title, text]) => ({ key, title, text })),
  picture: null,
  landscape: null,
});

/** Sections about a service: without it they are not shown. By page and key. */
export const sectionServices: Readonly<Record<string, Offerable>> = {
  "home/care": "care",
  "home/company": "companies",
  "pricing/account": "companies",
  "fleet/mobility": "care",
};

export const defaultPages: Record<PageKey, PageValue> = {
  home: page(
    "Your car is waiting. The price is already agreed.",
    "Private cars with drivers in {town}: {rides}.",
    "{brand} drives you in {town}: {rides}, at a price you see before you book.",
    [
      "price",
      "The price first",
      "You see what a ride costs before you give us your name. What you agree to is what you pay, unless you change the trip or keep the driver waiting beyond the free time.",
    ],
    [
      "driver",
      "A driver you can follow",
      "On the day you see who drives you and where the car is. You can pass the link on to whoever waits for you.",
    ],
    [
      "care",
      "Help where you need it",
      "Wheelchair, attendant, an appointment that must not be missed: say it when you book, and the vehicle that comes is fitted for it.",
    ],
    [
      "company",
      "For companies",
      "Staff ride on the company's account, with cost centres and one invoice. [Write to us](/contact-us?topic=company) and we set it up.",
    ],
  ),
  about: page(
    "Rides in {town} that you can count on",
    "{brand} is a small fleet: the people who answer your call know the drivers, the cars and the roads.",
    "Who {brand} is, how we drive in {town}, and what you can expect of us from the booking to the receipt.",
    [
      "what",
      "What we do",
      "In {town} we offer {offers}. [See all of it](/services), or [write to us](/contact-us).",
    ],
    [
      "promise",
      "What you can count on",
      "- **The price is agreed before you ride.** It is shown line by line, and kept with the booking.\n- **You know who comes.** Name, car and plate are yours as soon as a driver is assigned.\n- **The right vehicle.** A trip is only given to a vehicle with the room and the equipment it needs.\n- **Papers in order.** A driver whose licence or insurance has run out is not given a trip.",
    ],
    [
      "people",
      "The people",
      "Every driver applies with licence, references and photos of the car, and each paper is looked at by a person before the first ride. Our office in {town} answers {hours}.",
    ],
    [
      "talk",
      "Talk to us",
      "Call {phone} or [write to us](/contact-us). If something went wrong on a ride, tell us: the booking's record says what happened and when.",
    ],
  ),
  services: page(
    "What we can do for you",
    "All that you can book with us, and what it includes.",
    "The services of {brand} in {town}: {offers}.",
    [
      "rides",
      "Rides",
      "From one place to another, with stops on the way, at a price you know beforehand.",
    ],
    [
      "ask",
      "Something else?",
      "Tell us what you need. Call {phone} or [write to us](/contact-us): if we can do it, we will say how and at what price.",
    ],
  ),
  pricing: page(
    "What a ride costs",
    "Every price is worked out from the list below. You see yours, line by line, before you book.",
    "Prices of {brand} in {town}: base fares, distance, extras, waiting time and what cancelling costs.",
    [
      "how",
      "How a price comes about",
      "A ride costs a base fare, the distance and the time, raised to the minimum fare where it is lower. Some routes have one price whatever the traffic. Surcharges and extras are lines of their own, so nothing hides in the total.",
    ],
    ["waiting", "Waiting", "{waiting} After that each begun minute is charged as the list says."],
    ["cancelling", "Cancelling", "{cancellation}"],
    ["paying", "Paying", "Pay in the car in cash or by card. You get a receipt for each ride."],
    [
      "account",
      "On account",
      "Companies that ride with us pay one invoice for all rides of their people. [Ask for an account](/company-account).",
    ],
  ),
  fleet: page(
    "The cars you ride in",
    "Choose by the people and bags that come along.",
    "The vehicles of {brand}: how many people and bags each takes, and what it costs from.",
    [
      "fit",
      "Which one fits?",
      "Count the people and the large bags. If you are between two sizes, take the larger one: bags that do not fit cannot be left behind.",
    ],
    [
      "mobility",
      "Wheelchairs and more",
      "Say at the booking which chair you use, whether you can change to a seat, and who comes along. Only vehicles with the equipment for it are offered then.",
    ],
    [
      "seats",
      "Child seats",
      "Child seats are added to a booking as an extra, one for each child. They are in the car when it comes.",
    ],
  ),
  "request-ride": page(
    "Where to?",
    "Say where and when, and see the price. You need no account for that.",
    "Ask {brand} for a ride in {town}: pickup, destination and time, and the price before you book.",
    [
      "notice",
      "How early, how late?",
      "We need {notice} of notice. For an early morning or a special vehicle, book the day before: then it is planned, not found.",
    ],
    [
      "call",
      "Rather call?",
      "Call {phone}. We take the booking for you, and you get the same confirmation.",
    ],
  ),
  blog: page(
    "News and notes",
    "What is new with us, and what helps when you travel in {town}.",
    "News from {brand}, and notes on getting around {town}.",
  ),
  faq: page(
    "Questions and answers",
    "What people ask us most. Yours is not among them? Call {phone} or write to us.",
    "Answers about booking, prices, paying, changing and cancelling rides with {brand} in {town}.",
  ),
  team: page(
    "The people behind {brand}",
    "Who plans your ride, and who answers when you call.",
    "The people of {brand} in {town}.",
  ),
  history: page(
    "How we got here",
    "From the first car to the fleet of today.",
    "The history of {brand} in {town}.",
  ),
  "contact-us": page(
    "Write to us",
    "We read every message. For a ride within the next hours, please call {phone}.",
    "How to reach {brand} in {town}: phone, e-mail, opening hours and a form.",
  ),
  joinUs: page(
    "Drive with {brand}",
    "Your car, your hours, and rides that are planned before the day begins.",
    "Drive with {brand} in {town}: what you need, what you are paid and how to apply.",
    [
      "how",
      "How it works",
      "You say when you are available, and see each ride with its pay before you accept it. Every week closes with a statement that lists ride by ride what you earned.",
    ],
    [
      "need",
      "What you need",
      "- A valid driving licence and some years on the road\n- A car in good order, registered and insured\n- Your identity document, proof of address and photos of the car\n\nThe application leads you through it. You can stop and go on later; nothing that you sent is lost.",
    ],
    [
      "next",
      "What happens next",
      "A person looks at each paper. If one is missing or has run out, we tell you which, and you send it again without beginning anew.",
    ],
  ),
};
