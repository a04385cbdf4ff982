import type { BookableService } from "../../../src/content/values-contract";
import type { Step } from "../enquiries/steps";

/** What the page of a service says beside the operator's text. */
export const serviceTexts: Record<
  BookableService,
  {
    steps: readonly Step[];
    included: readonly string[];
    askTitle: string;
    ask: string;
  }
> = {
  "home-care": {
    steps: [
      [
        "Say who rides",
        "How they get about, when they have to be there, and whether somebody of ours should come along.",
      ],
      [
        "Hear what comes",
        "We answer with the vehicle, the help and the price. Nothing is booked until you say yes.",
      ],
      [
        "Be fetched at the door",
        "The driver rings, helps out and in, and stays until the reception has taken over. The way back begins when you call.",
      ],
    ],
    included: [
      "Help from door to door, at both ends",
      "A vehicle that fits the chair",
      "A pickup planned back from the appointment",
      "The way back when you are ready",
    ],
    askTitle: "Tell us what you need",
    ask: "For a ride that you know all about, get a price and book at once. For all else ask us: we work it out with you.",
  },
  "language-translation": {
    steps: [
      [
        "Name the languages",
        "Both of them, where the interpreter is needed, and what the talk is about.",
      ],
      [
        "Hear who can come",
        "We answer with somebody who speaks both, the time and the price. Nothing is booked until you say yes.",
      ],
      [
        "Understand each other",
        "The interpreter rides along or waits for you there, and stays as long as it was booked.",
      ],
    ],
    included: [
      "Somebody who speaks both languages",
      "In the car with you, or at the place",
      "What is said stays between you",
      "A price before you agree",
    ],
    askTitle: "Ask for an interpreter",
    ask: "The more notice we have, the wider the choice of languages. Nothing is booked by asking.",
  },
  depanage: {
    steps: [
      ["Get to safety", "Out of the traffic first, all of you. Then say where you are."],
      ["Hear the price", "We tell you what it costs and who comes, before anybody sets out."],
      [
        "Drive on",
        "What can be put right on the spot is. If the car cannot go on, we drive you where you were going.",
      ],
    ],
    included: [
      "A wheel changed",
      "A flat battery started",
      "Fuel brought to where you stand",
      "A car for you when yours cannot go on",
    ],
    askTitle: "Where do you stand?",
    ask: "Standing at the road right now, a call is quickest. For a car at home or a question before a journey, write to us.",
  },
};
