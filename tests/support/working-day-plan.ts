/** The plan of a working day: the bookings by telephone, their drivers, and the times of all steps. */
import type { DriverName } from "./working-day";
import type { PhoneCall } from "./working-day-staff";

/** The telephone bookings of the morning, by the names that the trips then have in this plan. */
export const calls: readonly (readonly [trip: string, call: PhoneCall])[] = [
  [
    "early",
    {
      caller: "0788100001",
      name: "Agnes Mutesi",
      when: "0800",
      from: "Kigali Marriott Hotel",
      to: "Amahoro Stadium",
    },
  ],
  [
    "slow",
    {
      caller: "0788100002",
      name: "Bernard Kamanzi",
      when: "0830",
      from: "Kimironko Market",
      to: "Kigali Heights",
    },
  ],
  [
    "missed",
    {
      caller: "0788100003",
      name: "Claire Ingabire",
      when: "0900",
      from: "BK Arena",
      to: "Kigali Serena Hotel",
    },
  ],
  [
    "calledOff",
    {
      caller: "0788100004",
      name: "Denis Rugamba",
      when: "1000",
      from: "Lemigo Hotel",
      to: "King Faisal Hospital",
    },
  ],
  [
    "byCard",
    {
      caller: "0788100005",
      name: "Esther Uwimana",
      when: "1030",
      from: "Kigali Convention Centre",
      to: "Nyamirambo",
      payment: "card",
    },
  ],
  [
    "phoneAccount",
    {
      caller: "0788100006",
      name: "Felix Ndoli",
      when: "1100",
      from: "Kigali City Tower",
      to: "Radisson Blu Hotel Kigali",
      company: { name: "Acme Ltd", costCentre: "Sales", reference: "PO 6" },
    },
  ],
  [
    "agreed",
    {
      caller: "0788100007",
      name: "Gloria Teta",
      when: "1130",
      from: "Kicukiro Centre Bus Station",
      to: "Onomo Hotel Kigali",
      agreed: { price: "12345", reason: "A regular" },
    },
  ],
  // By now she is a known caller.
  [
    "again",
    { caller: "0788100001", when: "1500", from: "Amahoro Stadium", to: "Kigali Marriott Hotel" },
  ],
];

/** The drivers of the trips, as planned in the morning. */
export const given: readonly (readonly [string, DriverName])[] = [
  ["missed", "Jean"],
  ["flight", "Louis"],
  ["calledOff", "Keza"],
  ["byCard", "Grace"],
  ["phoneAccount", "Marie"],
  ["changed", "Eric"],
  ["agreed", "Jean"],
  ["webAccount", "Grace"],
  ["hourly", "Louis"],
  ["errand", "Eric"],
  ["family", "Jean"],
  ["client", "Grace"],
  ["again", "Eric"],
  ["visitors", "Jean"],
  ["backHome", "Keza"],
  ["seat", "Louis"],
  ["home", "Eric"],
];

/** The time of a driver's step on a trip. */
export type Step = readonly [time: string, driver: DriverName, trip: string, to: string];

export const morning: readonly Step[] = [
  ["10:20", "Grace", "byCard", "en_route"],
  ["10:29", "Grace", "byCard", "on_location"],
  ["10:31", "Grace", "byCard", "passenger_on_board"],
  ["10:45", "Marie", "phoneAccount", "en_route"],
  ["10:50", "Grace", "byCard", "completed"],
  ["10:55", "Marie", "phoneAccount", "on_location"],
  ["11:00", "Marie", "phoneAccount", "passenger_on_board"],
  ["11:15", "Jean", "agreed", "en_route"],
  // Nine minutes after the free hour from the landing.
  ["11:24", "Louis", "flight", "passenger_on_board"],
  ["11:25", "Marie", "phoneAccount", "completed"],
  ["11:28", "Jean", "agreed", "on_location"],
  ["11:31", "Jean", "agreed", "passenger_on_board"],
];

export const afternoonSteps: readonly Step[] = [
  ["12:05", "Keza", "webAccount", "en_route"],
  ["12:08", "Keza", "webAccount", "on_location"],
  ["12:10", "Keza", "webAccount", "passenger_on_board"],
  ["12:35", "Keza", "webAccount", "completed"],
  ["12:50", "Louis", "hourly", "en_route"],
  ["12:55", "Louis", "hourly", "on_location"],
  ["12:56", "Eric", "errand", "en_route"],
  ["12:58", "Eric", "errand", "on_location"],
  ["13:00", "Louis", "hourly", "passenger_on_board"],
  ["13:01", "Eric", "errand", "passenger_on_board"],
  ["13:25", "Eric", "errand", "completed"],
  ["13:50", "Jean", "family", "en_route"],
  ["13:55", "Jean", "family", "on_location"],
  ["14:05", "Jean", "family", "passenger_on_board"],
  ["14:20", "Marie", "client", "en_route"],
  ["14:28", "Marie", "client", "on_location"],
  ["14:30", "Jean", "family", "completed"],
  ["14:33", "Marie", "client", "passenger_on_board"],
  ["14:50", "Eric", "again", "en_route"],
  ["14:58", "Eric", "again", "on_location"],
  ["15:02", "Eric", "again", "passenger_on_board"],
  ["15:15", "Marie", "client", "completed"],
  ["15:20", "Eric", "again", "completed"],
  ["16:00", "Louis", "hourly", "completed"],
];

export const evening: readonly Step[] = [
  ["16:15", "Jean", "visitors", "en_route"],
  ["16:25", "Jean", "visitors", "on_location"],
  // The visitors are late, so the company pays for each begun minute after the free ones.
  ["16:47", "Jean", "visitors", "passenger_on_board"],
  ["16:50", "Keza", "backHome", "en_route"],
  ["16:58", "Keza", "backHome", "on_location"],
  ["17:05", "Keza", "backHome", "passenger_on_board"],
  ["17:15", "Jean", "visitors", "completed"],
  ["17:18", "Louis", "seat", "en_route"],
  ["17:25", "Louis", "seat", "on_location"],
  ["17:30", "Louis", "seat", "passenger_on_board"],
  ["17:31", "Keza", "backHome", "completed"],
  ["17:50", "Eric", "home", "en_route"],
  ["17:55", "Eric", "home", "on_location"],
  ["17:58", "Louis", "seat", "completed"],
  ["18:00", "Eric", "home", "passenger_on_board"],
  ["18:25", "Eric", "home", "completed"],
];
