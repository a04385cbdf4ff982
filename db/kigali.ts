/**
 * Places of Kigali to which nearly every local operator drives. A new folder of an operator in Kigali starts
 * with them. The coordinates are of the entrance or the middle, correct to a few hundred metres. The operator
 * can correct them in dispatch.
 */
import type { placeKinds } from "./schema/places";

interface StarterPlace {
  name: string;
  kind: (typeof placeKinds)[number];
  address: string;
  latitude: number;
  longitude: number;
  /** Other words that people type for the place. */
  keywords: string;
  iata?: string;
}

export const kigaliPlaces: readonly StarterPlace[] = [
  {
    name: "Kigali International Airport",
    kind: "airport",
    address: "KN 5 Road, Kanombe, Kigali",
    latitude: -1.9631,
    longitude: 30.135,
    keywords: "kgl kanombe arrivals departures terminal aeroport",
    iata: "KGL",
  },
  {
    name: "Kigali Marriott Hotel",
    kind: "hotel",
    address: "KN 3 Avenue, Nyarugenge, Kigali",
    latitude: -1.9545,
    longitude: 30.0622,
    keywords: "kiyovu",
  },
  {
    name: "Kigali Serena Hotel",
    kind: "hotel",
    address: "KN 3 Avenue, Kiyovu, Kigali",
    latitude: -1.9562,
    longitude: 30.0633,
    keywords: "kiyovu",
  },
  {
    name: "Radisson Blu Hotel Kigali",
    kind: "hotel",
    address: "KG 2 Roundabout, Kimihurura, Kigali",
    latitude: -1.9549,
    longitude: 30.0928,
    keywords: "convention center",
  },
  {
    name: "Kigali Convention Centre",
    kind: "sight",
    address: "KG 2 Roundabout, Kimihurura, Kigali",
    latitude: -1.9544,
    longitude: 30.0936,
    keywords: "kcc center conference",
  },
  {
    name: "Hôtel des Mille Collines",
    kind: "hotel",
    address: "KN 6 Avenue, Kiyovu, Kigali",
    latitude: -1.9474,
    longitude: 30.0613,
    keywords: "thousand hills rwanda",
  },
  {
    name: "Ubumwe Grande Hotel",
    kind: "hotel",
    address: "KN 67 Street, Nyarugenge, Kigali",
    latitude: -1.9437,
    longitude: 30.0597,
    keywords: "downtown",
  },
  {
    name: "Lemigo Hotel",
    kind: "hotel",
    address: "KG 624 Street, Kimihurura, Kigali",
    latitude: -1.9568,
    longitude: 30.0943,
    keywords: "kimihurura",
  },
  {
    name: "Onomo Hotel Kigali",
    kind: "hotel",
    address: "KN 3 Avenue, Nyarugenge, Kigali",
    latitude: -1.9534,
    longitude: 30.0623,
    keywords: "kiyovu",
  },
  {
    name: "King Faisal Hospital",
    kind: "hospital",
    address: "KG 544 Street, Kacyiru, Kigali",
    latitude: -1.9439,
    longitude: 30.0939,
    keywords: "kfh clinic emergency",
  },
  {
    name: "University Teaching Hospital of Kigali",
    kind: "hospital",
    address: "KN 4 Avenue, Nyarugenge, Kigali",
    latitude: -1.9561,
    longitude: 30.0603,
    keywords: "chuk chu centre hospitalier universitaire clinic emergency",
  },
  {
    name: "Rwanda Military Hospital",
    kind: "hospital",
    address: "Kanombe, Kicukiro, Kigali",
    latitude: -1.9736,
    longitude: 30.1606,
    keywords: "rmh kanombe clinic emergency",
  },
  {
    name: "Kibagabaga Hospital",
    kind: "hospital",
    address: "KG 19 Avenue, Kibagabaga, Kigali",
    latitude: -1.931,
    longitude: 30.1128,
    keywords: "clinic emergency gasabo",
  },
  {
    name: "Nyabugogo Bus Station",
    kind: "station",
    address: "Nyabugogo, Nyarugenge, Kigali",
    latitude: -1.9397,
    longitude: 30.0445,
    keywords: "taxi park gare coach terminal",
  },
  {
    name: "Remera Bus Station",
    kind: "station",
    address: "Giporoso, Remera, Kigali",
    latitude: -1.9579,
    longitude: 30.1177,
    keywords: "taxi park gare kisimenti giporoso",
  },
  {
    name: "Kicukiro Centre Bus Station",
    kind: "station",
    address: "Kicukiro Centre, Kigali",
    latitude: -1.9795,
    longitude: 30.1003,
    keywords: "taxi park gare center",
  },
  {
    name: "Nyamirambo",
    kind: "district",
    address: "Nyarugenge, Kigali",
    latitude: -1.9767,
    longitude: 30.045,
    keywords: "biryogo stadium",
  },
  {
    name: "Kacyiru",
    kind: "district",
    address: "Gasabo, Kigali",
    latitude: -1.938,
    longitude: 30.081,
    keywords: "ministries embassies",
  },
  {
    name: "Remera",
    kind: "district",
    address: "Gasabo, Kigali",
    latitude: -1.956,
    longitude: 30.114,
    keywords: "kisimenti",
  },
  {
    name: "Gikondo",
    kind: "district",
    address: "Kicukiro, Kigali",
    latitude: -1.976,
    longitude: 30.074,
    keywords: "expo ground",
  },
  {
    name: "Nyarutarama",
    kind: "district",
    address: "Gasabo, Kigali",
    latitude: -1.936,
    longitude: 30.099,
    keywords: "golf mtn centre",
  },
  {
    name: "Kimironko Market",
    kind: "sight",
    address: "KG 11 Avenue, Kimironko, Kigali",
    latitude: -1.9494,
    longitude: 30.1261,
    keywords: "isoko shopping",
  },
  {
    name: "Kigali City Tower",
    kind: "sight",
    address: "KN 2 Street, Nyarugenge, Kigali",
    latitude: -1.9441,
    longitude: 30.0592,
    keywords: "kct downtown cbd town centre shopping",
  },
  {
    name: "Kigali Heights",
    kind: "sight",
    address: "KG 7 Avenue, Kimihurura, Kigali",
    latitude: -1.9531,
    longitude: 30.0925,
    keywords: "shopping mall offices",
  },
  {
    name: "Kigali Genocide Memorial",
    kind: "sight",
    address: "KG 14 Avenue, Gisozi, Kigali",
    latitude: -1.9306,
    longitude: 30.0605,
    keywords: "gisozi museum",
  },
  {
    name: "BK Arena",
    kind: "sight",
    address: "KG 17 Avenue, Remera, Kigali",
    latitude: -1.9532,
    longitude: 30.1151,
    keywords: "kigali arena concert basketball",
  },
  {
    name: "Amahoro Stadium",
    kind: "sight",
    address: "KG 17 Avenue, Remera, Kigali",
    latitude: -1.9552,
    longitude: 30.1147,
    keywords: "stade football",
  },
];
