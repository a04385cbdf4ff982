/**
 * The application as the specification lists it, name by name: sections 3, 5, 7 and 9. The lists here are copied from
 * its text, so that a field that is renamed or missing in the code is noticed.
 */
import { readPhoneNumber } from "../../src/accounts/contact-rules";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { driverApplicationFiles, driverApplications } from "../../db/schema/drivers";
import { DriverApplicationForm } from "../../src/drivers/application-contract";
import {
  applicationErrors,
  applicationFields,
  applicationFiles,
} from "../../src/drivers/application-rules";
import { DriverApplicationAnswer } from "../../src/drivers/contract";
import { jpeg, pdf } from "../support/pictures";
import { createTestServer, type TestServer } from "../support/server";

const readPhone = (typed: string) => readPhoneNumber(typed, { country: "RW" });

const words = (text: string) => text.split(/,\s*/);

const personal = words(
  "firstName, lastName, dateOfBirth, gender, nationality, phoneNumber, email, address, emergencyContactName, emergencyContactNumber, bankAccountNumber",
);
const license = words(
  "licenseId, licenseExpiryDate, yearsOfExperience, languages, previousEmployment, availabilityToStart, licenseIssuedIn",
);
const vehicle = words(
  "vinNumber, make, model, year, plateNumber, color, registrationState, registrationDate, expiryDate, insuranceNumber, insuranceCompany, insuranceExpiry, numberOfDoors, seatingCapacity, serviceHistory, accidentHistory",
);
const requiredDocuments = words("nationalIdOrPassport, drivingCertificate, proofOfAddress");
const optionalDocuments = words(
  "policeClearanceCertificate, workPermitOrVisa, drugTestReport, employmentReferenceLetter, bankStatementFile",
);
const photos = words(
  "exteriorPhoto1, exteriorPhoto2, exteriorPhoto3, exteriorPhoto4, interiorPhoto1, interiorPhoto2, interiorPhoto3, interiorPhoto4",
);
const documents = [...requiredDocuments, ...optionalDocuments];
const starredFields = words(
  "firstName, lastName, dateOfBirth, gender, nationality, phoneNumber, email, address, emergencyContactName, emergencyContactNumber, licenseId, licenseExpiryDate, yearsOfExperience, licenseIssuedIn, languages, availabilityToStart, vinNumber, make, model, year, color",
);

/** One valid answer to each field of section 3. */
const answers: Record<string, string> = {
  firstName: "Jean Bosco",
  lastName: "Habimana",
  dateOfBirth: "1990-04-12",
  gender: "Male",
  nationality: "Rwanda",
  phoneNumber: "+250788123456",
  email: "bosco@example.com",
  address: "KG 11 Avenue 5, Kigali",
  emergencyContactName: "Claudine Uwera",
  emergencyContactNumber: "+250788654321",
  bankAccountNumber: "4001 2233",
  licenseId: "RW-19900412",
  licenseExpiryDate: "2029-05-01",
  yearsOfExperience: "8",
  languages: "Kinyarwanda, French",
  previousEmployment: "Volcano Express",
  availabilityToStart: "1 December",
  licenseIssuedIn: "Rwanda",
  vinNumber: "1HGCM82633A004352",
  make: "Honda",
  model: "Accord",
  year: "2003",
  plateNumber: "RAD 900 Z",
  color: "Black",
  registrationState: "Ohio",
  registrationDate: "2024-02-01",
  expiryDate: "2027-12-31",
  insuranceNumber: "P-77",
  insuranceCompany: "Sonarwa",
  insuranceExpiry: "2027-06-30",
  numberOfDoors: "4",
  seatingCapacity: "5",
  serviceHistory: "Every 10,000 km",
  accidentHistory: "None",
};

describe("section 3: the application's fields", () => {
  test("match the specification: personal, license and experience, vehicle", () => {
    expect(Object.keys(applicationFields)).toEqual([...personal, ...license, ...vehicle]);
    expect(Object.keys(answers)).toEqual([...personal, ...license, ...vehicle]);
  });

  test("include 8 documents and 8 photos under the specification's names", () => {
    expect(Object.keys(applicationFiles)).toEqual([...documents, ...photos]);
  });

  test("are the fields of the form, beside certification, single name, ticket and uploads", () => {
    expect(Object.keys(DriverApplicationForm.shape).sort()).toEqual(
      [
        ...personal,
        ...license,
        ...vehicle,
        ...documents,
        ...photos,
        "certified",
        "hasOneName",
        "ticket",
        "uploads",
      ].sort(),
    );
  });
});

describe("sections 3 and 9: the allowed choices", () => {
  test.each<[string, string[], string[]]>([
    ["gender", words("Male, Female, Other, Prefer not to say"), ["male", "Unknown"]],
    ["numberOfDoors", words("2, 4, 5"), ["1", "3", "6", "4.0"]],
    ["seatingCapacity", words("2, 4, 5, 7, 8"), ["1", "3", "6", "9"]],
    ["yearsOfExperience", words("0, 1, 40"), ["-1", "-0", "a"]],
  ])("for %s include %p and exclude %p", (name, validValues, invalidValues) => {
    for (const value of validValues)
      expect([value, applicationErrors({ [name]: value }, readPhone)]).toEqual([value, {}]);
    for (const value of invalidValues)
      expect([value, Object.keys(applicationErrors({ [name]: value }, readPhone))]).toEqual([
        value,
        [name],
      ]);
  });
});

describe("section 5: the required items", () => {
  test("are the starred fields, three documents and eight photos, and the rest is optional", () => {
    const required = Object.entries({ ...applicationFields, ...applicationFiles })
      .filter(([, item]) => item.required)
      .map(([name]) => name);
    expect(required.sort()).toEqual([...starredFields, ...requiredDocuments, ...photos].sort());
  });

  test("a VIN has at most 17 characters", () => {
    expect(applicationErrors({ vinNumber: "1".repeat(17) }, readPhone)).toEqual({});
    expect(Object.keys(applicationErrors({ vinNumber: "1".repeat(18) }, readPhone))).toEqual([
      "vinNumber",
    ]);
  });
});

describe("section 7: POST /driver-application", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
  });
  afterEach(() => server.close());

  test("accepts every text and file field in one multipart form, and nothing is missing", async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(answers)) form.set(name, value);
    form.set("certified", "true");
    const photo = new Uint8Array(await jpeg());
    for (const name of documents)
      form.set(name, new File([pdf(name)], `${name}.pdf`, { type: "application/pdf" }));
    for (const name of photos)
      form.set(name, new File([photo], `${name}.jpg`, { type: "image/jpeg" }));

    const answer = await server.browser().request("/driver-application", { form });
    expect(answer.status).toBe(201);
    const { applicationId, ...fields } = DriverApplicationAnswer.parse(await answer.json());
    expect(fields).toEqual({
      status: "submitted",
      missing: [],
      message: "Application submitted successfully!",
    });
    const { db } = server.deps;
    const [row] = db.select().from(driverApplications).all();
    expect(row).toMatchObject({ id: applicationId, status: "submitted", certified: true });
    expect({
      ...row?.answers,
      firstName: row?.firstName ?? "",
      lastName: row?.lastName ?? "",
      email: row?.email ?? "",
      phoneNumber: row?.phone ?? "",
    } as Record<string, string>).toEqual(answers);
    const files = db
      .select()
      .from(driverApplicationFiles)
      .where(eq(driverApplicationFiles.applicationId, applicationId))
      .all();
    expect(files.map(({ field }) => field).sort()).toEqual([...documents, ...photos].sort());
  });
});
