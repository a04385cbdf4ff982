/** The rider's texts about lost property. */
import type {
  CarPlace,
  PropertyCategory,
  ReportState,
  ReturnWish,
} from "../../../../src/property/contract";
import type { Tone } from "../../../ui/badge";
import { phrase, type Phrase } from "../../../words/words";

type PhrasesByName<Name extends string> = Record<Name, Phrase<string>>;

export const lostReportBadges: Record<ReportState, { words: Phrase<string>; tone: Tone }> = {
  open: { words: phrase("We are looking"), tone: "warning" },
  matched: { words: phrase("We have found it"), tone: "success" },
  returned: { words: phrase("Returned to you"), tone: "neutral" },
  closed: { words: phrase("Search ended"), tone: "neutral" },
};

export const lostCategories: PhrasesByName<PropertyCategory> = {
  phone: phrase("Phone"),
  bag: phrase("Bag"),
  wallet: phrase("Wallet or purse"),
  keys: phrase("Keys"),
  documents: phrase("Documents"),
  electronics: phrase("Electronics"),
  clothing: phrase("Clothing"),
  glasses: phrase("Glasses"),
  jewellery: phrase("Jewellery or watch"),
  umbrella: phrase("Umbrella"),
  medical: phrase("Medical item"),
  toy: phrase("Toy"),
  food: phrase("Food"),
  other: phrase("Something else"),
};

export const carPlaceNames: PhrasesByName<CarPlace> = {
  unsure: phrase("Not sure"),
  back_seat: phrase("Back seat"),
  front_seat: phrase("Front seat"),
  floor: phrase("On the floor"),
  boot: phrase("In the boot"),
  door: phrase("Door pocket"),
};

export const returnWishNames: PhrasesByName<ReturnWish> = {
  collect: phrase("I’ll collect it"),
  deliver: phrase("Please bring it to me"),
  post: phrase("Please send it by post"),
};
