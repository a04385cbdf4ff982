/** The services beside plain rides that come with Livery, until the operator says otherwise. */
import type { ServiceValue } from "./values-contract";

/** By the end of their address, in their order. */
export const defaultServices: Record<string, ServiceValue> = {
  "home-care": {
    name: "Home care and care rides",
    summary:
      "To the doctor, to therapy and home again, with the vehicle and the help that it takes, from door to door.",
    body: `## From your door to theirs

A care ride begins in your home, not at the kerb. The driver comes to the door, helps you out and in, and brings you to the reception of the practice or the ward. Tell us what we should know about the door: stairs, a code, who opens.

## What you can ask for

- **A vehicle that fits.** Walking, with a wheelchair, an oversized one, a scooter, or a chair you can leave for a seat.
- **An attendant** who comes along and stays with you, and room for a companion of your own.
- **The appointment's time.** Say when you have to be there: the pickup is planned back from it.
- **The way back when you are ready.** You need not know how long it takes. Call when you are done, and the car comes.

## Rides that repeat

Dialysis, therapy, day care: a ride that repeats is booked once, with the way back, and you see all of them ahead. One that falls out is cancelled by itself and leaves the others alone.

## What it costs

The price is worked out as for every ride, and shown before you book; attendants are a line of their own. If somebody else pays, we put their name on the invoice.

Call {phone} if you would rather talk it through.`,
    picture: null,
    priceFromMinor: null,
  },
  "language-translation": {
    name: "Interpreters",
    summary:
      "Somebody who speaks both languages rides along, or meets you where you need them: at the doctor, at an office, at the notary.",
    body: `## Somebody at your side

An interpreter of ours rides with you or meets you at the place, and stays as long as you booked them for. That helps most where each word counts: with a doctor, at an office, in a bank, when a contract is signed.

## How to book one

Choose **Interpreter** as the kind of trip, name the two languages, and say whether the interpreter should ride along or meet you there. You book by the hour, and see the price before you do.

## Good to know

- Tell us what the talk is about, so that somebody comes who knows its words.
- What is said stays between you: interpreters pass nothing on.
- For a certified translation of a paper, ask us first. An interpreter speaks; not every one may certify.

The more notice we have, the wider the choice of languages. If yours is rare, call {phone} before you make the appointment.`,
    picture: null,
    priceFromMinor: null,
  },
  depanage: {
    name: "Help on the road",
    summary:
      "Flat tyre, flat battery, locked out or stuck: say where you are, and help is on its way at a price you know.",
    body: `## When the car stands still

Get yourself and your passengers out of the traffic first. Then book **Roadside assistance**, or call {phone}.

## What we need to know

- **Where you are.** Share your position in the booking, or name the road and the nearest place that people know.
- **What happened.** Flat tyre, flat battery, out of fuel or charge, locked out, stuck, or something else in your own words.
- **The car.** Make, colour and plate, so that we find it.

## What happens then

You see the price before you confirm, and then who comes and where they are, as with any ride. What can be put right on the spot is: a wheel changed, a battery started, fuel brought. If the car cannot go on, we tell you what a tow would take, and drive you where you were going.

## What we do not do

After an accident with people hurt, call the emergency services first. We move no vehicle that the police have to see.`,
    picture: null,
    priceFromMinor: null,
  },
};
