/** The fleet of another system, and its files as three systems write them. */

/** The files of a system: the text of each kind of file. */
export type SystemFiles = Record<
  "vehicles" | "drivers" | "companies" | "riders" | "reservations" | "payments",
  string
>;

export const counts = {
  vehicles: 10,
  drivers: 12,
  companies: 5,
  riders: 400,
  past: 5_000,
  upcoming: 200,
};

const firstNames = ["Aline", "Jean-Paul", "Zoë", "Óscar", "Diane", "Eric", "Inès", "Sam"];
const lastNames = ["Uwase", "Mugisha", "O’Brien", "Núñez", "Keza", "Müller", "Habimana", "Lee"];
const cars = ["Toyota Camry", "Toyota RAV4", "Hyundai H1", "Kia Carens"] as const;
const streets = ["KN 3 Rd", "KG 7 Ave", "KK 15 Rd", "KG 9 Ave"];
const pick = <Of>(list: readonly Of[], at: number): Of => {
  const found = list[at % list.length];
  if (found === undefined) throw new Error("The list is empty.");
  return found;
};

/** Returns a person of the fleet. */
const person = (at: number, domain: string, phone: number) => ({
  first: pick(firstNames, at),
  last: `${pick(lastNames, at >> 3)}`,
  email: `${domain}${at}@example.com`,
  phone: `+250788${String(phone + at).padStart(6, "0")}`,
});

const DAY_MS = 86_400_000;

/** Returns the facts in all files, as of a time, with `past` trips in the past. */
export function fleetOf(now: number, past = counts.past) {
  const vehicles = Array.from({ length: counts.vehicles }, (_, at) => {
    const [make = "", model = ""] = pick(cars, at).split(" ");
    return {
      plate: `RAE ${100 + at} A`,
      make,
      model,
      year: 2018 + (at % 6),
      color: "Black",
      seats: 4 + (at % 3),
    };
  });
  const drivers = Array.from({ length: counts.drivers }, (_, at) => ({
    ...person(at, "driver", 100_000),
    licence: `1199880${at}`,
    until: "2028-03-31",
    plate: at < counts.vehicles ? pick(vehicles, at).plate : "",
  }));
  const companies = Array.from({ length: counts.companies }, (_, at) => ({
    name: `${pick(lastNames, at)} & Sons, Ltd`,
    address: `${at + 1} KN 4 Ave\nKigali`,
    email: `accounts${at}@example.com`,
    centres: ["Sales", "Operations"],
    members: [`rider${at * 2}@example.com`, `rider${at * 2 + 1}@example.com`],
  }));
  const riders = Array.from({ length: counts.riders }, (_, at) => person(at, "rider", 200_000));
  const trips = Array.from({ length: past + counts.upcoming }, (_, at) => {
    const isPast = at < past;
    const rider = pick(riders, at * 7);
    const day = isPast ? -1 - (at % 900) : 2 + (at - past);
    const pickup = new Date(
      Math.floor((now + day * DAY_MS) / DAY_MS) * DAY_MS +
        ((5 + (at % 15)) * 60 + (at % 12) * 5) * 60_000,
    );
    const state = isPast
      ? pick(["Completed", "Completed", "Completed", "Cancelled", "No Show"], at)
      : "Confirmed";
    const isAssigned = !isPast && at % 4 === 0;
    return {
      number: 20_001 + at,
      state,
      // In the operator's local time.
      local: pickup.toISOString().slice(0, 16),
      rider,
      from: `${1 + (at % 90)} ${pick(streets, at)}`,
      to:
        at % 3 === 0 ? "Kigali International Airport" : `${1 + (at % 70)} ${pick(streets, at + 1)}`,
      passengers: 1 + (at % 3),
      fare: state === "Completed" || !isPast ? 5_000 + (at % 200) * 250 : 0,
      company: at % 10 === 0 ? pick(companies, at / 10).name : "",
      driver: state === "Completed" || isAssigned ? pick(drivers, at) : null,
      isPaid: state === "Completed" && at % 10 !== 0,
    };
  });
  return { vehicles, drivers, companies, riders, trips };
}
export type Fleet = ReturnType<typeof fleetOf>;

