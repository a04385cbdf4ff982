/**
 * The demo fleet: invented people, cars and addresses in Kigali. E-mail addresses are at example.com. Phone
 * numbers are from ranges reserved for fiction (the United Kingdom, the United States, France) or obviously
 * invented (+250 780 000 …).
 */

export type DemoClass = "sedan" | "suv" | "van" | "accessible_van";

type DemoPerson = { firstName: string; lastName: string; email: string; phone: string };

export const demoOwner = {
  email: "admin@example.com",
  password: "livery-demo",
  firstName: "Diane",
  lastName: "Umutoni",
};

/** Colleagues of the owner, whose names are in timelines. Nobody can sign in as one of them. */
export const demoStaff = [
  {
    email: "patrick.nshuti@example.com",
    firstName: "Patrick",
    lastName: "Nshuti",
    role: "dispatcher",
  },
  {
    email: "grace.ingabire@example.com",
    firstName: "Grace",
    lastName: "Ingabire",
    role: "accountant",
  },
] as const;

const longDay = [{ from: "06:00", until: "22:00" }];
const shortDay = [{ from: "07:00", until: "20:00" }];
export const demoContact = {
  phone: "+250780000100",
  email: "hello@example.com",
  address: "KG 7 Avenue\nKigali",
  openingHours: [longDay, longDay, longDay, longDay, longDay, shortDay, shortDay],
};

/** Days count from the moment when the demo is made; past days are negative. */
type DemoVehicle = {
  plate: string;
  make: string;
  model: string;
  year: number;
  color: string;
  kind: DemoClass;
  insuranceDays: number;
  registrationDays: number;
  /** The vehicle has been out of service since this day. */
  outOfServiceDays?: number;
};

export const demoVehicles: readonly DemoVehicle[] = [
  car("RAG 402 K", "Toyota", "Land Cruiser Prado", 2023, "Pearl white", "suv", 210, 301),
  car("RAH 118 C", "Toyota", "Camry", 2022, "Black", "sedan", 155, 88),
  car("RAF 731 M", "Toyota", "Corolla", 2021, "Silver", "sedan", 5, 190),
  car("RAG 256 T", "Volkswagen", "Passat", 2022, "Dark grey", "sedan", 98, 244),
  { ...car("RAE 905 B", "Hyundai", "Sonata", 2019, "Blue", "sedan", 61, 33), outOfServiceDays: -1 },
  car("RAH 640 P", "Mitsubishi", "Pajero", 2021, "Black", "suv", 120, 275),
  car("RAI 027 D", "Toyota", "RAV4", 2024, "Graphite", "suv", 330, 330),
  car("RAF 389 H", "Toyota", "HiAce", 2020, "White", "van", 74, 160),
  car("RAI 214 L", "Mercedes-Benz", "V-Class", 2023, "Black", "van", 260, 291),
  car("RAG 873 E", "Toyota", "HiAce Access", 2021, "White", "accessible_van", 143, 121),
];

function car(
  plate: string,
  make: string,
  model: string,
  year: number,
  color: string,
  kind: DemoClass,
  insuranceDays: number,
  registrationDays: number,
): DemoVehicle {
  return { plate, make, model, year, color, kind, insuranceDays, registrationDays };
}

type DemoDriver = DemoPerson & {
  /** Index of the car that the driver usually drives. */
  vehicle: number;
  licenseDays: number;
  joinedDays: number;
  /** Weekday on which the driver is off, 1 (Monday) to 7. */
  dayOff: number;
  suspendedDays?: number;
};

/** The first driver signs in as driver@example.com. */
export const demoDrivers: readonly DemoDriver[] = [
  driver("Eric", "Mugisha", 0, 640, -420, 2),
  driver("Jean Bosco", "Habimana", 1, 512, -710, 7),
  driver("Claudine", "Uwimana", 2, 388, -365, 1),
  driver("Emmanuel", "Nkurunziza", 3, 9, -550, 3),
  driver("Olivier", "Tuyisenge", 4, 275, -190, 7),
  driver("Chantal", "Mukamana", 1, 820, -96, 4),
  driver("Fabrice", "Ndayisaba", 5, 455, -600, 1),
  driver("Innocent", "Bizimana", 6, 704, -310, 6),
  driver("Vestine", "Nyirahabimana", 7, 350, -240, 7),
  { ...driver("Thierry", "Rukundo", 8, 190, -480, 5), suspendedDays: -3 },
  driver("Josiane", "Umuhoza", 9, 610, -330, 7),
  driver("Samuel", "Gatete", 9, 299, -128, 3),
].map((person, index) => ({
  ...person,
  phone: `+2507800002${String(index + 1).padStart(2, "0")}`,
  ...(index === 0 && { email: "driver@example.com" }),
}));

function driver(
  firstName: string,
  lastName: string,
  vehicle: number,
  licenseDays: number,
  joinedDays: number,
  dayOff: number,
): Omit<DemoDriver, "phone"> {
  const email = demoEmail(firstName, lastName);
  return { firstName, lastName, email, vehicle, licenseDays, joinedDays, dayOff };
}

function demoEmail(firstName: string, lastName: string): string {
  const asciiName = `${firstName}.${lastName}`.normalize("NFKD").replace(/\p{M}/gu, "");
  return `${asciiName.replace(/[^A-Za-z.]/g, "").toLowerCase()}@example.com`;
}

