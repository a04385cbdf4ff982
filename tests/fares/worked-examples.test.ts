/**
 * Worked fares: each is calculated by hand from the price lists in price-lists.md, with all its lines. The sums are
 * written beside them, and no figure was taken from the code.
 */
import { describe, expect, test } from "bun:test";
import { cancellationFee, noShowFee, driverPayOfFee } from "../../src/fares/cancellation-rules";
import {
  Fare,
  type FareLineKind,
  type FeeSchedule,
  type PricedTripEnd,
  type PricedTrip,
} from "../../src/fares/contract";
import { driverPay } from "../../src/fares/driver-pay-rules";
import { priceTrip, priceWithPromotion, fareWithWait } from "../../src/fares/rules";
import type { PickupFacts } from "../../src/fares/wait-rules";
import { fareLineText, pricedTrip, plainEnd } from "../support/prices";
import { boston, kigali, paris } from "./price-lists";
import { countsTowardsTotal } from "../../src/fares/money-rules";

type Lines = [kind: FareLineKind, amountMinor: number][];

/** 12.4 km in 26 minutes on a Tuesday at two. */
const tuesdayTrip = { pickupLocal: "2026-11-17T14:00" };
const trip = (over: Partial<PricedTrip> = {}) => pricedTrip({ ...tuesdayTrip, ...over });
const end = (over: Partial<PricedTripEnd>): PricedTripEnd => ({ ...plainEnd, ...over });
const airport = end({ zoneIds: ["airport"], airport: true });
const centre = end({ zoneIds: ["centre"] });
const kgl = end({ placeIds: ["kgl"], zoneIds: ["airport"], airport: true });
const marriott = end({ placeIds: ["marriott"], zoneIds: ["centre"] });
const musanze = end({ zoneIds: ["musanze"] });
const airportPickup = { serviceType: "airport_pickup", pickup: airport, dropoff: centre } as const;
const airportDropoff = {
  serviceType: "airport_dropoff",
  pickup: centre,
  dropoff: airport,
} as const;
const hop = { distanceMeters: 1_500, durationSeconds: 300 };
const code = (code: string, uses = 0, usesByRider = 0) => ({
  promotion: { code, uses, usesByRider },
});
const seats = (quantity: number) => ({ extras: [{ id: "seat", quantity }] });

/** 2,000 + 10 × 900 + 2.4 × 700 + 26 × 60 = 14,240 */
const meter: Lines = [
  ["base", 2000],
  ["distance", 9000],
  ["distance", 1680],
  ["minutes", 1560],
];
/** 2,000 + 1.5 × 900 + 5 × 60 = 3,650, raised by 1,350 to 5,000 */
const least: Lines = [
  ["base", 2000],
  ["distance", 1350],
  ["minutes", 300],
  ["minimum", 1350],
];

type WorkedExample = [
  name: string,
  trip: PricedTrip,
  lines: Lines,
  totalMinor: number,
  vehicleClassId?: string,
];

