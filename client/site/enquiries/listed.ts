/**
 * Texts that enquiries translate by `t.known`, since they come from rules or tables that dispatch uses in
 * English. Only a test imports this file, so that the collector finds them.
 */
import { phrase } from "../../words/words";

/** Of `client/words/topic-words.ts`. */
export const topics = [
  phrase("A booking I want to make"),
  phrase("A trip I booked"),
  phrase("Prices"),
  phrase("A receipt or an invoice"),
  phrase("An account for my company"),
  phrase("Care rides and wheelchairs"),
  phrase("An interpreter"),
  phrase("Help on the road"),
  phrase("Another service"),
  phrase("Driving for you"),
  phrase("Something I found"),
  phrase("Something else"),
];

/** Of `client/words/property-words.ts`. */
export const things = [
  phrase("Phone"),
  phrase("Bag"),
  phrase("Wallet or purse"),
  phrase("Keys"),
  phrase("Documents"),
  phrase("Electronics"),
  phrase("Clothing"),
  phrase("Glasses"),
  phrase("Jewellery or watch"),
  phrase("Umbrella"),
  phrase("Medicine or aid"),
  phrase("Toy"),
  phrase("Food"),
  phrase("Back seat"),
  phrase("Front seat"),
  phrase("On the floor"),
  phrase("In the boot"),
  phrase("In a door"),
  phrase("Not sure"),
];

/** Of `src/contact/enquiry-rules.ts`; the troubles of a car are among those of trips. */
export const choices = [
  phrase("Walks, with help or without"),
  phrase("Stays in a wheelchair"),
  phrase("Stays in an oversized wheelchair"),
  phrase("Has a wheelchair, transfers to a seat"),
  phrase("Has a mobility scooter"),
  phrase("Travels on a stretcher"),
  phrase("Meets us there"),
  phrase("Rides along with us"),
  phrase("Up to 10"),
  phrase("11 to 50"),
  phrase("51 to 200"),
  phrase("More than 200"),
  phrase("I have it with me"),
  phrase("I gave it to the driver"),
  phrase("I left it in the car"),
];

/** Of the contracts of `src/contact`: errors shown at a field. */
export const faults = [
  phrase("A booking number has digits only."),
  phrase("This name is too long."),
  phrase("Please write your message."),
  phrase("Please write no more than 5,000 characters."),
  phrase("Please write no more than 4,000 characters."),
  phrase("Please write no more than 1,000 characters."),
  phrase("Please choose a day."),
  phrase("Please tick the box or leave it empty."),
];
