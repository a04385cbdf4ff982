import type { BookableService } from "../../../src/content/content-values-contract";
import type { Step } from "../enquiries/steps";
import { type Phrase, phrase } from "../../words/words";

/** The fixed texts of each service's page. The operator's texts are shown too. */
export const serviceTexts: Record<
  BookableService,
  {
    steps: readonly Step[];
    included: readonly Phrase[];
    questionTitle: Phrase;
    enquiryText: Phrase;
  }
> = {
  "home-care": {
    steps: [
      [
        phrase("Tell us who is riding"),
        phrase(
          "How they get around, when they need to be there, and whether one of us should come along.",
        ),
      ],
      [
        phrase("Get a quote"),
        phrase(
          "We reply with the vehicle, the help and the price. Nothing is booked until you say yes.",
        ),
      ],
      [
        phrase("Ride from door to door"),
        phrase(
          "The driver rings the bell, helps you out of the house and into the car, and stays until reception takes over. The return trip starts when you call.",
        ),
      ],
    ],
    included: [
      phrase("Help from door to door, at both ends"),
      phrase("A vehicle that fits the wheelchair"),
      phrase("A pickup timed for the appointment"),
      phrase("The return trip when you are ready"),
    ],
    questionTitle: phrase("Tell us what you need"),
    enquiryText: phrase(
      "If you know exactly what you need, get a price and book straight away. For anything else, ask us and we’ll work it out with you.",
    ),
  },
  "language-translation": {
    steps: [
      [
        phrase("Tell us what you need"),
        phrase(
          "Which two languages, where you need the interpreter and what the conversation is about.",
        ),
      ],
      [
        phrase("Get a quote"),
        phrase(
          "We reply with an interpreter who speaks both, the time and the price. Nothing is booked until you say yes.",
        ),
      ],
      [
        phrase("Understand each other"),
        phrase(
          "The interpreter rides along or waits for you there, and stays as long as you booked.",
        ),
      ],
    ],
    included: [
      phrase("Somebody who speaks both languages"),
      phrase("In the car or at your destination"),
      phrase("What you say stays confidential"),
      phrase("A price before you agree"),
    ],
    questionTitle: phrase("Ask for an interpreter"),
    enquiryText: phrase(
      "The more notice you give us, the more languages we can offer. Asking doesn’t book anything.",
    ),
  },
  depanage: {
    steps: [
      [
        phrase("Get to safety"),
        phrase("Get everyone out of the traffic first. Then tell us where you are."),
      ],
      [
        phrase("Get the price"),
        phrase("We tell you what it costs and who is coming before anyone sets out."),
      ],
      [
        phrase("Get going again"),
        phrase(
          "We fix what can be fixed on the spot. If the car can’t go on, we drive you where you were going.",
        ),
      ],
    ],
    included: [
      phrase("A wheel change"),
      phrase("A jump start for a flat battery"),
      phrase("Fuel brought to you"),
      phrase("A car for you if yours can’t go on"),
    ],
    questionTitle: phrase("Where are you?"),
    enquiryText: phrase(
      "If you are at the roadside now, it’s quickest to call. For a car at home or a question before a trip, write to us.",
    ),
  },
};
