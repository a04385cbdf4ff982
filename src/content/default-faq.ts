/** The built-in questions and answers, which apply until the operator changes them. */
import type { OfferableService } from "../settings/offerable-services-contract";
import type { FaqValue } from "./content-values-contract";

const entries = (category: string, all: Record<string, [question: string, answer: string]>) =>
  Object.entries(all).map(
    ([key, [question, answer]]) => [key, { category, question, answer }] as const,
  );

/** The services that questions are about. A question is hidden if its service is not offered. */
export const serviceByQuestion: Readonly<Record<string, OfferableService>> = {
  "company-account": "companies",
  delay: "airport",
  sign: "airport",
  wheelchair: "care",
  attendant: "care",
  "way-back": "care",
};

/** The built-in questions by key, in their order. */
export const defaultFaq: Record<string, FaqValue> = Object.fromEntries([
  ...entries("Booking", {
    "how-to-book": [
      "How do I book a ride?",
      "Enter the pickup, the destination and the time on [our booking page](/reservation), check the price and confirm. You can also call {phone}: we make the booking for you, and you get the same confirmation.",
    ],
    account: [
      "Do I need an account?",
      "You can see prices without one. To book, you sign in with your e-mail address or phone number and a one-time code; there is no password to remember. In your account you can see and change your trips and find your receipts.",
    ],
    notice: [
      "How early do I have to book?",
      "We need {notice} of notice. For an early morning, a large group or a vehicle with special equipment, please book the day before.",
    ],
    "child-seat": [
      "Do you have child seats?",
      "Yes. Add one for each child when you book, and tell us the child's age or weight in the note, so that the seat fits. The seat will be in the car when it arrives.",
    ],
    "somebody-else": [
      "Can I book for somebody else?",
      "Yes. Enter the passenger's name and phone number when you book. They get the messages about the ride, and you see the ride in your own trips.",
    ],
    stops: [
      "Can the driver stop on the way?",
      "Yes. Add the stops when you book so that the price includes them. If plans change on the way, ask the driver: anything extra is charged according to the price list.",
    ],
    repeat: [
      "Can I book a ride that repeats?",
      "Yes. Open a trip that you have booked and choose to repeat it: on which days, until when, and with or without the return trip. You can skip a day without affecting the others.",
    ],
  }),
  ...entries("Prices and paying", {
    "fixed-price": [
      "Is the price fixed?",
      "Yes. The price you agree to stays with the booking. It changes only if the trip does: another destination, more stops, or waiting beyond the free time. You see every line of the price on the booking and on the receipt. [Get a price](/reservation): it takes a minute and doesn't book anything.",
    ],
    pay: ["How can I pay?", "In the car, in cash or by card. You choose when you book."],
    receipt: [
      "Do I get a receipt?",
      "Yes. After the ride you’ll find the receipt under your trips, and we can e-mail it to you.",
    ],
    "company-account": [
      "Can our company pay on account?",
      "Yes. Your people book and ride, and the company gets one invoice for all rides. [Ask for an account](/company-account).",
    ],
    tip: [
      "Should I tip the driver?",
      "That is up to you. You can add a tip when you book or give it in the car; tips go to the driver.",
    ],
  }),
  ...entries("Changing and cancelling", {
    change: [
      "Can I change a booking?",
      "Yes, in your trips, until the driver is on the way; after that, please call {phone}. You see the new price before you confirm the change.",
    ],
    cancel: [
      "What does it cost to cancel?",
      "{cancellation} You see the fee, if there is one, before you confirm.",
    ],
    "no-show": [
      "What if nobody is there at the pickup?",
      "The driver waits and tries to reach you. {waiting} After that, the ride can be closed as a no-show, which costs a fee. If you are running late, call us: a quick call saves the ride.",
    ],
  }),
  ...entries("On the day", {
    "who-comes": [
      "How do I know who will pick me up?",
      "As soon as a driver is assigned, you see their name, the car and the plate. Once they are on the way, you see where the car is. You can share a link so that others can follow the ride without an account, and stop sharing it at any time.",
    ],
    waiting: [
      "How long does the driver wait?",
      "{waiting} After that, each minute or part of a minute is charged according to the price list.",
    ],
    delay: ["What if my flight is late?", "Give us the flight number when you book. {landing}"],
    sign: [
      "Where do I find the driver at the airport?",
      "In the arrivals hall. Add a greeting sign to the booking and the driver will be there with the name you chose. On the day, our message tells you where to meet and how to reach the driver.",
    ],
    lost: [
      "I left something in the car. What now?",
      "Open the trip and report it lost, or [write to us](/contact-us). We register everything that is found, compare it with the reports and return it to its owner.",
    ],
  }),
  ...entries("Care rides", {
    wheelchair: [
      "Can I ride with my wheelchair?",
      "Yes. Choose a care ride and tell us which wheelchair you use. We only assign vehicles with a ramp and tie-downs for it, never a car that cannot take you.",
    ],
    attendant: [
      "Can somebody come along to help?",
      "Yes. Ask for an attendant with a [care ride](/services/home-care), or bring a companion of your own. Both are part of the booking, so they have a seat.",
    ],
    "way-back": [
      "I don't know when my appointment ends. How do I get home?",
      "Book the return trip without a time. When you are done, tap “I’m ready” in your trips or call {phone}, and we send a car.",
    ],
  }),
  ...entries("Your data", {
    data: [
      "What data do you keep about me?",
      "We keep what a booking needs: your name, your contact and your trips. You see where the car is during the ride, and we don't keep that afterwards. In your account, under Privacy, you can download a copy of everything or delete your account.",
    ],
  }),
]);
