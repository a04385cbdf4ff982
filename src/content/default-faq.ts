/** Answers that hold for every operator of Livery, until it says otherwise. */
import type { Offerable } from "../settings/offer-contract";
import type { FaqValue } from "./values-contract";

const entries = (category: string, all: Record<string, [question: string, answer: string]>) =>
  Object.entries(all).map(
    ([key, [question, answer]]) => [key, { category, question, answer }] as const,
  );

/** Questions about a service: without it nobody asks them. */
export const faqServices: Readonly<Record<string, Offerable>> = {
  "company-account": "companies",
  delay: "airport",
  sign: "airport",
  wheelchair: "care",
  attendant: "care",
  "way-back": "care",
};

/** By name, in their order. */
export const defaultFaq: Record<string, FaqValue> = Object.fromEntries([
  ...entries("Booking", {
    "how-to-book": [
      "How do I book a ride?",
      "Say where from, where to and when on [our booking page](/reservation), look at the price, and confirm. You can also call {phone}: we enter the booking for you, and you get the same confirmation.",
    ],
    account: [
      "Do I need an account?",
      "Not to see a price. To book you sign in with your e-mail address or phone number and a one-time code; there is no password to remember. With the account you see your trips, change them and find your receipts.",
    ],
    notice: [
      "How early do I have to book?",
      "We need {notice} of notice. For an early morning, a large group or a vehicle with special equipment, book the day before.",
    ],
    "child-seat": [
      "Do you have child seats?",
      "Yes. Add one for each child when you book. The seat is in the car when it comes; tell us the child's age or weight in the note, so that it fits.",
    ],
    "somebody-else": [
      "Can I book for somebody else?",
      "Yes. Enter the passenger's name and number with the booking. They get the messages about the ride, and you keep it in your own trips.",
    ],
    stops: [
      "Can the driver stop on the way?",
      "Yes. Add the stops when you book, so that they are in the price. If plans change on the road, ask the driver: what comes in addition is charged by the price list.",
    ],
    repeat: [
      "Can I book a ride that repeats?",
      "Yes. Open a trip that you have booked and make it a repeating one: on which days, until when, and with or without the way back. One ride can be left out without touching the others.",
    ],
  }),
  ...entries("Prices and paying", {
    "fixed-price": [
      "Is the price fixed?",
      "The price you agree to is kept with the booking. It changes only when the trip does: another destination, more stops, or waiting beyond the free time. Every line is shown, on the booking and on the receipt. [Ask for a price](/reservation): it takes a minute, and nothing is booked by it.",
    ],
    pay: ["How can I pay?", "In the car, in cash or by card. You choose when you book."],
    receipt: [
      "Do I get a receipt?",
      "Yes. After the ride the receipt is in your trips, and it can be sent to you by e-mail.",
    ],
    "company-account": [
      "Can our company pay on account?",
      "Yes. Your people book and ride, and the company gets one invoice for all of it. [Ask for an account](/company-account).",
    ],
    tip: [
      "Should I tip the driver?",
      "That is up to you. You can add a tip when you book or give it in the car; tips go to the driver.",
    ],
  }),
  ...entries("Changing and cancelling", {
    change: [
      "Can I change a booking?",
      "Yes, in your trips, until the driver is on the way. You see the new price before you confirm the change. After that, please call {phone}.",
    ],
    cancel: [
      "What does it cost to cancel?",
      "{cancellation} You see the fee, if there is one, before you confirm that you cancel.",
    ],
    "no-show": [
      "What if nobody is there at the pickup?",
      "The driver waits, and tries to reach you. {waiting} After that a ride can be closed as a no-show, which costs a fee. If you are late, call us: a short call saves the ride.",
    ],
  }),
  ...entries("On the day", {
    "who-comes": [
      "How do I know who picks me up?",
      "As soon as a driver is assigned you see the name, the car and the plate, and on the way where the car is. A link lets others follow the ride without an account; you can take it back at any time.",
    ],
    waiting: [
      "How long does the driver wait?",
      "{waiting} After that each begun minute is charged by the price list.",
    ],
    delay: [
      "What if my flight is late?",
      "Give us the flight number when you book. At the airport the free waiting time counts from the landing, not from the time you booked, so a late flight does not use it up.",
    ],
    sign: [
      "Where do I find the driver at the airport?",
      "At the arrivals. Add a greeting sign to the booking and the driver stands there with the name you chose. The message on the day says where to meet, and how to reach the driver.",
    ],
    lost: [
      "I left something in the car. What now?",
      "Open the trip and report it lost, or [write to us](/contact-us). Whatever is found is kept in a register, compared with what is reported, and handed back to its owner.",
    ],
  }),
  ...entries("Care rides", {
    wheelchair: [
      "Can I ride with my wheelchair?",
      "Yes. Choose a care ride and say which chair you use. Only vehicles with a ramp and tie-downs for it are assigned; a ride never goes to a car that cannot take you.",
    ],
    attendant: [
      "Can somebody come along and help?",
      "Yes. Ask for an attendant with a [care ride](/services/home-care), or bring a companion of your own. Both are part of the booking, so there is a seat for them.",
    ],
    "way-back": [
      "I do not know when my appointment ends. How do I get home?",
      "Book the way back as open. When you are done, tell us by a tap in your trips or call {phone}, and the car comes.",
    ],
  }),
  ...entries("Your data", {
    data: [
      "What do you keep about me?",
      "What a booking needs: your name, how to reach you, and your trips. Where the car is, is shown to you for the ride and not kept beyond it. In your account, under Privacy, you can take a copy of everything or have your account erased.",
    ],
  }),
]);
