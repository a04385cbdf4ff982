/** The operator's logo: re-encoded, small enough for every page, and deleted when another replaces it. */
import { eq } from "drizzle-orm";
import { files } from "../../db/schema/files";
import type { StoredLogo } from "../../db/schema/settings";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { saveSettings } from "../settings/actions";
import { readOperator } from "../settings/queries";
import type { LogoForm, LogoBackground, RemoveLogo } from "./logo-contract";
import { MAX_PICTURE_BYTES, reencode } from "./received-files";
import { discardFile, insertFileRow, storeFile } from "./store";
import { senderOf } from "./job-queue";

/** Three image pixels for each pixel in a header, so that it is sharp on every screen. */
const LOGO_WIDTH_PX = 480;
const LOGO_HEIGHT_PX = 144;

const columns = { light: "logo", dark: "darkLogo" } as const satisfies Record<
  LogoBackground,
  string
>;
const summaries = { light: "Changed the logo", dark: "Changed the logo for dark pages" };

/**
 * Stores a picture as the logo, and deletes the previous one. 409 if the settings have changed since they were read,
 * 413 if it is too large, 415 if it is not a picture, 415 `logo.drawing` for an SVG.
 */
export async function saveLogo(deps: Deps, actor: Actor, input: LogoForm): Promise<void> {
  const { ground, version } = input;
  if (input.file.size > MAX_PICTURE_BYTES) throw new AppError("picture.too_large");
  const uploadedBytes = new Uint8Array(await input.file.arrayBuffer());
  if (isMarkup(uploadedBytes)) throw new AppError("logo.drawing");
  const bytes = await reencode(async () => uploadedBytes, senderOf(actor), {
    as: "png",
    side: LOGO_WIDTH_PX,
    height: LOGO_HEIGHT_PX,
    quality: 100,
    accepted: ["jpeg", "png", "webp"],
  });
  const { width, height } = await new Bun.Image(bytes).metadata();
  const storedFile = await storeFile(deps, bytes, "image/png");
  const logo: StoredLogo = { fileId: storedFile.id, width, height };
  let previousLogo: StoredLogo | null = null;
  try {
    await saveSettings(deps, actor, {
      version,
      values: { [columns[ground]]: logo },
      action: "settings.logo_changed",
      topic: "brand",
      summary: summaries[ground],
      alsoWrite: (tx, operator) => {
        // A logo for dark pages requires one for light pages.
        if (ground === "dark" && operator.logo === null) throw new AppError("request.conflict");
        previousLogo = operator[columns[ground]];
        if (previousLogo) tx.delete(files).where(eq(files.id, previousLogo.fileId)).run();
        insertFileRow(
          tx,
          storedFile,
          { ownerKind: "operator", ownerId: "1", purpose: columns[ground] },
          deps.now(),
        );
      },
    });
  } catch (error) {
    if (readOperator(deps)[columns[ground]]?.fileId !== storedFile.id)
      await discardFile(deps, storedFile.id);
    throw error;
  }
  await discardLogo(deps, previousLogo);
}

/** Deletes a logo, also from the disk. Deleting the light one also deletes the dark one. */
export async function removeLogo(
  deps: Deps,
  actor: Actor,
  { ground, version }: RemoveLogo,
): Promise<void> {
  const removedLogos: StoredLogo[] = [];
  await saveSettings(deps, actor, {
    version,
    values: ground === "light" ? { logo: null, darkLogo: null } : { darkLogo: null },
    action: "settings.logo_changed",
    topic: "brand",
    summary: ground === "light" ? "Removed the logo" : "Removed the logo for dark pages",
    alsoWrite: (tx, { logo, darkLogo }) => {
      for (const each of ground === "light" ? [logo, darkLogo] : [darkLogo])
        if (each) {
          tx.delete(files).where(eq(files.id, each.fileId)).run();
          removedLogos.push(each);
        }
    },
  });
  for (const each of removedLogos) await discardLogo(deps, each);
}

async function discardLogo(deps: Deps, logo: StoredLogo | null): Promise<void> {
  if (logo) await discardFile(deps, logo.fileId);
}

/** Whether a file is markup and not a picture: it begins with "<" after any byte order mark and white space. */
function isMarkup(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 200)).trimStart().startsWith("<");
}