/** Returns lines as CSV, with the separator and line ends of a system. */
function csv(
  rows: readonly (readonly (string | number)[])[],
  separator = ",",
  end = "\r\n",
): string {
  const cell = (value: string | number) => {
    const text = String(value);
    return text.includes(separator) || /["\r\n]/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  return rows.map((row) => row.map(cell).join(separator) + end).join("");
}

const americanDate = (day: string) => {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}`;
};
const twelveHours = (time: string) => {
  const [hour = "0", minute = "00"] = time.split(":");
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? "AM" : "PM"}`;
};

/** Writes files like the manifest of a limousine system: American dates, twelve-hour times, names in two columns. */
export function toLimousineFiles({
  vehicles,
  drivers,
  companies,
  riders,
  trips,
}: Fleet): SystemFiles {
  return {
    vehicles: csv([
      [
        "License Plate",
        "Vehicle Type",
        "Make",
        "Model",
        "Year",
        "Exterior Color",
        "Max Passengers",
      ],
      ...vehicles.map((car) => [
        car.plate,
        "Sedan",
        car.make,
        car.model,
        car.year,
        car.color,
        car.seats,
      ]),
    ]),
    drivers: csv([
      [
        "First Name",
        "Last Name",
        "Cellular Phone",
        "Email",
        "License Number",
        "License Expiration Date",
        "Car Assigned",
      ],
      ...drivers.map((one) => [
        one.first,
        one.last,
        one.phone,
        one.email,
        one.licence,
        americanDate(one.until),
        one.plate,
      ]),
    ]),
    companies: csv([
      ["Company Name", "Address", "Email", "Departments", "Booking Contacts"],
      ...companies.map((one) => [
        one.name,
        one.address,
        one.email,
        one.centres.join(";"),
        one.members.join(";"),
      ]),
    ]),
    riders: csv([
      ["First Name", "Last Name", "Cellular Phone", "Email", "Account Number"],
      ...riders.map((one, at) => [one.first, one.last, one.phone, one.email, `A${at}`]),
    ]),
    reservations: csv([
      [
        "Conf #",
        "Trip Status",
        "PU Date",
        "PU Time",
        "First Name Column",
        "Last Name Column",
        "Phone Column",
        "Email Column",
        "Pickup Location",
        "Dropoff Location",
        "Num Passengers",
        "Vehicle Type",
        "Company Name",
        "Payment Method",
        "Driver Name",
        "Grand Total",
      ],
      ...trips.map((trip) => [
        trip.number,
        trip.state,
        americanDate(trip.local.slice(0, 10)),
        twelveHours(trip.local.slice(11)),
        trip.rider.first,
        trip.rider.last,
        trip.rider.phone,
        trip.rider.email,
        trip.from,
        trip.to,
        trip.passengers,
        "Executive Sedan",
        trip.company,
        trip.company ? "Direct Bill/Invoice" : "Cash",
        trip.driver ? `${trip.driver.first} ${trip.driver.last}` : "",
        trip.fare.toFixed(2),
      ]),
    ]),
    payments: csv([
      ["Conf #", "Payment Date", "Payment Method", "Amount"],
      ...trips
        .filter(({ isPaid }) => isPaid)
        .map((trip) => [
          trip.number,
          americanDate(trip.local.slice(0, 10)),
          "Credit Card",
          trip.fare.toFixed(2),
        ]),
    ]),
  };
}

/** Writes files like the reports of a taxi system: semicolons, one column for date and time, names in one column. */
export function toTaxiFiles({ vehicles, drivers, companies, riders, trips }: Fleet): SystemFiles {
  const rows = (...given: Parameters<typeof csv>[0]) => csv(given, ";", "\n");
  return {
    vehicles: rows(
      ["Plate", "Class", "Make", "Model", "Model year", "Color", "Seats", "Status"],
      ...vehicles.map((car) => [
        car.plate,
        "Sedan",
        car.make,
        car.model,
        car.year,
        car.color,
        car.seats,
        "Available",
      ]),
    ),
    drivers: rows(
      ["Name", "Mobile", "E-mail", "Driver license", "License valid until", "Vehicle"],
      ...drivers.map((one) => [
        `${one.first} ${one.last}`,
        one.phone,
        one.email,
        one.licence,
        one.until,
        one.plate,
      ]),
    ),
    companies: rows(
      ["Account", "Billing street", "Invoice email", "Cost centers", "Employees"],
      ...companies.map((one) => [
        one.name,
        one.address,
        one.email,
        one.centres.join("|"),
        one.members.join("|"),
      ]),
    ),
    riders: rows(
      ["Customer name", "Phone", "E-mail", "Info all"],
      ...riders.map((one) => [`${one.last}, ${one.first}`, one.phone, one.email, "Ring; the bell"]),
    ),
    reservations: rows(
      [
        "Job ID",
        "Job status",
        "Pickup date/time",
        "Passenger name",
        "Phone",
        "E-mail",
        "From",
        "To",
        "Passengers",
        "Class",
        "Account",
        "Driver",
        "Total",
      ],
      ...trips.map((trip) => [
        trip.number,
        trip.state === "Confirmed" ? "Booked" : trip.state,
        trip.local.replace("T", " "),
        `${trip.rider.first} ${trip.rider.last}`,
        trip.rider.phone,
        trip.rider.email,
        trip.from,
        trip.to,
        trip.passengers,
        "Sedan",
        trip.company,
        trip.driver?.email ?? "",
        `RWF ${trip.fare.toLocaleString("en")}`,
      ]),
    ),
    payments: rows(
      ["Job ID", "Date paid", "Pay type", "Amount paid"],
      ...trips
        .filter(({ isPaid }) => isPaid)
        .map((trip) => [trip.number, trip.local.slice(0, 10), "Card", trip.fare]),
    ),
  };
}

/** Writes files like an office's spreadsheet: French words and dates, separated by tabs. */
export function toFrenchFiles({ vehicles, drivers, companies, riders, trips }: Fleet): SystemFiles {
  const rows = (...given: Parameters<typeof csv>[0]) => csv(given, "\t", "\n");
  const frenchDate = (day: string) => day.split("-").reverse().join("/");
  return {
    vehicles: rows(
      ["Immatriculation", "Catégorie", "Marque", "Modèle", "Année", "Couleur", "Nombre de places"],
      ...vehicles.map((car) => [
        car.plate,
        "Sedan",
        car.make,
        car.model,
        car.year,
        car.color,
        car.seats,
      ]),
    ),
    drivers: rows(
      [
        "Prénom",
        "Nom",
        "Téléphone",
        "Courriel",
        "Numéro de permis",
        "Expiration du permis",
        "Véhicule",
      ],
      ...drivers.map((one) => [
        one.first,
        one.last,
        one.phone,
        one.email,
        one.licence,
        frenchDate(one.until),
        one.plate,
      ]),
    ),
    companies: rows(
      ["Société", "Adresse de facturation", "Courriel", "Centres de coût", "Membres"],
      ...companies.map((one) => [
        one.name,
        one.address,
        one.email,
        one.centres.join(";"),
        one.members.join(";"),
      ]),
    ),
    riders: rows(
      ["Prénom", "Nom", "Portable", "Courriel"],
      ...riders.map((one) => [one.first, one.last, one.phone, one.email]),
    ),
    reservations: rows(
      [
        "N° de réservation",
        "Statut",
        "Date",
        "Heure",
        "Passager",
        "Téléphone",
        "Courriel",
        "Prise en charge",
        "Dépose",
        "Nombre de passagers",
        "Type de véhicule",
        "Société",
        "Chauffeur",
        "Montant",
      ],
      ...trips.map((trip) => [
        trip.number,
        { Completed: "Terminé", Cancelled: "Annulé", "No Show": "Absent", Confirmed: "Confirmé" }[
          trip.state
        ] ?? "",
        frenchDate(trip.local.slice(0, 10)),
        trip.local.slice(11).replace(":", "h"),
        `${trip.rider.first} ${trip.rider.last}`,
        trip.rider.phone,
        trip.rider.email,
        trip.from,
        trip.to,
        trip.passengers,
        "Sedan",
        trip.company,
        trip.driver?.phone ?? "",
        `${trip.fare.toLocaleString("en").replace(",", " ")}`,
      ]),
    ),
    payments: rows(
      ["Numéro de réservation", "Date de paiement", "Mode de paiement", "Montant"],
      ...trips
        .filter(({ isPaid }) => isPaid)
        .map((trip) => [trip.number, frenchDate(trip.local.slice(0, 10)), "Carte", trip.fare]),
    ),
  };
}

/** The order in which files are imported: each refers to rows of those before it. */
export const importOrder = [
  "vehicles",
  "drivers",
  "companies",
  "riders",
  "reservations",
  "payments",
] as const;
