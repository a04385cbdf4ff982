/** Changes that riders make to their profile. */
import { eq } from "drizzle-orm";
import { riders, type StoredRider } from "../../db/schema/accounts";
import { files } from "../../db/schema/files";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { reencodePicture, STORED_MEDIA_TYPE } from "../files/received-files";
import { discardFile, insertFileRow, storeFile } from "../files/store";
import { type Requester, countCodeRequest, requireReachableContact } from "./codes/code-actions";
import { requestContactChange, isTaken } from "./contact-actions";
import { readTypedContact } from "./contact-queries";
import type { Rider, UpdateProfile } from "./contract";
import { findRider, toRider } from "./sign-in/rider-queries";
import { type Identifier, INVALID_EMAIL, INVALID_PHONE, normalizeName, namesErrors } from "./rules";
import { changedNames } from "./name-rules";
import { updateRow } from "../../db/rows";

/**
 * Changes names and picture at once, and sends codes to new contacts, which apply once the codes are entered. Makes all
 * changes or none. Throws 400 naming the fields, 409 for a contact of another account, 413 and 415 for the picture, and
 * 422 and 429 as for any code.
 */
export async function updateProfile(
  deps: Deps,
  riderId: string,
  input: UpdateProfile,
  requester: Requester,
): Promise<Rider> {
  const before = findRider(deps.db, riderId);
  if (!before) throw new AppError("request.unauthenticated");
  const names = readNames(input, before);
  const contacts = readContacts(deps, input);
  const picture = input.profilePic
    ? await storeFile(
        deps,
        await reencodePicture(new Uint8Array(await input.profilePic.arrayBuffer()), {
          account: riderId,
        }),
        STORED_MEDIA_TYPE,
      )
    : null;
  try {
    const outcome = await deps.write((tx) => {
      const rider = findRider(tx, riderId);
      if (!rider) throw new AppError("request.unauthenticated");
      const takenIdentifier = contacts.find((contact) => isTaken(tx, rider, contact));
      if (takenIdentifier) {
        // Committed even if the request is refused, so that every tried contact is counted.
        countCodeRequest(tx, deps, takenIdentifier, requester.address, false);
        return "taken";
      }
      for (const contact of contacts) requestContactChange(tx, deps, rider, contact, requester);
      if (picture) {
        const now = deps.now();
        if (rider.pictureFileId) tx.delete(files).where(eq(files.id, rider.pictureFileId)).run();
        insertFileRow(
          tx,
          picture,
          { ownerKind: "rider", ownerId: riderId, purpose: "profile" },
          now,
        );
      }
      updateRow(tx, riders, riderId, {
        ...names,
        ...(picture && { pictureFileId: picture.id }),
        ...(input.language && { language: input.language }),
        updatedAt: deps.now(),
      });
      return { replaced: picture && rider.pictureFileId, rider: findRider(tx, riderId) ?? rider };
    });
    if (outcome === "taken") throw new AppError("contact.taken");
    if (outcome.replaced) await discardFile(deps, outcome.replaced);
    return toRider(deps, outcome.rider);
  } catch (error) {
    if (picture && !isFileReferenced(deps, picture.id)) await discardFile(deps, picture.id);
    throw error;
  }
}

/** Removes the rider's picture, also from the disk. Does nothing if there is none. */
export async function removePicture(deps: Deps, riderId: string): Promise<Rider> {
  const { rider, removed: removedFileId } = await deps.write((tx) => {
    const before = findRider(tx, riderId);
    if (!before) throw new AppError("request.unauthenticated");
    const removed = before.pictureFileId;
    if (removed) {
      updateRow(tx, riders, riderId, { pictureFileId: null, updatedAt: deps.now() });
      tx.delete(files).where(eq(files.id, removed)).run();
    }
    return { rider: findRider(tx, riderId) ?? before, removed };
  });
  if (removedFileId) await discardFile(deps, removedFileId);
  return toRider(deps, rider);
}

/** Keeps omitted names, but never leaves a rider without a name. */
function readNames({ hasOneName, ...input }: UpdateProfile, before: StoredRider) {
  const changes = { ...input, ...(hasOneName && { hasOneName: hasOneName === "true" }) };
  const names = changedNames(changes, before);
  const fields = namesErrors(names);
  if (Object.keys(fields).length > 0) throw new AppError("request.invalid", { fields });
  return {
    firstName: normalizeName(names.firstName),
    lastName: normalizeName(names.lastName) || null,
    hasOneName: names.hasOneName,
  };
}

/** Reads the contacts of the request. Empty ones count as omitted. */
function readContacts(deps: Deps, input: UpdateProfile): Identifier[] {
  const contacts: Identifier[] = [];
  const fields: Record<string, string> = {};
  for (const type of ["email", "phone"] as const) {
    const text = input[type]?.trim();
    if (!text) continue;
    const contact = readTypedContact(deps, text);
    if (contact?.type === type) contacts.push(contact);
    else fields[type] = type === "email" ? INVALID_EMAIL : INVALID_PHONE;
  }
  if (Object.keys(fields).length > 0) throw new AppError("identifier.invalid", { fields });
  for (const contact of contacts) requireReachableContact(deps, contact);
  return contacts;
}

function isFileReferenced(deps: Deps, fileId: string): boolean {
  return (
    deps.db.select({ id: files.id }).from(files).where(eq(files.id, fileId)).get() !== undefined
  );
}