const kigaliExamples: WorkedExample[] = [
  // 14,240 × 18 % = 2,563.2
  ["across town", trip(), [...meter, ["tax", 2563]], 16803],
  // 2,000 + 9,000 + 20 × 60 = 12,200; 18 % = 2,196
  [
    "the first tier to its end",
    trip({ distanceMeters: 10_000, durationSeconds: 1200 }),
    [
      ["base", 2000],
      ["distance", 9000],
      ["minutes", 1200],
      ["tax", 2196],
    ],
    14396,
  ],
  // a tenth farther: 12,270; 18 % = 2,208.6
  [
    "a tenth into the second tier",
    trip({ distanceMeters: 10_100, durationSeconds: 1200 }),
    [
      ["base", 2000],
      ["distance", 9000],
      ["distance", 70],
      ["minutes", 1200],
      ["tax", 2209],
    ],
    14479,
  ],
  // 9.949 km is billed as 9.9: 8,910; 12,110 × 18 % = 2,179.8
  [
    "just under half a tenth",
    trip({ distanceMeters: 9_949, durationSeconds: 1200 }),
    [
      ["base", 2000],
      ["distance", 8910],
      ["minutes", 1200],
      ["tax", 2180],
    ],
    14290,
  ],
  // 9.950 km is billed as 10.0
  [
    "half a tenth goes up",
    trip({ distanceMeters: 9_950, durationSeconds: 1200 }),
    [
      ["base", 2000],
      ["distance", 9000],
      ["minutes", 1200],
      ["tax", 2196],
    ],
    14396,
  ],
  // 5,000 × 18 % = 900
  ["a short hop", trip(hop), [...least, ["tax", 900]], 5900],
  // 2,000 + 2 × 900 + 20 × 60 = 5,000, the minimum to the franc
  [
    "exactly the minimum",
    trip({ distanceMeters: 2_000, durationSeconds: 1200 }),
    [
      ["base", 2000],
      ["distance", 1800],
      ["minutes", 1200],
      ["tax", 900],
    ],
    5900,
  ],
  // 16,240 × 18 % = 2,923.2
  ["two stops", trip({ stops: 2 }), [...meter, ["stops", 2000], ["tax", 2923]], 19163],
  // 3,650 + 1,000 = 4,650, raised by 350
  [
    "a stop counts towards the minimum",
    trip({ ...hop, stops: 1 }),
    [
      ["base", 2000],
      ["distance", 1350],
      ["minutes", 300],
      ["stops", 1000],
      ["minimum", 350],
      ["tax", 900],
    ],
    5900,
  ],
  // 5,000 + 12.4 × 1,700 = 21,080 + 26 × 100 = 28,680; 18 % = 5,162.4
  [
    "a van",
    trip(),
    [
      ["base", 5000],
      ["distance", 21080],
      ["minutes", 2600],
      ["tax", 5162],
    ],
    33842,
    "van",
  ],
  // 14,240 × 15 % = 2,136; 16,376 × 18 % = 2,947.68
  [
    "at night",
    trip({ pickupLocal: "2026-11-17T23:30" }),
    [...meter, ["night", 2136], ["tax", 2948]],
    19324,
  ],
  [
    "the night begins at ten",
    trip({ pickupLocal: "2026-11-17T22:00" }),
    [...meter, ["night", 2136], ["tax", 2948]],
    19324,
  ],
  [
    "a minute before ten",
    trip({ pickupLocal: "2026-11-17T21:59" }),
    [...meter, ["tax", 2563]],
    16803,
  ],
  [
    "the night is over at six",
    trip({ pickupLocal: "2026-11-17T06:00" }),
    [...meter, ["tax", 2563]],
    16803,
  ],
  // 14,240 × 10 % = 1,424; 15,664 × 18 % = 2,819.52
  [
    "a Saturday evening",
    trip({ pickupLocal: "2026-11-21T19:00" }),
    [...meter, ["weekday", 1424], ["tax", 2820]],
    18484,
  ],
  [
    "Saturday at ten: the evening is over, the night begins",
    trip({ pickupLocal: "2026-11-21T22:00" }),
    [...meter, ["night", 2136], ["tax", 2948]],
    19324,
  ],
  // 15 % is 2,136, Friday late is 1,500: the night is the dearer surcharge of the group
  [
    "Friday at eleven, far: the night counts",
    trip({ pickupLocal: "2026-11-20T23:00" }),
    [...meter, ["night", 2136], ["tax", 2948]],
    19324,
  ],
  // 15 % of 5,000 is 750, less than 1,500; 6,500 × 18 % = 1,170
  [
    "Friday at eleven, near: Friday late counts",
    trip({ ...hop, pickupLocal: "2026-11-20T23:00" }),
    [...least, ["weekday", 1500], ["tax", 1170]],
    7670,
  ],
  [
    "Saturday at two in the morning still is Friday late",
    trip({ ...hop, pickupLocal: "2026-11-21T02:00" }),
    [...least, ["weekday", 1500], ["tax", 1170]],
    7670,
  ],
  // 5,750 × 18 % = 1,035
  [
    "Saturday at four it is over",
    trip({ ...hop, pickupLocal: "2026-11-21T04:00" }),
    [...least, ["night", 750], ["tax", 1035]],
    6785,
  ],
  [
    "Sunday at two is no Friday late",
    trip({ ...hop, pickupLocal: "2026-11-22T02:00" }),
    [...least, ["night", 750], ["tax", 1035]],
    6785,
  ],
  // both of 14,240: 1,424 and 2,848; 18,512 × 18 % = 3,332.16
  [
    "Christmas on a Friday evening: holiday and weekend add up",
    trip({ pickupLocal: "2026-12-25T19:00" }),
    [...meter, ["weekday", 1424], ["holiday", 2848], ["tax", 3332]],
    21844,
  ],
  // 17,088 × 18 % = 3,075.84
  [
    "a holiday of one year",
    trip({ pickupLocal: "2026-12-26T12:00" }),
    [...meter, ["holiday", 2848], ["tax", 3076]],
    20164,
  ],
  [
    "the same day a year later",
    trip({ pickupLocal: "2027-12-26T12:00" }),
    [...meter, ["tax", 2563]],
    16803,
  ],
  // 14,000 × 15 % = 2,100, 500, seat 3,000: 19,600; 10 % = 1,960; 17,640 × 18 % = 3,175.2
  [
    "airport flat rate at night with child seat and promotion",
    trip({ ...airportPickup, pickupLocal: "2026-11-17T23:30", ...seats(1), ...code("welcome") }),
    [
      ["flat", 14000],
      ["night", 2100],
      ["airport", 500],
      ["extra", 3000],
      ["promotion", -1960],
      ["tax", 3175],
    ],
    20815,
  ],
  // 14,000 × 18 % = 2,520; the surcharge is for pickups only
  [
    "the flat price the other way",
    trip(airportDropoff),
    [
      ["flat", 14000],
      ["tax", 2520],
    ],
    16520,
  ],
  // 12,000 × 18 % = 2,160
  [
    "a named route beats the zones",
    trip({ ...airportDropoff, pickup: marriott, dropoff: kgl }),
    [
      ["flat", 12000],
      ["tax", 2160],
    ],
    14160,
  ],
  // the route applies in one direction only; by the zones 14,000 + 500 = 14,500; 18 % = 2,610
  [
    "the named route backwards goes by the zones",
    trip({ ...airportPickup, pickup: kgl, dropoff: marriott }),
    [
      ["flat", 14000],
      ["airport", 500],
      ["tax", 2610],
    ],
    17110,
  ],
  // 2,000 + 9,000 + 88 × 700 = 61,600 + 120 × 60 = 79,800; 18 % = 14,364
  [
    "a one-way flat price backwards goes by the meter",
    trip({ pickup: musanze, dropoff: centre, distanceMeters: 98_000, durationSeconds: 7200 }),
    [
      ["base", 2000],
      ["distance", 9000],
      ["distance", 61600],
      ["minutes", 7200],
      ["tax", 14364],
    ],
    94164,
  ],
  // 90,000 × 5 % = 4,500; 94,500 × 18 % = 17,010
  [
    "a flat price with a zone surcharge",
    trip({ pickup: centre, dropoff: musanze, distanceMeters: 98_000 }),
    [
      ["flat", 90000],
      ["zone", 4500],
      ["tax", 17010],
    ],
    111510,
  ],
  // 14,000 + 2 × 1,000 + 500 = 16,500; 18 % = 2,970
  [
    "stops on a flat price are charged",
    trip({ ...airportPickup, stops: 2 }),
    [
      ["flat", 14000],
      ["stops", 2000],
      ["airport", 500],
      ["tax", 2970],
    ],
    19470,
  ],
  // 27,500 × 18 % = 4,950
  [
    "a van's flat price",
    trip(airportPickup),
    [
      ["flat", 27000],
      ["airport", 500],
      ["tax", 4950],
    ],
    32450,
    "van",
  ],
  // the named route has no price for vans; 27,000 × 18 % = 4,860
  [
    "a class without a price on the named route",
    trip({ ...airportDropoff, pickup: marriott, dropoff: kgl }),
    [
      ["flat", 27000],
      ["tax", 4860],
    ],
    31860,
    "van",
  ],
  // the first zone has no flat price, but the next has one
  [
    "overlapping zones, in their order",
    trip({ ...airportDropoff, pickup: end({ zoneIds: ["market", "centre"] }) }),
    [
      ["flat", 14000],
      ["tax", 2520],
    ],
    16520,
  ],
  // 3 × 15,000 = 45,000; 18 % = 8,100; 60 km are included
  [
    "by the hour under the minimum",
    trip({ serviceType: "hourly", hours: 2, distanceMeters: 30_000 }),
    [
      ["hourly", 45000],
      ["tax", 8100],
    ],
    53100,
  ],
  // 4.5 × 15,000 = 67,500; 90 km included, 10 × 500 = 5,000; 72,500 × 18 % = 13,050
  [
    "by the hour, further than the hours include",
    trip({ serviceType: "hourly", hours: 4.5, distanceMeters: 100_000 }),
    [
      ["hourly", 67500],
      ["extra_distance", 5000],
      ["tax", 13050],
    ],
    85550,
  ],
  // 45,000 + 500; 18 % = 8,190
  [
    "by the hour between zones with a flat price",
    trip({ ...airportPickup, serviceType: "hourly", hours: 3 }),
    [
      ["hourly", 45000],
      ["airport", 500],
      ["tax", 8190],
    ],
    53690,
  ],
  // 3.25 × 15,000 = 48,750; 15 % = 7,312.5; 56,063 × 18 % = 10,091.34
  [
    "by the hour at night, a begun quarter",
    trip({ serviceType: "hourly", hours: 3.1, pickupLocal: "2026-11-17T22:30" }),
    [
      ["hourly", 48750],
      ["night", 7313],
      ["tax", 10091],
    ],
    66154,
  ],
  // 15,240 × 18 % = 2,743.2
  [
    "at short notice",
    trip({ leadMinutes: 119 }),
    [...meter, ["lead_time", 1000], ["tax", 2743]],
    17983,
  ],
  ["two hours are no short notice", trip({ leadMinutes: 120 }), [...meter, ["tax", 2563]], 16803],
  // 20,240 × 18 % = 3,643.2
  ["two child seats", trip(seats(2)), [...meter, ["extra", 6000], ["tax", 3643]], 23883],
  // 14,000 + 500 + 5,000 = 19,500; 18 % = 3,510
  [
    "a greeting sign",
    trip({ ...airportPickup, extras: [{ id: "sign", quantity: 1 }] }),
    [
      ["flat", 14000],
      ["airport", 500],
      ["extra", 5000],
      ["tax", 3510],
    ],
    23010,
  ],
  // 10 % of 14,240 = 1,424; 12,816 × 18 % = 2,306.88
  ["a tenth off", trip(code("WELCOME")), [...meter, ["promotion", -1424], ["tax", 2307]], 15123],
  // 10 % of 79,800 = 7,980, at most 2,000; 77,800 × 18 % = 14,004
  [
    "a tenth off, at most",
    trip({ distanceMeters: 98_000, durationSeconds: 7200, ...code("WELCOME") }),
    [
      ["base", 2000],
      ["distance", 9000],
      ["distance", 61600],
      ["minutes", 7200],
      ["promotion", -2000],
      ["tax", 14004],
    ],
    91804,
  ],
  // 2,000 + 1,800 + 23 × 60 = 5,180; taking off 518 would go below 5,000, so only 180
  [
    "a tenth off, down to the promotion's minimum",
    trip({ distanceMeters: 2_000, durationSeconds: 1380, ...code("WELCOME") }),
    [
      ["base", 2000],
      ["distance", 1800],
      ["minutes", 1380],
      ["promotion", -180],
      ["tax", 900],
    ],
    5900,
  ],
  [
    "a promotion at its minimum",
    trip({ ...hop, ...code("WELCOME") }),
    [...least, ["tax", 900]],
    5900,
  ],
  // 11,000 × 18 % = 1,980
  [
    "3,000 off an airport trip",
    trip({ ...airportDropoff, ...code("minus3") }),
    [
      ["flat", 14000],
      ["promotion", -3000],
      ["tax", 1980],
    ],
    12980,
  ],
  ["a code for airport trips in town", trip(code("MINUS3")), [...meter, ["tax", 2563]], 16803],
  // 14,240 × 10 % = 1,424, untaxed
  [
    "a gratuity that the rider chose",
    trip({ gratuityPercent: 10 }),
    [...meter, ["tax", 2563], ["gratuity", 1424]],
    18227,
  ],
  // 12,816: tax 2,306.88, gratuity 1,281.6
  [
    "a gratuity on the lowered price",
    trip({ gratuityPercent: 10, ...code("WELCOME") }),
    [...meter, ["promotion", -1424], ["tax", 2307], ["gratuity", 1282]],
    16405,
  ],
];

