/** The fields of each kind of import, and the headers by which they are recognised. Safe to load in browsers. */
import { documentName } from "../documents/kinds";
import { DriverDocumentKind, VehicleDocumentKind } from "../documents/contract";
import type { ImportKind, ColumnMapping } from "./contract";
import { plainWord } from "./value-rules";

/** A field of a kind of import. Its name is the header in Livery's own files. */
interface ImportField {
  name: string;
  isRequired?: true;
  /** Whether it is only read. Livery's own files leave it out because other fields have the same content. */
  isImportOnly?: true;
  /** Whether its values are days. If no column shows their order, it must be set. */
  isDay?: true;
  /** Other headers that are recognised, in any letter case: those of other systems, and French and Spanish words. */
  otherHeaders: string;
}

const field = (name: string, otherHeaders = "", more: Partial<ImportField> = {}): ImportField => ({
  name,
  otherHeaders,
  ...more,
});
const required = { isRequired: true } as const;
const importOnly = { isImportOnly: true } as const;
const day = { isDay: true } as const;

const nameFields = [
  field("First name", "given name|fname|prénom|nombre|nombre de pila|first name column"),
  field(
    "Last name",
    "surname|family name|lname|nom|nom de famille|apellido|apellidos|last name column",
  ),
  field("One name", "single name|nom unique|un solo nombre"),
  field(
    "Full name",
    "name|contact|contact name|person|client|customer|customer name|account name|driver name|nom complet|nom et prénom|nombre completo|nombre y apellidos|cliente|chauffeur|conductor",
    importOnly,
  ),
];
const email = field(
  "E-mail",
  "email|email address|e-mail address|e-mail 1 - value|email 1|primary email|mail|courriel|adresse e-mail|adresse mail|correo|correo electrónico|email column",
);
const phone = field(
  "Phone",
  "phone number|mobile|mobile phone|mobile number|cell|cell phone|cellular|cellular phone|phone 1|phone 1 - value|primary phone|contact number|tel|telephone|telephone number|téléphone|numéro de téléphone|portable|teléfono|móvil|celular|phone column",
);
const note = field(
  "Note",
  "notes|comment|comments|remarks|trip notes|internal notes|description|remarque|remarques|commentaire|nota|notas|observaciones|info all",
);
const language = field("Language", "preferred language|langue|idioma");
const state = field("State", "status|trip status|job status|statut|état|estado");
const documentFields = (kinds: readonly Parameters<typeof documentName>[0][]) =>
  kinds.flatMap((kind) => [
    field(`${documentName(kind)} number`, documentFieldHeaders[kind]?.[0]),
    field(`${documentName(kind)} until`, documentFieldHeaders[kind]?.[1], day),
  ]);
const documentFieldHeaders: Partial<
  Record<Parameters<typeof documentName>[0], readonly [string, string]>
> = {
  driving_licence: [
    "license|licence|license number|licence number|license id|drivers license|driver license|drivers license number|driver license number|numéro de permis|permis|permis de conduire|licencia|licencia de conducir|número de licencia",
    "license expiry|licence expiry|license expiration|license expiration date|drivers license expiration|license valid until|license expires|expiration du permis|fin de validité du permis|vencimiento licencia|vencimiento de la licencia",
  ],
  vehicle_insurance: [
    "insurance|insurance number|policy number|insurance policy|assurance|numéro d’assurance|póliza|número de póliza|seguro",
    "insurance expiry|insurance expiration|insurance expiration date|insurance expires|insurance valid until|expiration assurance|vencimiento seguro|vencimiento del seguro",
  ],
  vehicle_registration: [
    "registration number|registration|carte grise|matriculación",
    "registration expiry|registration expiration|registration expiration date|registration expires|registration valid until|expiration carte grise|vencimiento matriculación",
  ],
  vehicle_inspection: [
    "inspection number|contrôle technique|itv",
    "inspection expiry|inspection expiration|inspection expires|inspection due|fin contrôle technique|vencimiento itv",
  ],
  identity: [
    "id number|passport|passport number|numéro d’identité|dni|cédula",
    "id expiry|passport expiry",
  ],
};

