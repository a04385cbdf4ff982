import { z } from "zod";
import { languageCodes } from "../settings/languages/languages-contract";

/** A request for a code. The identifier has no length limit here, because the rule gives the error. */
export const SendCode = z.object({
  identifier: z.string(),
  /** The phone's country calling code, such as `250`. Never the one-time code. */
  code: z.string().max(8).nullish(),
});
export type SendCode = z.infer<typeof SendCode>;

export const SendCodeAnswer = z.object({
  usercontact: z.string(),
  newuser: z.object({
    identifier: z.string(),
    code: z.string().nullable(),
    exist: z.boolean(),
    username: z.string().nullable(),
  }),
  isEmail: z.boolean(),
});
export type SendCodeAnswer = z.infer<typeof SendCodeAnswer>;

export const DriverSendCodeAnswer = SendCodeAnswer.extend({ username: z.string().nullable() });
export type DriverSendCodeAnswer = z.infer<typeof DriverSendCodeAnswer>;

export const VerifyCode = z.object({
  identifier: z.string(),
  otp: z.string().max(16).optional(),
  /** The country calling code; read as the one-time code when `otp` is absent. */
  code: z.string().max(16).nullish(),
});
export type VerifyCode = z.infer<typeof VerifyCode>;

/** The languages of the rider area. */
export const Language = z.enum(languageCodes);
export type Language = z.infer<typeof Language>;

/** The language in which a public call answers; by default the site's main language. */
export const LanguageQuery = z.object({ language: Language.optional() });

export const Rider = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Whether they have only one name, the first name. No last name is then missing. */
  hasOneName: z.boolean(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** A URL under `/backend` that the rider and dispatch can read. */
  profilePic: z.string().nullable(),
  pendingEmail: z.string().nullable(),
  pendingPhone: z.string().nullable(),
  language: Language,
});
export type Rider = z.infer<typeof Rider>;

export const VerifyCodeAnswer = z.object({ token: z.string(), getUser: Rider });
export type VerifyCodeAnswer = z.infer<typeof VerifyCodeAnswer>;

export const Me = z.object({ authenticated: z.boolean(), getUser: Rider.nullable() });
export type Me = z.infer<typeof Me>;

/** A multipart form. Omitted names stay. A new contact applies once its own code was entered. */
export const UpdateProfile = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  /** `true` if they have only one name; `lastName` is then empty. A last name clears it. */
  hasOneName: z.enum(["true", "false"]).optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  profilePic: z.file().optional(),
  language: Language.optional(),
});
export type UpdateProfile = z.infer<typeof UpdateProfile>;

export const UpdateProfileAnswer = z.object({ updateUser: Rider });
export type UpdateProfileAnswer = z.infer<typeof UpdateProfileAnswer>;

/** Which of the two contacts is meant. */
export const ContactKind = z.object({ kind: z.enum(["email", "phone"]) });
export type ContactKind = z.infer<typeof ContactKind>;

export const VerifyContact = z.object({
  identifier: z.string(),
  otp: z.string().max(16),
});
export type VerifyContact = z.infer<typeof VerifyContact>;

/** The token of the one-tap link, sent when the button is pressed. */
export const SignInLink = z.object({ token: z.string().max(128) });
export type SignInLink = z.infer<typeof SignInLink>;

export const SignInLinkAnswer = z.object({
  audience: z.enum(["rider", "driver"]),
  token: z.string(),
  /** False if a rider's first or last name is still missing. */
  profileComplete: z.boolean(),
});
export type SignInLinkAnswer = z.infer<typeof SignInLinkAnswer>;

export const SignedInDevice = z.object({
  id: z.string(),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
});
export type SignedInDevice = z.infer<typeof SignedInDevice>;

export const SignedInDevices = z.object({ sessions: z.array(SignedInDevice) });
export type SignedInDevices = z.infer<typeof SignedInDevices>;

export const Done = z.object({ message: z.string() });
export type Done = z.infer<typeof Done>;

export const AdminRole = z.enum(["owner", "dispatcher", "accountant"]);
export type AdminRole = z.infer<typeof AdminRole>;

const Admin = z.object({
  id: z.string(),
  names: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Whether they have only one name, the first name. No last name is then missing. */
  hasOneName: z.boolean(),
  email: z.string(),
  role: AdminRole,
});

export const AdminProfile = Admin.extend({ isLocked: z.boolean() });
export type AdminProfile = z.infer<typeof AdminProfile>;

export const AdminLogin = z.object({
  email: z.string().max(320),
  password: z.string().max(1024),
  totp: z.string().max(16).optional(),
});
export type AdminLogin = z.infer<typeof AdminLogin>;

export const AdminAnswer = z.object({ admin: AdminProfile });
export type AdminAnswer = z.infer<typeof AdminAnswer>;

export const AdminUnlock = z.object({ password: z.string().max(1024) });
export type AdminUnlock = z.infer<typeof AdminUnlock>;

export const EditAdminProfile = z.object({
  firstName: z.string().max(200).optional(),
  lastName: z.string().max(200).optional(),
  /** Whether they have only one name; `lastName` is then empty. A last name clears it. */
  hasOneName: z.boolean().optional(),
  email: z.string().max(320).optional(),
  currentPassword: z.string().max(1024).optional(),
  newPassword: z.string().max(1024).optional(),
});
export type EditAdminProfile = z.infer<typeof EditAdminProfile>;

export const UpdatedAdmin = z.object({ updatedAdmin: AdminProfile });
export type UpdatedAdmin = z.infer<typeof UpdatedAdmin>;

/** Creates the first owner by the one-time link in the log. */
export const SetupOwner = z.object({
  token: z.string().max(128),
  email: z.string().max(320),
  password: z.string().max(1024),
  firstName: z.string().max(200),
  lastName: z.string().max(200),
  /** Whether they have only one name; `lastName` is then empty. */
  hasOneName: z.boolean().optional(),
});
export type SetupOwner = z.infer<typeof SetupOwner>;

/** Chooses a password by the one-time link of `livery admin add`. */
export const ChoosePassword = z.object({
  token: z.string().max(128),
  password: z.string().max(1024),
});
export type ChoosePassword = z.infer<typeof ChoosePassword>;
