/**
 * The built-in texts of public pages, which apply until the operator changes them. Names in braces stand for facts
 * about the operator, as `rules.ts` lists them, and are filled in whenever a page is shown.
 */
import type { OfferableService } from "../settings/offerable-services-contract";
import type { PageKey, PageValue } from "./content-values-contract";

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

/** The services that page sections are about, by page and key. A section is hidden if its service is not offered. */
export const serviceBySection: Readonly<Record<string, OfferableService>> = {
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
      "On the day, you see who is driving you and where the car is. You can share the link with anyone who is waiting for you.",
    ],
    [
      "care",
      "Help where you need it",
      "Do you use a wheelchair, bring an attendant, or have an appointment you must not miss? Tell us when you book, and we send a vehicle that is equipped for it.",
    ],
    [
      "company",
      "For companies",
      "Staff ride on the company's account, with cost centres and one invoice. [Write to us](/contact-us?topic=company) and we’ll set it up.",
    ],
  ),
  about: page(
    "Rides in {town} that you can count on",
    "{brand} is a small fleet: the people who answer your call know the drivers, the cars and the roads.",
    "Who {brand} is, how we drive in {town}, and what you can expect from us, from booking to receipt.",
    [
      "what",
      "What we do",
      "In {town} we offer {offers}. [See all our services](/services), or [write to us](/contact-us).",
    ],
    [
      "promise",
      "What you can count on",
      "- **The price is agreed before you ride.** You see it line by line, and it stays with the booking.\n- **You know who is coming.** You get the name, the car and the plate as soon as a driver is assigned.\n- **The right vehicle.** We only assign a vehicle with the room and the equipment your trip needs.\n- **Papers in order.** A driver whose licence or insurance has expired gets no trips.",
    ],
    [
      "people",
      "The people",
      "Every driver applies with a licence, references and photos of the car, and we check each document ourselves before the first ride. Our office in {town} answers {hours}.",
    ],
    [
      "talk",
      "Talk to us",
      "Call {phone} or [write to us](/contact-us). If something went wrong on a ride, tell us: the booking record shows what happened and when.",
    ],
  ),
  services: page(
    "What we can do for you",
    "Everything you can book with us, and what it includes.",
    "{brand}’s services in {town}: {offers}.",
    [
      "rides",
      "Rides",
      "From one place to another, with stops on the way, at a price you know in advance.",
    ],
    [
      "ask",
      "Something else?",
      "Tell us what you need. Call {phone} or [write to us](/contact-us): if we can do it, we’ll tell you how and at what price.",
    ],
  ),
  pricing: page(
    "What a ride costs",
    "Every price is worked out from the list below. You see yours, line by line, before you book.",
    "{brand}’s prices in {town}: base fares, distance, extras, waiting time and what cancelling costs.",
    [
      "how",
      "How we work out a price",
      "A ride costs a base fare plus the distance and the time, and at least the minimum fare. Some routes have one price, whatever the traffic. Surcharges and extras are separate lines, so nothing is hidden in the total.",
    ],
    [
      "waiting",
      "Waiting",
      "{waiting} After that, each minute or part of a minute is charged as listed.",
    ],
    ["cancelling", "Cancelling", "{cancellation}"],
    ["paying", "Paying", "Pay in the car, in cash or by card. You get a receipt for each ride."],
    [
      "account",
      "On account",
      "Companies that ride with us get one invoice for all their people’s rides. [Ask for an account](/company-account).",
    ],
  ),
  fleet: page(
    "The cars you ride in",
    "Choose by how many people and bags you are bringing.",
    "{brand}’s vehicles: how many people and bags each takes, and what it costs.",
    [
      "fit",
      "Which one fits?",
      "Count the people and the large bags. If you are between two sizes, choose the larger one, so that every bag fits.",
    ],
    [
      "mobility",
      "Wheelchairs and more",
      "When you book, tell us which wheelchair you use, whether you can transfer to a seat, and who is coming along. We then only offer vehicles with the right equipment.",
    ],
    [
      "seats",
      "Child seats",
      "Add child seats to a booking as an extra, one for each child. They will be in the car when it arrives.",
    ],
  ),
  "request-ride": page(
    "Where to?",
    "Tell us where and when, and see the price. You don’t need an account.",
    "Ask {brand} for a ride in {town}: pickup, destination and time, and the price before you book.",
    [
      "notice",
      "How early should I book?",
      "We need {notice} of notice. For an early morning or a special vehicle, please book the day before.",
    ],
    [
      "call",
      "Prefer to call?",
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
    "The questions that people ask us most. Can’t find yours? Call {phone} or write to us.",
    "Answers about booking, prices, paying, changing and cancelling rides with {brand} in {town}.",
  ),
  team: page(
    "The people behind {brand}",
    "Who plans your ride, and who answers when you call.",
    "The people behind {brand} in {town}.",
  ),
  history: page(
    "How we got here",
    "From the first car to the fleet of today.",
    "The history of {brand} in {town}.",
  ),
  "contact-us": page(
    "Write to us",
    "We read every message. For a ride within the next few hours, please call {phone}.",
    "How to reach {brand} in {town}: phone, e-mail, opening hours and a form.",
  ),
  joinUs: page(
    "Drive with {brand}",
    "Your car, your hours, and rides that are planned before the day starts.",
    "Drive with {brand} in {town}: what you need, what you are paid and how to apply.",
    [
      "how",
      "How it works",
      "You tell us when you are available, and see what each ride pays before you accept it. Every week you get a statement that lists what you earned, ride by ride.",
    ],
    [
      "need",
      "What you need",
      "- A valid driving licence and a few years’ driving experience\n- A car in good condition, registered and insured\n- Your identity document, proof of address and photos of the car\n\nThe application guides you through it. You can stop and continue later; nothing you have sent is lost.",
    ],
    [
      "next",
      "What happens next",
      "We check each document ourselves. If one is missing or has expired, we tell you which, and you send just that one again.",
    ],
  ),
};