const tripEndFields = (end: "Pickup" | "Drop-off") => {
  const short = end === "Pickup" ? "pu" : "do";
  const words =
    end === "Pickup"
      ? ["pick-up", "pickup", "origin", "from", "prise en charge", "départ", "recogida", "origen"]
      : ["dropoff", "drop off", "destination", "to", "dépose", "arrivée", "destino", "llegada"];
  const withSuffixes = (...suffixes: string[]) =>
    words.flatMap((word) => suffixes.map((each) => `${word} ${each}`)).join("|");
  return [
    field(
      end,
      `${words.join("|")}|${short} location|${withSuffixes("location", "location name", "place", "address name", "address name mapping", "name")}|${end === "Pickup" ? "lieu de prise en charge|adresse de départ|lugar de recogida|routing" : "lieu de dépose|adresse d’arrivée|lugar de destino"}`,
    ),
    field(
      `${end} address`,
      `${short} address|${withSuffixes("address", "street", "street mapping", "street address", "address 1")}`,
    ),
    field(`${end} latitude`, `${short} lat|${withSuffixes("lat", "latitude")}`),
    field(
      `${end} longitude`,
      `${short} lng|${short} lon|${withSuffixes("lng", "lon", "long", "longitude")}`,
    ),
  ];
};
const tripFields = [
  field(
    "Service",
    "service type|job type|trip type|order type|type de service|prestation|tipo de servicio|servicio",
  ),
  ...tripEndFields("Pickup"),
  ...tripEndFields("Drop-off"),
  field("Stops", "waypoints|via|intermediate stops|arrêts|étapes|paradas"),
  field(
    "Passenger",
    "passenger name|pax|pax name|lead passenger|passager|nom du passager|pasajero|nombre del pasajero|full name|name|customer|customer name|client",
  ),
  field(
    "Passenger first name",
    "first name|passenger first name|first name column|prénom|nombre",
    importOnly,
  ),
  field(
    "Passenger last name",
    "last name|passenger last name|last name column|nom|apellido|apellidos",
    importOnly,
  ),
  field(
    "Passenger phone",
    "phone|passenger cell|passenger mobile|mobile|cell phone|cellular phone|customer phone|phone number|phone column|téléphone|téléphone du passager|teléfono|teléfono del pasajero",
  ),
  field("Passenger e-mail", "guest email|passager courriel"),
  field("Passenger language", "guest language"),
  field(
    "Rider",
    "e-mail|email|passenger email|customer email|booked by email|rider email|booking contact email|email column|courriel|correo|correo electrónico",
  ),
  field(
    "Passengers",
    "pax count|num passengers|number of passengers|# pax|# of pax|passenger count|pax #|no of passengers|nombre de passagers|nb passagers|número de pasajeros|pasajeros",
  ),
  field("Luggage", "bags|# bags|luggage count|number of bags|bagages|equipaje|maletas"),
  field("Mobility", "equipment|wheelchair|mobilité|movilidad"),
  field(
    "Flight",
    "flight number|flight #|flight no|flight|vol|numéro de vol|vuelo|número de vuelo|arriving flight number",
  ),
  field("Hours", "duration hours|hours booked|heures|horas"),
  note,
  field(
    "Vehicle class",
    "vehicle type|vehicle category|car type|class|type de véhicule|catégorie|catégorie de véhicule|tipo de vehículo|categoría",
  ),
  field(
    "Payment",
    "payment method|payment type|pay method|mode de paiement|moyen de paiement|forma de pago|método de pago",
  ),
  field(
    "Company",
    "account|billing account|bill to|company name|organization|corporate account|société|entreprise|compte|empresa|compañía",
  ),
  field("Cost centre", "cost center|department|centre de coût|centro de coste|centro de costo"),
  field(
    "Reference",
    "po number|po #|client ref|client reference|customer reference|référence|referencia",
  ),
];

