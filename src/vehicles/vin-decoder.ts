/**
 * Decodes a VIN offline, with a table of manufacturers. The table takes 90 KB and is rarely needed, so import this file
 * only for the first VIN.
 */
import { decodeVIN } from "universal-vin-decoder";
import { modelYear } from "./vin";

/** The data decoded offline; null means that the number does not say. */
interface DecodedVin {
  make: string | null;
  model: null;
  year: number | null;
}

/**
 * Decodes a well-formed VIN; null if its first three characters belong to no maker of vehicles. `now` (ms) decides
 * between the two years, thirty apart, that a code can mean.
 */
export function decodeVin(vin: string, now: number): DecodedVin | null {
  const manufacturer = decodeVIN(vin).info?.manufacturer;
  if (!manufacturer) return null;
  return { make: brandOf(manufacturer), model: null, year: modelYear(vin, now) };
}

/** Returns the brand as an owner would call it, from a manufacturer's entry such as "BMW car". */
function brandOf(manufacturer: string): string {
  const firstBrand = BRANDS.map((brand) => ({ brand, at: positionOf(brand, manufacturer) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.brand.length - a.brand.length)[0];
  if (firstBrand) return firstBrand.brand;
  return (manufacturer.split(/ made by | \(|, /)[0] ?? manufacturer).trim();
}

function positionOf(brand: string, text: string): number {
  const at = text.toLowerCase().indexOf(brand.toLowerCase());
  const isWholeWord =
    at >= 0 &&
    !/\p{L}/u.test(text.charAt(at - 1)) &&
    !/\p{L}/u.test(text.charAt(at + brand.length));
  return isWholeWord ? at : -1;
}

const BRANDS = [
  "Acura",
  "Alfa Romeo",
  "Aston Martin",
  "Audi",
  "Bentley",
  "BMW",
  "Buick",
  "BYD",
  "Cadillac",
  "Changan",
  "Chery",
  "Chevrolet",
  "Chrysler",
  "Citroën",
  "Cupra",
  "Dacia",
  "Daewoo",
  "Daihatsu",
  "Dodge",
  "DS",
  "Ferrari",
  "Fiat",
  "Ford",
  "Geely",
  "Genesis",
  "GMC",
  "Great Wall",
  "Haval",
  "Hino",
  "Honda",
  "Hyundai",
  "Infiniti",
  "Isuzu",
  "Iveco",
  "Jaguar",
  "Jeep",
  "Kia",
  "Lada",
  "Lamborghini",
  "Lancia",
  "Land Rover",
  "Lexus",
  "Lincoln",
  "Lucid",
  "Mahindra",
  "Maserati",
  "Mazda",
  "Mercedes-Benz",
  "MG",
  "Mini",
  "Mitsubishi",
  "Nio",
  "Nissan",
  "Opel",
  "Peugeot",
  "Polestar",
  "Porsche",
  "Ram",
  "Renault",
  "Rivian",
  "Rolls-Royce",
  "Saab",
  "Scania",
  "SEAT",
  "Škoda",
  "Smart",
  "SsangYong",
  "Subaru",
  "Suzuki",
  "Tata",
  "Tesla",
  "Toyota",
  "Vauxhall",
  "Volkswagen",
  "Volvo",
  "Xpeng",
] as const;
