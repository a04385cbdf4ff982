/** The demo's driver applications: complete, under review, unfinished, returned and rejected. */
import {
  driverApplicationEvents,
  driverApplicationFiles,
  driverApplications,
} from "../../db/schema/drivers";
import type { Tx } from "../../db/writer";
import { drawCar, drawIdentityCard, createPdfPage } from "./drawings";
import type { Fleet } from "./fleet";
import type { Random } from "./random";
import type { Deps } from "../deps";
import { readPhoneNumber } from "../accounts/contact-rules";
import { columnValuesOf, updateCompleteness } from "../drivers/application-rows";
import { applicationFileNames, type ApplicationFileName } from "../drivers/application-contract";
import { isPhoto } from "../drivers/application-rules";
import { insertFileRow, type WrittenFile, storeFile } from "../files/store";
import { insertRow, updateRow } from "../../db/rows";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type ApplicationEvent = typeof driverApplicationEvents.$inferInsert;
type Decision = { state: "accepted" | "refused"; validUntil?: string; reason?: string };

interface Applicant {
  name: readonly [first: string, last: string];
  /** How long ago it was sent, in ms. */
  ago: number;
  car: "silver" | "blue";
  model: readonly [make: string, model: string, year: string, vin: string, plate: string];
  experience: string;
  /** Fields that the applicant left empty. */
  emptyFields?: readonly string[];
  /** What dispatch has decided about documents so far. */
  decisions?: Partial<Record<ApplicationFileName, Decision>>;
  /** What dispatch requested, and how many ms ago. */
  requestedMore?: { words: string; ago: number };
  rejected?: { words: string; ago: number };
}

/** Phone numbers are read as Rwandan ones, because the demo is in Kigali. */
const readPhone = (typed: string) => readPhoneNumber(typed, { country: "RW" });

const applicants: readonly Applicant[] = [
  {
    name: ["Aimable", "Nshimiyimana"],
    ago: 3 * HOUR,
    car: "silver",
    model: ["Toyota", "Corolla", "2021", "JTDBR32E720051234", "RAH 512 F"],
    experience: "6",
  },
  {
    name: ["Grace", "Ingabire"],
    ago: 2 * DAY + 5 * HOUR,
    car: "blue",
    model: ["Honda", "Accord", "2022", "1HGCV1F34NA012345", "RAI 330 B"],
    experience: "9",
    decisions: {
      nationalIdOrPassport: { state: "accepted", validUntil: "2031-04-18" },
      drivingCertificate: { state: "accepted", validUntil: "2030-09-30" },
    },
  },
  {
    name: ["Patrick", "Munyaneza"],
    ago: 26 * HOUR,
    car: "silver",
    model: ["Toyota", "RAV4", "2020", "2T3P1RFV8LC098765", "RAG 904 K"],
    experience: "4",
    emptyFields: ["interiorPhoto3", "interiorPhoto4", "emergencyContactNumber", "certified"],
  },
  {
    name: ["Divine", "Uwase"],
    ago: 5 * DAY,
    car: "blue",
    model: ["Hyundai", "Sonata", "2019", "5NPE34AF0KH754321", "RAF 218 D"],
    experience: "11",
    decisions: {
      drivingCertificate: { state: "accepted", validUntil: "2029-02-28" },
      proofOfAddress: { state: "refused", reason: "The bill is older than three months." },
    },
    requestedMore: {
      words: "Please send a water or electricity bill of this month or the last one.",
      ago: 30 * HOUR,
    },
  },
  {
    name: ["Moses", "Okello"],
    ago: 16 * DAY,
    car: "silver",
    model: ["Toyota", "Premio", "2008", "JTDBW22E980011223", "RAC 640 H"],
    experience: "1",
    rejected: {
      words: "We ask for three years with a licence. Please apply again when you have them.",
      ago: 12 * DAY,
    },
  },
];

/** The documents that every applicant in the demo uploads. Other files of the form are left out. */
const uploadedFields = applicationFileNames.filter(
  (field) =>
    isPhoto(field) ||
    [
      "nationalIdOrPassport",
      "drivingCertificate",
      "proofOfAddress",
      "policeClearanceCertificate",
    ].includes(field),
);

type ApplicationPapers = readonly { field: ApplicationFileName; file: WrittenFile }[];

