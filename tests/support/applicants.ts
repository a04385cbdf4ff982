/** Driver applications, sent as a browser sends them. */
import { expect } from "bun:test";
import { applicationFiles } from "../../src/drivers/application-rules";
import { DriverApplicationAnswer } from "../../src/drivers/contract";
import { jpeg, pdf } from "./pictures";
import type { TestServer } from "./server";
import { lastMessage } from "./sign-in";

/** Every required answer and some optional ones. */
export const completeAnswers: Record<string, string> = {
  firstName: "Zoë",
  lastName: "O'Brien-محمد",
  dateOfBirth: "1992-02-29",
  gender: "Prefer not to say",
  nationality: "Rwanda",
  phoneNumber: "+250 780 000 900",
  email: "Applicant@Example.com",
  address: "KG 11 Avenue 4, Kigali",
  emergencyContactName: "Aimée",
  emergencyContactNumber: "+250780000901",
  licenseId: "1 1992",
  licenseExpiryDate: "2029-01-31",
  yearsOfExperience: "0",
  languages: "English, Kinyarwanda",
  availabilityToStart: "At once",
  licenseIssuedIn: "Rwanda",
  vinNumber: "1HGCM82633A004352",
  make: "Honda",
  model: "Accord",
  year: "2003",
  color: "Silver",
  plateNumber: "RAD 900 Z",
  seatingCapacity: "5",
  insuranceNumber: "P-77",
  insuranceExpiry: "2027-06-30",
  expiryDate: "2027-12-31",
  certified: "true",
};

const required = Object.entries(applicationFiles)
  .filter(([, file]) => file.required)
  .map(([name]) => name);

/** The file fields that are required. */
export const requiredFields = {
  documents: required.filter((name) => !name.includes("Photo")),
  photos: required.filter((name) => name.includes("Photo")),
};

/** Sends an application, with all required files if `whole`, and returns its answer. */
export async function applyToDrive(
  server: TestServer,
  input: { answers?: Record<string, string>; whole?: boolean; address?: string } = {},
): Promise<DriverApplicationAnswer> {
  const parts: Buffer[] = [];
  const add = (name: string, file: string | null, content: string | Uint8Array) =>
    parts.push(
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ""}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from("\r\n"),
    );
  for (const [name, value] of Object.entries(input.answers ?? completeAnswers))
    add(name, null, value);
  if (input.whole) {
    const photo = await jpeg();
    for (const field of requiredFields.documents) add(field, `${field}.pdf`, pdf(field));
    for (const field of requiredFields.photos) add(field, `${field}.jpg`, photo);
  }
  // The body is built by hand, because a request cannot send the form of the test's document.
  const answer = await server.app.fetch(
    new Request("http://livery.test/backend/driver-application", {
      method: "POST",
      headers: {
        "content-type": "multipart/form-data; boundary=x",
        origin: "http://livery.test",
        host: "livery.test",
      },
      body: Buffer.concat([...parts, Buffer.from("--x--\r\n")]),
    }),
    { address: input.address ?? "203.0.113.7" },
  );
  expect(answer.status).toBe(201);
  return DriverApplicationAnswer.parse(await answer.json());
}

/** Returns the token of the newest link that was sent to a contact. */
export function applicantLink(server: TestServer, contact: string): string {
  const { text } = lastMessage(server, contact);
  const token = /\/driver-apply\/status\/([A-Za-z0-9_-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`No link in: ${text}`);
  return token;
}