/** The fields of each kind, in the order of Livery's own files. */
export const importFields: Record<ImportKind, readonly ImportField[]> = {
  riders: [...nameFields, email, phone, language, note],
  drivers: [
    ...nameFields,
    email,
    phone,
    language,
    field(
      "Vehicle",
      "vehicle plate|vehicle plate number|plate|plate number|car|car assigned|license plate|véhicule|immatriculation|vehículo|matrícula",
    ),
    state,
    ...documentFields(DriverDocumentKind.options),
  ],
  vehicles: [
    field(
      "Plate",
      "plate number|license plate|licence plate|vehicle plate|registration plate|tag|tag number|plaque|plaque d’immatriculation|immatriculation|placa|matrícula",
      required,
    ),
    field(
      "Class",
      "vehicle class|vehicle type|type|category|classe|catégorie|type de véhicule|clase|categoría|tipo|tipo de vehículo",
    ),
    field("Make", "vehicle make|manufacturer|brand|marque|marca", required),
    field("Model", "vehicle model|brand model|modèle|modelo", required),
    field("Year", "vehicle year|build year|model year|release year|année|año", required),
    field("Colour", "color|vehicle color|exterior color|couleur"),
    field(
      "VIN",
      "vin number|vin id|vehicle identification number|chassis number|numéro de châssis|bastidor|número de bastidor",
    ),
    field(
      "Passengers",
      "seats|seating capacity|capacity|max passengers|passenger capacity|places|nombre de places|plazas|capacidad",
    ),
    field("Luggage", "bags|luggage capacity|max luggage|bagages|equipaje|maletas"),
    field("Equipment", "mobility|accessibility|équipement|equipamiento|wheelchair"),
    state,
    ...documentFields(VehicleDocumentKind.options),
  ],
  companies: [
    field(
      "Name",
      "company|company name|account|account name|organization|organization name|business name|société|nom de la société|entreprise|raison sociale|empresa|razón social|nombre|nom",
      required,
    ),
    field(
      "Billing address",
      "address|company address|street|billing street|adresse|adresse de facturation|dirección|dirección de facturación",
    ),
    field(
      "Billing e-mail",
      "email|e-mail|billing email|invoice email|accounts email|courriel|e-mail de facturation|correo|correo de facturación",
    ),
    field("Tax number", "tax id|vat|vat number|vat id|tin|numéro de tva|tva|nif|cif|rfc"),
    field(
      "Payment days",
      "payment terms|terms|net days|payment term days|due days|délai de paiement|plazo de pago",
    ),
    field("Credit limit", "limit|plafond|límite de crédito"),
    field("Needs cost centre", "requires cost center"),
    field("Needs reference", "requires reference|requires po"),
    field("Reference pattern"),
    field("Approves members", "requires approval"),
    field("Approves trips"),
    field("Approves above"),
    field("Hours to approve"),
    field("Hours before pickup"),
    field("Without approval"),
    field("Copies to"),
    state,
    note,
    field("Cost centres", "cost centers|departments|centres de coût|centros de coste"),
    field(
      "Managers",
      "manager|manager email|booking contacts|booking contact|responsables|responsable",
    ),
    field("Members", "member|passengers|employees|members emails|membres|miembros|empleados"),
  ],
  places: [
    field("Name", "place|place name|location|location name|poi|nom|lieu|nombre|lugar", required),
    field("Kind", "type|category|poi category|genre|catégorie|tipo|categoría"),
    field("Address", "street|street1|address 1|adresse|rue|dirección|calle"),
    field("Latitude", "lat|y|latitud", required),
    field("Longitude", "lng|lon|long|x|longitud", required),
    field("Keywords", "tags|other names|mots-clés|palabras clave"),
    field("IATA", "iata code|airport code|code iata|código iata"),
    field("Entrance notes", "driver notes|gate|notes pour le chauffeur"),
    field(
      "Pickup instructions",
      "meeting point|instructions|point de rencontre|punto de encuentro",
    ),
    field("Active", "enabled|actif|activo"),
  ],
  repeating: [
    field(
      "Weekdays",
      "days|days of week|repeats on|jours|jours de la semaine|días|días de la semana",
      required,
    ),
    field("Every weeks", "every|interval|weeks|toutes les semaines|cada semanas"),
    field(
      "Starts on",
      "start|start date|from date|first day|début|date de début|inicio|fecha de inicio",
      { ...required, ...day },
    ),
    field("Ends on", "end|end date|until|last day|fin|date de fin|fecha de fin", day),
    field("Ends after", "occurrences|number of trips"),
    field("Not on", "exceptions|skipped days|except"),
    state,
    field(
      "Pickup time",
      "time|pu time|heure|heure de prise en charge|hora|hora de recogida",
      required,
    ),
    field("Skip holidays", "not on holidays|sauf jours fériés"),
    ...tripFields,
  ],
  reservations: [
    field(
      "Number",
      "confirmation|conf #|conf no|confirmation number|confirmation #|reservation number|res #|reservation #|trip number|trip confirmation|trip id|job id|job number|job #|booking id|booking number|order id|order number|tracking number|id|numéro|numéro de réservation|n° de réservation|número|número de reserva|localizador",
    ),
    state,
    field(
      "Pickup date",
      "pu date|date|trip date|service date|job date|pick-up date|pickup date column|scheduled date|pickup day|date de prise en charge|fecha|fecha de recogida|pickup at|pick-up at|pickup date time|pickup date/time|pickup datetime|pick-up date & time|scheduled at|pickup time and date|date et heure|fecha y hora",
      { ...required, ...day },
    ),
    field(
      "Pickup time",
      "pu time|time|pick-up time|start time|pickup time column|scheduled time|spot time|heure|heure de prise en charge|hora|hora de recogida",
    ),
    ...tripFields,
    field("Distance km", "distance|km|distance (km)"),
    field("Minutes", "duration|trip minutes|durée|duración"),
    field("Driver", "driver name|chauffeur|driver 1|assigned driver|conductor|chofer"),
    field(
      "Vehicle",
      "vehicle plate|plate|car|car assigned|vehicle number|cab|véhicule|vehículo|matrícula",
    ),
    field(
      "Fare",
      "price|total|grand total|total amount|amount|fare amount|agreed price|trip total|rate|base rate|total due|prix|montant|montant total|tarif|precio|importe|total viaje|tarifa",
    ),
    field("Currency", "currency code|devise|monnaie|moneda|divisa"),
    field(
      "Fee",
      "cancellation fee|cancel fee|no show fee|no-show fee|frais d’annulation|cargo por cancelación",
    ),
    field("Invoiced", "billed|invoice number|invoice #|facturé|facturado"),
    field(
      "Paid",
      "amount paid|payments|deposits|total paid|payé|montant payé|pagado|importe pagado",
      importOnly,
    ),
  ],
  payments: [
    field(
      "Number",
      "confirmation|conf #|confirmation number|reservation number|trip number|res #|reservation|trip|job id|booking id|order id|numéro de réservation|número de reserva",
      required,
    ),
    field(
      "Date",
      "payment date|paid on|date paid|transaction date|date de paiement|fecha|fecha de pago",
      { ...required, ...day },
    ),
    field("Kind", "type|transaction type|genre|tipo"),
    field(
      "Method",
      "payment method|payment type|pay type|mode de paiement|forma de pago|método de pago",
    ),
    field("Amount", "total|payment amount|paid|amount paid|montant|importe|monto", required),
    field("Currency", "currency code|devise|moneda|divisa"),
    field("Reference", "transaction id|check number|cheque number|auth code|référence|referencia"),
    field("Reason", "memo|note|notes|motif|motivo"),
  ],
};