/** 16,093 m is 9.9998 miles, billed as 10.0; 1,250 + 3,750 + 30 × 65 = 6,950 */
const tenMileTrip = { distanceMeters: 16_093, durationSeconds: 1800 };
const town: Lines = [
  ["base", 1250],
  ["distance", 3750],
  ["minutes", 1950],
];
/** 1,250 + 375 + 5 × 65 = 1,950, raised by 2,550 to 4,500 */
const oneMileTrip = { distanceMeters: 1_609, durationSeconds: 300 };
const minimumInTown: Lines = [
  ["base", 1250],
  ["distance", 375],
  ["minutes", 325],
  ["minimum", 2550],
];

const bostonExamples: WorkedExample[] = [
  // 6.25 % = 434.375; 20 % = 1,390
  ["ten miles", trip(tenMileTrip), [...town, ["tax", 434], ["gratuity", 1390]], 8774],
  ["no gratuity", trip({ ...tenMileTrip, gratuityPercent: 0 }), [...town, ["tax", 434]], 7384],
  // 6,950 × 15 % = 1,042.5
  [
    "half a cent of gratuity goes up",
    trip({ ...tenMileTrip, gratuityPercent: 15 }),
    [...town, ["tax", 434], ["gratuity", 1043]],
    8427,
  ],
  // 4,500: tax 281.25, gratuity 900
  ["the minimum", trip(oneMileTrip), [...minimumInTown, ["tax", 281], ["gratuity", 900]], 5681],
  // 12,875 m is 8.0 miles, 3.0 beyond the free 5: 360; 7,310: tax 456.875, gratuity 1,462
  [
    "from the depot",
    trip({ ...tenMileTrip, deadheadMeters: 12_875 }),
    [...town, ["deadhead", 360], ["tax", 457], ["gratuity", 1462]],
    9229,
  ],
  // 8,000 m is 5.0 miles: free
  [
    "from the depot, near",
    trip({ ...tenMileTrip, deadheadMeters: 8_000 }),
    [...town, ["tax", 434], ["gratuity", 1390]],
    8774,
  ],
  // on top of the minimum: 4,860: tax 303.75, gratuity 972
  [
    "the minimum does not swallow the empty way",
    trip({ ...oneMileTrip, deadheadMeters: 12_875 }),
    [...minimumInTown, ["deadhead", 360], ["tax", 304], ["gratuity", 972]],
    6136,
  ],
  // 12.5 % = 868.75; 7,819: tax 488.6875, gratuity 1,563.8
  [
    "a night of 12.5 per cent",
    trip({ ...tenMileTrip, pickupLocal: "2026-11-17T23:30" }),
    [...town, ["night", 869], ["tax", 489], ["gratuity", 1564]],
    9872,
  ],
  // the levy is 139, on the amount before any tax
  [
    "two taxes",
    trip({ ...tenMileTrip, serviceType: "airport_pickup" }),
    [...town, ["tax", 434], ["tax", 139], ["gratuity", 1390]],
    8913,
  ],
  // 805 m is 0.5 miles: 187.5; 1,438: tax 89.875, gratuity 287.6
  [
    "half a cent of distance goes up",
    trip({ distanceMeters: 805, durationSeconds: 0 }),
    [
      ["base", 1250],
      ["distance", 188],
      ["tax", 90],
      ["gratuity", 288],
    ],
    1816,
    "compact",
  ],
  // 2.25 × 8,500 = 19,125: tax 1,195.3125, gratuity 3,825
  [
    "by the hour in quarters",
    trip({ serviceType: "hourly", hours: 2.25 }),
    [
      ["hourly", 19125],
      ["tax", 1195],
      ["gratuity", 3825],
    ],
    24145,
  ],
  // 6,450: tax 403.125, gratuity 1,290
  [
    "five dollars off",
    trip({ ...tenMileTrip, ...code("SAVE5") }),
    [...town, ["promotion", -500], ["tax", 403], ["gratuity", 1290]],
    8143,
  ],
  // 6,950 + 500 + 1,500 = 8,950: tax 559.375, gratuity 1,790
  [
    "a stop and a child seat",
    trip({ ...tenMileTrip, stops: 1, ...seats(1) }),
    [...town, ["stops", 500], ["extra", 1500], ["tax", 559], ["gratuity", 1790]],
    11299,
  ],
  // 5,500: tax 343.75, levy 110, gratuity 1,100; a flat price never includes the empty drive
  [
    "a flat price from far away",
    trip({
      serviceType: "airport_pickup",
      pickup: end({ placeIds: ["logan"], airport: true }),
      dropoff: end({ placeIds: ["back-bay"] }),
      deadheadMeters: 12_875,
    }),
    [
      ["flat", 5500],
      ["tax", 344],
      ["tax", 110],
      ["gratuity", 1100],
    ],
    7054,
  ],
];