const kigaliNames = `Aline Keza
Jean Paul Nsengiyumva
Solange Mukeshimana
Yves Ntwali
Clarisse Iradukunda
Alain Kagabo
Denise Mutesi
Pacifique Hakizimana
Marie Louise Uwera
David Rugamba
Esther Nyiramana
Frank Sibomana
Liliane Ishimwe
Gilbert Munyaneza
Sandrine Teta
Robert Karangwa
Joselyne Kayitesi
Aimable Nzabonimpa
Belise Gasana
Christian Shema
Immaculée Nyirabagenzi
Kevin Mucyo
Ange Uwase
Théogène Murenzi
Odette Murekatete
Prosper Byiringiro
Rosine Umwali
Straton Kamanzi
Vanessa Gwiza
Willy Cyusa
Arlette Batamuliza
Egide Niyonzima
Francine Mukandori
Hervé Manzi
Jeannette Mukarugwiza`;

const londonNames = `Oliver Bennett
Amelia Carter
Priya Raman
Hugh Sinclair
Zara Ahmed
Ngozi Okafor
James O'Brien
Fiona Macleod`;

const washingtonNames = `Michael Torres
Sarah Goldberg
Tyrone Jackson
Emily Nguyen
Laura Ferrari
Daniel Kim
Rachel Adeyemi
Wei Zhang
Fatima Al-Sayed`;

const parisNames = `Camille Lefèvre
Julien Moreau
Aïcha Diallo
Benoît Gérard
Inès Rousseau
Mathieu Lambert
Nadia Benali
Chloé Fontaine`;

/** 60 riders. The first one signs in as rider@example.com and has the most trips. */
export const demoRiders: readonly DemoPerson[] = [
  ...people(kigaliNames, (n) => `+250780000${300 + n}`),
  ...people(londonNames, (n) => `+4477009004${10 + n}`),
  ...people(washingtonNames, (n) => `+120255501${10 + n}`),
  ...people(parisNames, (n) => `+336399801${10 + n}`),
].map((person, index) => (index === 0 ? { ...person, email: "rider@example.com" } : person));

function people(names: string, phone: (n: number) => string): DemoPerson[] {
  return names.split("\n").map((name, n) => {
    const cut = name.lastIndexOf(" ");
    const [firstName, lastName] = [name.slice(0, cut), name.slice(cut + 1)];
    return { firstName, lastName, email: demoEmail(firstName, lastName), phone: phone(n) };
  });
}

/** People who call and have no account. */
export const demoCallers: readonly { name: string; phone: string }[] = [
  { name: "Reception, Hôtel des Mille Collines", phone: "+250780000610" },
  { name: "Augustin Kabera", phone: "+250780000611" },
  { name: "Beata Mukantwari", phone: "+250780000612" },
  { name: "Conference desk, Kigali Convention Centre", phone: "+250780000613" },
  { name: "Félicien Gasasira", phone: "+250780000614" },
  { name: "Ward 3, King Faisal Hospital", phone: "+250780000615" },
  { name: "Honorine Uwamahoro", phone: "+250780000616" },
];

export type DemoStop = { name: string; detail: string; latitude: number; longitude: number };

/** Private addresses; every rider has one. */
export const demoHomes: readonly DemoStop[] = [
  home("KG 9 Avenue 14", "Nyarutarama", -1.9312, 30.1004),
  home("KG 501 Street 8", "Kacyiru", -1.9361, 30.0823),
  home("KN 14 Avenue 22", "Kiyovu", -1.9533, 30.0655),
  home("KG 674 Street 5", "Kimihurura", -1.9586, 30.0871),
  home("KG 17 Avenue 190", "Remera", -1.9602, 30.1108),
  home("KK 15 Road 41", "Kicukiro", -1.9778, 30.0967),
  home("KG 28 Avenue 77", "Kibagabaga", -1.9288, 30.1171),
  home("KN 126 Street 3", "Nyamirambo", -1.9782, 30.0431),
  home("KG 11 Avenue 305", "Kimironko", -1.9415, 30.1259),
  home("KK 31 Avenue 18", "Gikondo", -1.9741, 30.0748),
  home("KG 220 Street 12", "Gisozi", -1.9242, 30.0668),
  home("KK 737 Street 60", "Kanombe", -1.9719, 30.1489),
  home("KG 7 Avenue 51", "Gacuriro", -1.9203, 30.0958),
  home("KK 541 Street 9", "Rebero", -1.9968, 30.0794),
];

function home(name: string, district: string, latitude: number, longitude: number): DemoStop {
  return { name, detail: `${district}, Kigali`, latitude, longitude };
}

/** Flights to and from KGL, as riders type them. */
export const demoFlights = [
  "WB301",
  "WB403",
  "WB711",
  "KL535",
  "ET807",
  "KQ478",
  "QR1387",
  "TK607",
  "SN467",
] as const;

export const demoNotes = {
  airport_pickup: [
    "Please hold a sign with the name.",
    "Three large suitcases.",
    "My flight may be late: please follow it.",
  ],
  airport_dropoff: ["Two suitcases and a guitar.", "Please ring when you are at the gate."],
  home_care: ["Ring the bell at the side gate: there is a ramp.", "A nurse rides along."],
  other: [
    "Please call when you arrive.",
    "Quiet ride, please.",
    "One child seat.",
    "Back entrance of the hotel.",
  ],
} as const;

export const demoReasons = {
  riderCancelReasons: [
    "Plans changed",
    "Meeting moved to next week",
    "Flight was cancelled",
    "Booked twice",
  ],
  dispatchCancelReasons: ["Rider asked by phone to cancel", "Road closed for the cycling race"],
  rejectReasons: [
    "No car free at that time",
    "Outside our area",
    "No driver free who speaks the language",
  ],
  declineReasons: ["Too far from me", "My shift ends before that trip", "The car is being washed"],
  unassignReasons: ["Driver called in sick", "Swapped with a nearer driver"],
  quoteExpiryReasons: ["Found another car", "Price above budget"],
  reopenReasons: ["Waiting time was forgotten"],
} as const;
