/** Labels of item categories and places in a car, for riders, drivers and dispatch. */
import type { CarPlace, PropertyCategory } from "../../src/property/contract";

export const itemCategoryWords: Record<PropertyCategory, string> = {
  phone: "Phone",
  bag: "Bag",
  wallet: "Wallet or purse",
  keys: "Keys",
  documents: "Documents",
  electronics: "Electronics",
  clothing: "Clothing",
  glasses: "Glasses",
  jewellery: "Jewellery or watch",
  umbrella: "Umbrella",
  medical: "Medical item",
  toy: "Toy",
  food: "Food",
  other: "Something else",
};

export const carPlaceWords: Record<CarPlace, string> = {
  back_seat: "Back seat",
  front_seat: "Front seat",
  floor: "On the floor",
  boot: "In the boot",
  door: "Door pocket",
  unsure: "Not sure",
};