/** 800 + 12.4 × 200 + 26 × 40 = 4,320 */
const berlineLines: Lines = [
  ["base", 800],
  ["distance", 2480],
  ["minutes", 1040],
];

const parisExamples: WorkedExample[] = [
  // 4,320 × 10 ÷ 110 = 392.73
  ["tax included", trip(), [...berlineLines, ["tax", 393]], 4320],
  // 15 % = 648; 4,968 × 10 ÷ 110 = 451.64
  [
    "from eight in the evening",
    trip({ pickupLocal: "2026-11-17T20:00" }),
    [...berlineLines, ["night", 648], ["tax", 452]],
    4968,
  ],
  // 4,620 × 10 ÷ 110 = 420
  [
    "on a Sunday",
    trip({ pickupLocal: "2026-11-22T12:00" }),
    [...berlineLines, ["weekday", 300], ["tax", 420]],
    4620,
  ],
  // 25 % = 1,080, more than 300; 5,400 × 10 ÷ 110 = 490.91
  [
    "a holiday on a Sunday: the dearer of the group",
    trip({ pickupLocal: "2026-11-01T12:00" }),
    [...berlineLines, ["holiday", 1080], ["tax", 491]],
    5400,
  ],
  // 648 + 300 = 5,268; × 10 ÷ 110 = 478.91: the local time counts, in either of the two hours
  [
    "in the hour that comes twice",
    trip({ pickupLocal: "2026-10-25T02:30" }),
    [...berlineLines, ["night", 648], ["weekday", 300], ["tax", 479]],
    5268,
  ],
  [
    "right after the hour that is skipped",
    trip({ pickupLocal: "2026-03-29T03:00" }),
    [...berlineLines, ["night", 648], ["weekday", 300], ["tax", 479]],
    5268,
  ],
  // 4,320 × 20 ÷ 120 = 720
  [
    "another rate of tax for interpreters",
    trip({ serviceType: "interpreter" }),
    [...berlineLines, ["tax", 720]],
    4320,
  ],
  // shares of 111: 4,320 × 10 ÷ 111 = 389.19 and 4,320 ÷ 111 = 38.92
  [
    "two taxes included",
    trip({ serviceType: "airport_dropoff" }),
    [...berlineLines, ["tax", 389], ["tax", 39]],
    4320,
  ],
  // 10 % of the amount without tax: 4,320 × 10 ÷ 110 = 392.73
  [
    "a gratuity before the tax that is included",
    trip({ gratuityPercent: 10 }),
    [...berlineLines, ["tax", 393], ["gratuity", 393]],
    4713,
  ],
  // 1.5 × 6,000 = 9,000; 37.5 km included, 12.5 × 180 = 2,250; 11,250 × 10 ÷ 110 = 1,022.73
  [
    "an hour and a half, fifty kilometres",
    trip({ serviceType: "hourly", hours: 1.5, distanceMeters: 50_000 }),
    [
      ["hourly", 9000],
      ["extra_distance", 2250],
      ["tax", 1023],
    ],
    11250,
  ],
  // 800 + 200 + 120 = 1,120, raised by 1,380; 2,500 × 10 ÷ 110 = 227.27
  [
    "the minimum, tax included",
    trip({ distanceMeters: 1_000, durationSeconds: 180 }),
    [
      ["base", 800],
      ["distance", 200],
      ["minutes", 120],
      ["minimum", 1380],
      ["tax", 227],
    ],
    2500,
  ],
  // 10 km, 8 beyond the free 2: 800; 5,120 × 10 ÷ 110 = 465.45
  [
    "from the garage and back",
    trip({ deadheadMeters: 10_000 }),
    [...berlineLines, ["deadhead", 800], ["tax", 465]],
    5120,
  ],
];