/** Draws and stores the applicants' documents, before the transaction that refers to them. */
export async function storeDemoPapers(deps: Deps): Promise<readonly ApplicationPapers[]> {
  const [silverCarPhotos, blueCarPhotos, identity, licence] = await Promise.all([
    drawCar("#b9bfc4"),
    drawCar("#2f4a6d"),
    drawIdentityCard("#2d6a4f"),
    drawIdentityCard("#8c3b3b"),
  ]);
  const cars = { silver: silverCarPhotos, blue: blueCarPhotos };
  const contentOf = ({ name, car }: Applicant, field: ApplicationFileName): Uint8Array => {
    if (field === "nationalIdOrPassport") return identity;
    if (field === "drivingCertificate") return licence;
    const title = field === "proofOfAddress" ? "Water bill" : "Police clearance";
    return (
      cars[car].get(field) ??
      createPdfPage(title, [name.join(" "), "KG 11 Avenue 4, Kigali", "Drawn for a demonstration."])
    );
  };
  return Promise.all(
    applicants.map((applicant) =>
      Promise.all(
        uploadedFields
          .filter((field) => !applicant.emptyFields?.includes(field))
          .map(async (field) => {
            const content = contentOf(applicant, field);
            const type = content[0] === 0x25 ? "application/pdf" : "image/jpeg";
            return { field, file: await storeFile(deps, content, type) };
          }),
      ),
    ),
  );
}

/** Writes the applications, the documents they come with, and what dispatch has done about them so far. */
export function writeApplications(
  tx: Tx,
  random: Random,
  { now, dispatchers }: Fleet,
  papers: readonly ApplicationPapers[],
): void {
  const [, reviewer = dispatchers[0]] = dispatchers;
  if (!reviewer) throw new Error("The demo has no dispatcher.");
  for (const [index, applicant] of applicants.entries()) {
    const at = now - applicant.ago;
    const id = random.id(at);
    const { rejected, requestedMore, decisions = {} } = applicant;
    insertRow(tx, driverApplications, {
      id,
      ...columnValuesOf(formAnswersOf(applicant, index), readPhone),
      status: "incomplete",
      missing: [],
      address: `192.0.2.${index}`,
      createdAt: at,
      request: requestedMore?.words ?? null,
      requestedAt: requestedMore ? now - requestedMore.ago : null,
    });
    const log = (
      when: number,
      act: ApplicationEvent["act"],
      more: Partial<ApplicationEvent> = {},
    ) =>
      insertRow(tx, driverApplicationEvents, {
        id: random.id(when),
        applicationId: id,
        at: when,
        actorKind: act === "sent" ? "applicant" : "admin",
        actorId: act === "sent" ? null : reviewer.id,
        actorName: act === "sent" ? "" : reviewer.name,
        act,
        words: "",
        detail: {},
        ...more,
      });
    log(at, "sent");
    const reviewedAt = now - (requestedMore?.ago ?? 2 * HOUR);
    for (const [turn, { field, file }] of (papers[index] ?? []).entries()) {
      insertFileRow(tx, file, { ownerKind: "application", ownerId: id, purpose: field }, at);
      const decision = decisions[field];
      insertRow(tx, driverApplicationFiles, {
        id: file.id,
        applicationId: id,
        field,
        name: `${field}.${file.contentType === "application/pdf" ? "pdf" : "jpg"}`,
        contentHash: file.id,
        address: `192.0.2.${index}`,
        createdAt: at,
        ...decision,
      });
      if (decision)
        log(
          reviewedAt - (20 - turn) * 60_000,
          decision.state === "accepted" ? "file_accepted" : "file_refused",
          {
            words: decision.reason ?? "",
            detail: { field },
          },
        );
    }
    if (requestedMore) log(now - requestedMore.ago, "asked", { words: requestedMore.words });
    updateCompleteness(tx, id);
    if (!rejected) continue;
    const decidedAt = now - rejected.ago;
    log(decidedAt, "rejected", { words: rejected.words });
    updateRow(tx, driverApplications, id, {
      status: "rejected",
      reason: rejected.words,
      decidedAt,
    });
  }
}

function formAnswersOf(
  { name, model, car, experience, emptyFields = [] }: Applicant,
  index: number,
) {
  const [firstName, lastName] = name;
  const [make, modelName, year, vinNumber, plateNumber] = model;
  const answers: Record<string, string> = {
    firstName,
    lastName,
    dateOfBirth: `19${82 + index * 2}-0${index + 2}-1${index}`,
    gender: index % 2 === 0 ? "Male" : "Female",
    nationality: index === 4 ? "Uganda" : "Rwanda",
    phoneNumber: `+25078000070${index}`,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    address: `KG ${11 + index} Avenue ${4 + index}, Kigali`,
    emergencyContactName: "Claudine Uwera",
    emergencyContactNumber: `+25078000080${index}`,
    licenseId: `RW-19${82 + index * 2}0${index}12`,
    licenseExpiryDate: `${2029 + (index % 2)}-0${index + 2}-28`,
    yearsOfExperience: experience,
    languages: "Kinyarwanda, English, French",
    availabilityToStart: "At once",
    licenseIssuedIn: index === 4 ? "Uganda" : "Rwanda",
    vinNumber,
    make,
    model: modelName,
    year,
    color: car === "silver" ? "Silver" : "Dark blue",
    plateNumber,
    insuranceNumber: `SON-${2200 + index}`,
    insuranceCompany: "Sonarwa",
    seatingCapacity: "5",
    numberOfDoors: "4",
    certified: "true",
  };
  return Object.fromEntries(
    Object.entries(answers).filter(([field]) => !emptyFields.includes(field)),
  );
}
