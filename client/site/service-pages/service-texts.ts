import type { BookableService } from "../../../src/content/values-contract";
import type { Step } from "../enquiries/steps";
import { type Phrase, phrase } from "../../words/words";

/** What the page of a service says beside the operator's text. */
export const serviceTexts: Record<
  BookableService,
  {
    steps: readonly Step[];
    included: readonly Phrase[];
    askTitle: Phrase;
    ask: Phrase;
  }
> = {
  "home-care": {
    steps: [
      [
        phrase("Say who rides"),
        phrase(
          "How they get about, when they have to be there, and whether somebody of ours should come along.",
        ),
      ],
      [
        phrase("Hear what comes"),
        phrase(
          "We answer with the vehicle, the help and the price. Nothing is booked until you say yes.",
        ),
      ],
      [
        phrase("Be fetched at the door"),
        phrase(
          "The driver rings, helps out and in, and stays until the reception has taken over. The way back begins when you call.",
        ),
      ],
    ],
    included: [
      phrase("Help from door to door, at both ends"),
      phrase("A vehicle that fits the chair"),
      phrase("A pickup planned back from the appointment"),
      phrase("The way back when you are ready"),
    ],
    askTitle: phrase("Tell us what you need"),
    ask: phrase(
      "For a ride that you know all about, get a price and book at once. For all else ask us: we work it out with you.",
    ),
  },
  "language-translation": {
    steps: [
      [
        phrase("Name the languages"),
        phrase("Both of them, where the interpreter is needed, and what the talk is about."),
      ],
      [
        phrase("Hear who can come"),
        phrase(
          "We answer with somebody who speaks both, the time and the price. Nothing is booked until you say yes.",
        ),
      ],
      [
        phrase("Understand each other"),
        phrase(
          "The interpreter rides along or waits for you there, and stays as long as it was booked.",
        ),
      ],
    ],
    included: [
      phrase("Somebody who speaks both languages"),
      phrase("In the car with you, or at the place"),
      phrase("What is said stays between you"),
      phrase("A price before you agree"),
    ],
    askTitle: phrase("Ask for an interpreter"),
    ask: phrase(
      "The more notice we have, the wider the choice of languages. Nothing is booked by asking.",
    ),
  },
  depanage: {
    steps: [
      [
        phrase("Get to safety"),
        phrase("Out of the traffic first, all of you. Then say where you are."),
      ],
      [
        phrase("Hear the price"),
        phrase("We tell you what it costs and who comes, before anybody sets out."),
      ],
      [
        phrase("Drive on"),
        phrase(
          "What can be put right on the spot is. If the car cannot go on, we drive you where you were going.",
        ),
      ],
    ],
    included: [
      phrase("A wheel changed"),
      phrase("A flat battery started"),
      phrase("Fuel brought to where you stand"),
      phrase("A car for you when yours cannot go on"),
    ],
    askTitle: phrase("Where do you stand?"),
    ask: phrase(
      "Standing at the road right now, a call is quickest. For a car at home or a question before a journey, write to us.",
    ),
  },
};