const lists: [string, FeeSchedule, string, WorkedExample[]][] = [
  ["Kigali", kigali, "sedan", kigaliExamples],
  ["Boston", boston, "town", bostonExamples],
  ["Paris", paris, "berline", parisExamples],
];

for (const [city, schedule, usual, worked] of lists)
  describe(city, () => {
    test.each(worked)(
      "prices a trip: %s",
      (_name, priced, lines, totalMinor, vehicleClassId = usual) => {
        const fare = priceTrip(schedule, vehicleClassId, priced);
        expect(fare?.lines.map((line) => [line.kind, line.amountMinor])).toEqual(lines);
        expect(fare?.totalMinor).toBe(totalMinor);
        expect(fare).toEqual(Fare.parse(fare));
        for (const line of fare?.lines ?? [])
          expect(countsTowardsTotal(line)).toBe(!(line.kind === "tax" && schedule.taxes.included));
      },
    );
  });

test("there are more than sixty worked examples", () => {
  expect(kigaliExamples.length + bostonExamples.length + parisExamples.length).toBeGreaterThan(60);
});

describe("no price", () => {
  test.each([
    ["for a class without rates", trip(), "bus"],
    [
      "for an hourly trip in a class without an hourly rate",
      trip({ serviceType: "hourly", hours: 3 }),
      "van",
    ],
    ["with more child seats than allowed", trip(seats(4)), "sedan"],
    ["with an extra for another service", trip({ extras: [{ id: "sign", quantity: 1 }] }), "sedan"],
    ["with an extra for another class", trip({ extras: [{ id: "wifi", quantity: 1 }] }), "sedan"],
    ["with an unknown extra", trip({ extras: [{ id: "piano", quantity: 1 }] }), "sedan"],
  ])("is given %s", (_name, priced, vehicleClassId) => {
    expect(priceTrip(kigali, vehicleClassId, priced)).toBeNull();
  });
});

