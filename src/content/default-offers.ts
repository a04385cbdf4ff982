/** The built-in services besides plain rides, which apply until the operator changes them. */
import type { ServiceValue } from "./content-values-contract";

/** The built-in services by slug, in their order. */
export const defaultServices: Record<string, ServiceValue> = {
  "home-care": {
    name: "Home care and care rides",
    summary:
      "To the doctor, to therapy and home again, from door to door, with the vehicle and the help you need.",
    body: `## From your door to theirs

A care ride starts at your front door, not at the kerb. The driver comes to the door, helps you in and out of the car, and takes you to the reception of the practice or the ward. Tell us what we should know about the door: stairs, a code, who opens it.

## What you can ask for

- **A vehicle that fits.** Whether you walk, use a standard or oversized wheelchair or a scooter, or can transfer to a seat.
- **An attendant** who comes along and stays with you, and room for a companion of your own.
- **Your appointment time.** Tell us when you need to be there, and we work out the pickup time.
- **The return trip when you are ready.** You don't need to know how long it takes. Call when you are done, and we send a car.

## Rides that repeat

Dialysis, therapy, day care: you book a repeating ride once, with the return trip, and see all the dates ahead. If you don't need one of them, cancel it without affecting the others.

## What it costs

The price is worked out as for any other ride, and you see it before you book; attendants are a separate line. If somebody else pays, we put their name on the invoice.

Call {phone} if you would rather talk it through.`,
    picture: null,
    priceFromMinor: null,
  },
  "language-translation": {
    name: "Interpreters",
    summary:
      "Somebody who speaks both languages rides along, or meets you where you need them: at the doctor's, at an office, at the notary's.",
    body: `## Somebody at your side

One of our interpreters rides with you or meets you there, and stays as long as you booked. That helps most where every word counts: with a doctor, at an office, at the bank, when signing a contract.

## How to book one

Choose **Interpreter** as the kind of trip, enter the two languages, and say whether the interpreter should ride along or meet you there. You book by the hour, and see the price first.

## Good to know

- Tell us what the conversation is about, so that we can send somebody who knows the vocabulary.
- What you say stays confidential: interpreters pass nothing on.
- For a certified translation of a document, ask us first. Not every interpreter may certify.

The more notice you give us, the more languages we can offer. If yours is rare, call {phone} before you make the appointment.`,
    picture: null,
    priceFromMinor: null,
  },
  depanage: {
    name: "Help on the road",
    summary:
      "Flat tyre, flat battery, locked out or stuck: tell us where you are, and help is on its way at a price you know.",
    body: `## When your car breaks down

Get yourself and your passengers out of the traffic first. Then book **Roadside assistance**, or call {phone}.

## What we need to know

- **Where you are.** Share your location in the booking, or tell us the road and the nearest well-known place.
- **What happened.** Flat tyre, flat battery, out of fuel or charge, locked out, stuck, or something else in your own words.
- **The car.** Make, colour and plate, so that we can find it.

## What happens then

You see the price before you confirm, and then who is coming and where they are, as with any ride. We fix what can be fixed on the spot: change a wheel, start a battery, bring fuel. If the car cannot go on, we tell you what a tow would cost, and drive you where you were going.

## What we do not do

If anyone is hurt in an accident, call the emergency services first. We do not move a vehicle that the police need to see.`,
    picture: null,
    priceFromMinor: null,
  },
};