/**
 * Guesses the column of each field from the headers. A field's own name takes precedence over its other headers, and
 * each column is used for one field only.
 */
export function guessMapping(kind: ImportKind, headers: readonly string[]): ColumnMapping {
  const plainHeaders = headers.map((header) => plainWord(header));
  const mapping: ColumnMapping = {};
  const takenColumns = new Set<number>();
  const mapColumn = (name: string, at: number) => {
    if (at < 0 || takenColumns.has(at) || mapping[name] !== undefined) return;
    mapping[name] = at;
    takenColumns.add(at);
  };
  for (const { name } of importFields[kind]) mapColumn(name, plainHeaders.indexOf(plainWord(name)));
  for (const { name, otherHeaders } of importFields[kind])
    for (const each of otherHeaders.split("|"))
      if (each) mapColumn(name, plainHeaders.indexOf(plainWord(each)));
  return mapping;
}

/** Returns the columns of a mapping that was saved by headers, in a file with these headers. */
export function mappingOf(
  columns: Record<string, string>,
  headers: readonly string[],
): ColumnMapping {
  return Object.fromEntries(
    Object.entries(columns)
      .map(([name, header]) => [name, headers.indexOf(header)] as const)
      .filter(([, at]) => at >= 0),
  );
}

/** Returns required fields that have no column. A person's name may be in one column or in two. */
export function missingFields(kind: ImportKind, mapping: ColumnMapping): string[] {
  const missingNames = importFields[kind]
    .filter(({ name, isRequired }) => isRequired && mapping[name] === undefined)
    .map(({ name }) => name);
  const has = (name: string) => mapping[name] !== undefined;
  if (kind === "riders" || kind === "drivers") {
    if (!has("First name") && !has("Full name")) missingNames.push("First name");
    if (!has("E-mail") && !has("Phone")) missingNames.push("E-mail");
  }
  if ((kind === "reservations" || kind === "repeating") && !has("Pickup") && !has("Pickup address"))
    missingNames.push("Pickup");
  return missingNames;
}