describe("the refusal of a promotion code", () => {
  const bookedInDecember = { bookedOn: "2026-12-01" };
  test.each([
    ["unknown", trip(code("NOBODY"))],
    ["not_started", trip({ bookedOn: "2026-10-31", ...code("WELCOME") })],
    ["expired", trip({ ...bookedInDecember, ...code("WELCOME") })],
    ["used_up", trip(code("WELCOME", 100))],
    ["used_by_rider", trip(code("WELCOME", 1, 1))],
    ["wrong_service", trip(code("MINUS3"))],
    ["at_minimum", trip({ ...hop, ...code("WELCOME") })],
    [null, trip({ bookedOn: "2026-11-30", ...code(" welcome ", 99) })],
  ] as const)("is %s", (refusal, priced) => {
    expect(priceWithPromotion(kigali, "sedan", priced)?.promotion?.refusal).toBe(refusal);
  });

  test("is wrong_class for another class, and not_started until the code applies again", () => {
    const [welcome, ...others] = kigali.promotions;
    if (!welcome) throw new Error("There is no such promotion.");
    const secondPromotion = { ...welcome, id: "again", from: "2027-01-01", until: null };
    const promotions = [{ ...welcome, vehicleClassIds: ["van"] }, secondPromotion, ...others];
    const standing = (over: Partial<PricedTrip>) =>
      priceWithPromotion({ ...kigali, promotions }, "sedan", trip({ ...over, ...code("WELCOME") }))
        ?.promotion?.refusal;
    expect(standing({})).toBe("wrong_class");
    expect(standing(bookedInDecember)).toBe("not_started");
    expect(standing({ bookedOn: "2027-01-01" })).toBeNull();
  });
});

describe("the text of each fare line", () => {
  const textsOf = (schedule: FeeSchedule, vehicleClassId: string, priced: PricedTrip) =>
    priceTrip(schedule, vehicleClassId, priced)?.lines.map((line) =>
      fareLineText(line, schedule.currency),
    );
  test("explains a trip by the meter", () => {
    const priced = trip({
      stops: 2,
      leadMinutes: 30,
      pickupLocal: "2026-12-25T19:00",
      ...seats(2),
    });
    expect(textsOf(kigali, "sedan", priced)).toEqual([
      "Base fare",
      "Distance, 10 km at RWF 900",
      "Distance, 2.4 km beyond 10 km at RWF 700",
      "Time, 26 min at RWF 60",
      "Stops on the way, 2 at RWF 1,000",
      "Weekend evening, Friday and Saturday, 18:00 to 22:00, 10 %",
      "Holiday, Christmas Day, 20 %",
      "Short notice, booked less than 2 h before the pickup",
      "Child seat, 2 at RWF 3,000",
      "VAT, 18 %",
    ]);
  });
  test("explains a flat price with a promotion", () => {
    const priced = trip({ ...airportPickup, pickupLocal: "2026-11-17T23:30", ...code("welcome") });
    expect(textsOf(kigali, "sedan", { ...priced, ...seats(1) })).toEqual([
      "Flat price, Airport to centre",
      "Night, 22:00 to 06:00, 15 %",
      "Airport pickup, pickup at an airport",
      "Child seat",
      "Welcome, code WELCOME, 10 %",
      "VAT, 18 %",
    ]);
    expect(textsOf(kigali, "sedan", trip(airportDropoff))).toContain(
      "Flat price, Airport to centre, other direction",
    );
  });
  test("explains an hourly trip, the drive from the depot and a gratuity", () => {
    const hourlyTrip = trip({ serviceType: "hourly", hours: 2, distanceMeters: 100_000 });
    expect(textsOf(kigali, "sedan", hourlyTrip)).toEqual([
      "Hourly, 3 h at RWF 15,000 (2 h booked, minimum 3 h)",
      "Extra distance, 40 km beyond the 60 km included, at RWF 500",
      "VAT, 18 %",
    ]);
    expect(textsOf(boston, "town", trip({ ...tenMileTrip, deadheadMeters: 12_875 }))).toEqual([
      "Base fare",
      "Distance, 10 mi at USD 3.75",
      "Time, 30 min at USD 0.65",
      "Drive from the depot, 3 mi beyond 5 mi at USD 1.20",
      "State tax, 6.25 %",
      "Gratuity, 20 % of the fare before tax",
    ]);
    expect(textsOf(paris, "berline", trip())?.at(-1)).toBe("TVA, 10 %, included in the price");
  });
});

function fareOf(schedule: FeeSchedule, vehicleClassId: string, priced: PricedTrip): Fare {
  const fare = priceTrip(schedule, vehicleClassId, priced);
  if (!fare) throw new Error("There is no price.");
  return fare;
}

const at = (clock: string) => Date.parse(`2026-11-17T${clock}Z`);

describe("waiting", () => {
  const airportFare = fareOf(kigali, "sedan", trip(airportPickup));
  const townFare = fareOf(kigali, "sedan", trip());
  const facts = (over: Partial<PickupFacts>): PickupFacts => ({
    serviceType: "point_to_point",
    vehicleClassId: "sedan",
    pickupAt: at("14:00:00"),
    arrivedAt: at("13:50:00"),
    onBoardAt: at("14:00:00"),
    landedAt: null,
    ...over,
  });
  const atAirport = (over: Partial<PickupFacts>) =>
    facts({ serviceType: "airport_pickup", ...over });

  const worked: [string, FeeSchedule, Fare, PickupFacts, Lines, number][] = [
    // landed 14:10, free until 15:10, 25 × 100 = 2,500; 18 % = 450; 17,110 + 2,950
    [
      "at an airport, from the landing",
      kigali,
      airportFare,
      atAirport({ landedAt: at("14:10:00"), onBoardAt: at("15:35:00") }),
      [
        ["wait", 2500],
        ["tax", 450],
      ],
      20060,
    ],
    // free until 15:00; one second later a minute has begun
    [
      "at an airport, the landing unknown",
      kigali,
      airportFare,
      atAirport({ onBoardAt: at("15:00:01") }),
      [
        ["wait", 100],
        ["tax", 18],
      ],
      17228,
    ],
    [
      "at an airport, within the free hour",
      kigali,
      airportFare,
      atAirport({ onBoardAt: at("15:00:00") }),
      [],
      17110,
    ],
    // landed at noon, and the free hour ended before the driver came: it starts again
    [
      "at an airport, for a late driver",
      kigali,
      airportFare,
      atAirport({ landedAt: at("12:00:00"), arrivedAt: at("14:00:00"), onBoardAt: at("14:30:00") }),
      [],
      17110,
    ],
    // from 14:00, 10 minutes free: 12 × 100; 18 % = 216; 16,803 + 1,416
    [
      "in town, for a driver who was early",
      kigali,
      townFare,
      facts({ onBoardAt: at("14:22:00") }),
      [
        ["wait", 1200],
        ["tax", 216],
      ],
      18219,
    ],
    // from 14:20, 10 minutes free: a minute and a half counts as two; 200, tax 36
    [
      "in town, from the arrival of a late driver",
      kigali,
      townFare,
      facts({ arrivedAt: at("14:20:00"), onBoardAt: at("14:31:30") }),
      [
        ["wait", 200],
        ["tax", 36],
      ],
      17039,
    ],
    // 6 minutes and a second count as seven: 770; 6.25 % = 48.125; 8,774 + 818
    [
      "in Boston, with cents",
      boston,
      fareOf(boston, "town", trip(tenMileTrip)),
      facts({
        vehicleClassId: "town",
        pickupAt: at("15:00:00"),
        arrivedAt: at("14:58:00"),
        onBoardAt: at("15:16:01"),
      }),
      [
        ["wait", 770],
        ["tax", 48],
      ],
      9592,
    ],
    // 20 × 90 = 1,800, of which 163.64 is tax; 4,320 + 1,800
    [
      "in Paris, tax included",
      paris,
      fareOf(paris, "berline", trip()),
      facts({ vehicleClassId: "berline", onBoardAt: at("14:30:00") }),
      [
        ["wait", 1800],
        ["tax", 164],
      ],
      6120,
    ],
    // 02:45 summer time until 02:15 winter time is half an hour: 20 × 90; 5,268 + 1,800
    [
      "in Paris, while the clocks go back",
      paris,
      fareOf(paris, "berline", trip({ pickupLocal: "2026-10-25T02:45" })),
      facts({
        vehicleClassId: "berline",
        pickupAt: Date.parse("2026-10-25T00:45:00Z"),
        arrivedAt: Date.parse("2026-10-25T00:44:00Z"),
        onBoardAt: Date.parse("2026-10-25T01:15:00Z"),
      }),
      [
        ["wait", 1800],
        ["tax", 164],
      ],
      7068,
    ],
  ];
  test.each(worked)("is priced %s", (_name, schedule, agreed, pickup, lines, totalMinor) => {
    const before = JSON.stringify(agreed.lines);
    const fare = fareWithWait(schedule, pickup, agreed);
    expect(fare.totalMinor).toBe(totalMinor);
    const later = fare.lines.slice(agreed.lines.length);
    expect(later.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual(lines);
    expect(JSON.stringify(fare.lines.slice(0, agreed.lines.length))).toBe(before);
    expect(Fare.parse(fare)).toEqual(fare);
  });

  test("says from when waiting counts and how much was free", () => {
    const fare = fareWithWait(
      kigali,
      atAirport({ landedAt: at("14:10:00"), onBoardAt: at("15:35:00") }),
      airportFare,
    );
    expect(fare.lines.slice(-2).map((line) => fareLineText(line, "RWF"))).toEqual([
      "Wait time, 25 min at RWF 100, after 1 h free from the landing",
      "VAT, 18 % of the wait time",
    ]);
  });
});

describe("cancellation and no-show fees", () => {
  const HOUR = 3_600_000;
  const pickupAt = at("14:00:00");
  const bookedAt = pickupAt - 10 * 24 * HOUR;
  const cancelledDecision = (
    schedule: FeeSchedule,
    fareMinor: number,
    notice: number,
    over: { bookedAt?: number; onTheWay?: boolean } = {},
  ) =>
    cancellationFee(
      schedule,
      { bookedAt, pickupAt, fareMinor, onTheWay: false, ...over },
      pickupAt - notice,
    );
  // half of 16,803 is 8,401.5; half of 8,402 is 4,201; 70 % of 16,803 is 11,762.1
  test.each([
    ["two hours before the pickup", cancelledDecision(kigali, 16803, 2 * HOUR), 0, 0],
    [
      "a second less than two hours before the pickup",
      cancelledDecision(kigali, 16803, 2 * HOUR - 1000),
      8402,
      4201,
    ],
    ["after the pickup time", cancelledDecision(kigali, 16803, -HOUR), 8402, 4201],
    [
      "with the driver on the way",
      cancelledDecision(kigali, 16803, 5 * HOUR, { onTheWay: true }),
      16803,
      11762,
    ],
    ["for a no-show", noShowFee(kigali, 16803), 16803, 11762],
    ["in Boston, a day before the pickup", cancelledDecision(boston, 8774, 24 * HOUR), 0, 0],
    [
      "in Boston, three hours before the pickup",
      cancelledDecision(boston, 8774, 3 * HOUR),
      2500,
      0,
    ],
    ["in Boston, an hour before the pickup", cancelledDecision(boston, 8774, HOUR), 8774, 4387],
    ["in Boston, a fixed fee above the fare", cancelledDecision(boston, 1816, 3 * HOUR), 1816, 0],
    [
      "in Boston, nine minutes after booking",
      cancelledDecision(boston, 8774, HOUR, { bookedAt: pickupAt - HOUR - 9 * 60_000 }),
      0,
      0,
    ],
    [
      "in Boston, ten minutes after booking",
      cancelledDecision(boston, 8774, HOUR, { bookedAt: pickupAt - HOUR - 10 * 60_000 }),
      8774,
      4387,
    ],
    // 70 % of 8,774 is 6,141.8
    [
      "in Boston, just booked but with the driver on the way",
      cancelledDecision(boston, 8774, HOUR, { bookedAt: pickupAt - HOUR, onTheWay: true }),
      8774,
      6142,
    ],
    ["in Boston, for a no-show", noShowFee(boston, 8774), 7500, 7500],
    ["in Boston, for a no-show on a cheap trip", noShowFee(boston, 1816), 1816, 1816],
  ])("are worked out: %s", (_name, decision, feeMinor, driverShareMinor) => {
    expect(decision).toMatchObject({ feeMinor, driverShareMinor });
    expect(decision.line?.amountMinor ?? 0).toBe(feeMinor);
    expect(driverPayOfFee("RWF", decision).totalMinor).toBe(driverShareMinor);
  });

  test("give the reason for the fee in their text", () => {
    const texts = [
      cancelledDecision(kigali, 16803, HOUR),
      cancelledDecision(kigali, 16803, HOUR, { onTheWay: true }),
      noShowFee(kigali, 16803),
      cancelledDecision(boston, 8774, 3 * HOUR),
      cancelledDecision(boston, 1816, 3 * HOUR),
    ].map(({ line }) => line && fareLineText(line, "RWF"));
    expect(texts).toEqual([
      "Cancellation fee, less than 2 h before the pickup, 50 % of the fare",
      "Cancellation fee, the driver was on the way, 100 % of the fare",
      "No-show fee, 100 % of the fare",
      "Cancellation fee, less than 24 h before the pickup",
      "Cancellation fee, less than 24 h before the pickup, no more than the fare",
    ]);
  });
});

describe("the driver's pay", () => {
  const fares = {
    town: fareOf(kigali, "sedan", trip()),
    tipped: fareOf(kigali, "sedan", trip({ gratuityPercent: 10 })),
    lowered: fareOf(
      kigali,
      "sedan",
      trip({ ...airportPickup, pickupLocal: "2026-11-17T23:30", ...seats(1), ...code("welcome") }),
    ),
    boston: fareOf(boston, "town", trip(tenMileTrip)),
    paris: fareOf(paris, "berline", trip()),
  };
  const waited = fareWithWait(
    kigali,
    {
      serviceType: "point_to_point",
      vehicleClassId: "sedan",
      pickupAt: at("14:00:00"),
      arrivedAt: at("13:50:00"),
      onBoardAt: at("14:22:00"),
      landedAt: null,
    },
    fares.town,
  );
  test.each([
    // 14,240 × 70 %
    ["seventy per cent", kigali, fares.town, 12_400, [["fare_share", 9968]], 9968],
    [
      "and the gratuity",
      kigali,
      fares.tipped,
      12_400,
      [
        ["fare_share", 9968],
        ["gratuity_share", 1424],
      ],
      11392,
    ],
    // 17,640 × 70 %
    ["of the lowered price", kigali, fares.lowered, 12_400, [["fare_share", 12348]], 12348],
    // 15,440 × 70 %
    ["of the waiting too", kigali, waited, 12_400, [["fare_share", 10808]], 10808],
    // 6,950 × 60 % = 4,170, 200, 10.0 × 25, 1,390
    [
      "of four parts",
      boston,
      fares.boston,
      16_093,
      [
        ["fare_share", 4170],
        ["per_trip", 200],
        ["per_distance", 250],
        ["gratuity_share", 1390],
      ],
      6010,
    ],
    // 4,320 − 393 = 3,927; × 70 % = 2,748.9
    ["without the tax that is included", paris, fares.paris, 12_400, [["fare_share", 2749]], 2749],
  ] as const)("is worked out: %s", (_name, schedule, fare, meters, lines, totalMinor) => {
    const pay = driverPay(schedule, fare.lines, meters);
    expect(pay.lines.map((line) => [line.kind, line.amountMinor])).toEqual(
      lines.map(([kind, amountMinor]) => [kind, amountMinor]),
    );
    expect(pay.totalMinor).toBe(totalMinor);
  });
});
