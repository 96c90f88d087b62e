import { z } from 'zod'
import { worldSchema } from './world.ts'

const choices = z.array(z.string().regex(/^[a-z0-9-]{1,60}$/)).max(50)

/** What a member teaches: ids of the world's filters. */
export const preferencesSchema = z.object({
  subjects: choices.default([]),
  schoolTypes: choices.default([]),
  classGrades: choices.default([]),
})
export type Preferences = z.output<typeof preferencesSchema>

export const personalisationSchema = z.object({
  /** What is known is older than a school year. */
  needActualisation: z.boolean(),
  /** The question has been shown. */
  personalisationRequested: z.boolean(),
  preferences: preferencesSchema.nullable(),
  showPopup: z.boolean(),
})

/** Specification 3 "User". */
export const userSchema = z.object({
  id: z.number().int(),
  world: worldSchema,
  slug: z.string(),
  email: z.string(),
  isSeller: z.boolean(),
  createdAt: z.string(),
  creationSource: z.string(),
  details: z.object({ publicName: z.string(), imagePath: z.string().nullable() }),
  userImagePath: z.string().nullable(),
  profileDetails: z.object({
    details: z.object({
      credits: z.object({ amount: z.number().int(), had_credits: z.boolean() }),
      /** ISO 4217, of the account's own world. */
      currencyCode: z.string(),
      /** The school the member belongs to; a `master` looks after its account. */
      schoolAccount: z
        .object({ school_id: z.number().int(), role: z.enum(['member', 'master']), is_verified: z.boolean() })
        .nullable(),
    }),
    /** Where invoices are sent. */
    invoiceDetails: z.object({ email: z.string() }),
  }),
  personalisation: personalisationSchema,
  userName: z.string(),
  availableCredits: z.number().int(),
  hadCredits: z.boolean(),
  loggedInAsAnotherUser: z.boolean(),
  isAgbAccepted: z.boolean(),
  doubleOptIn: z.boolean(),
})
export type User = z.infer<typeof userSchema>

/** Where else a member may have an account that opens the one here. */
export const socialProviders = ['google', 'apple', 'microsoft', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** Specification 7 "authenticate"; `scope` and what follows `facebook_access_token` are RFC 6749's and OpenID's. */
export const authenticateInputSchema = z.object({
  /** Nobody named is the product itself. */
  client_id: z.string().max(100).optional(),
  client_secret: z.string().max(200).optional(),
  grant_type: z.enum([
    'password',
    'client_credentials',
    'facebook',
    'google',
    'apple_id',
    'microsoft',
    'authorization_code',
    'refresh_token',
  ]),
  username: z.string().max(320).optional(),
  password: z.string().max(1000).optional(),
  /** `public`, `full` or areas (platform/scopes.ts), parted by blanks. */
  scopes: z.string().max(200).optional(),
  scope: z.string().max(200).optional(),
  platform: z.enum(['web', 'ios', 'android']).optional(),
  facebook_access_token: z.string().max(2000).optional(),
  /** What Google, Apple or Microsoft gave an app of ours. */
  id_token: z.string().max(8000).optional(),
  nonce: z.string().max(200).optional(),
  /** Of `authorization_code`; with a password the code of the second step (of the app, or a recovery code). */
  code: z.string().max(200).optional(),
  redirect_uri: z.string().max(2000).optional(),
  code_verifier: z.string().max(200).optional(),
  refresh_token: z.string().max(200).optional(),
  /** The page of ours that asked for the login. */
  next: z.string().optional(),
})
export const authenticateResultSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  refresh_token: z.string().optional(),
  /** `public`, `full`, or the areas of a program, parted by blanks. */
  scope: z.string(),
  oauth_user_id: z.number().int().nullable(),
})
/** RFC 7009, 2.1. The hint is not needed: a token is looked for as both kinds. */
export const revokeInputSchema = z.object({
  token: z.string().min(1).max(200),
  token_type_hint: z.string().max(50).optional(),
  client_id: z.string().max(100).optional(),
  client_secret: z.string().max(200).optional(),
})
/** RFC 6749, 5.2. */
export const tokenRefusalSchema = z.object({
  error: z.enum([
    'invalid_request',
    'invalid_client',
    'invalid_grant',
    'unauthorized_client',
    'invalid_scope',
  ]),
  error_description: z.string(),
})
export const validateResultSchema = z.object({
  oauth_user_id: z.number().int().nullable(),
  oauth_access_token: z.string(),
  expires_in: z.number().int().nullable(),
  scope: z.enum(['public', 'full']),
})

export const registerInputSchema = z.object({
  // Nothing typed is said with everything else that is wrong, so these need not be there.
  email: z.string().trim().max(320).default(''),
  password: z.string().max(1000).default(''),
  publicName: z.string().trim().max(200).default(''),
  agb: z.boolean().default(false),
  /** The invitation code a visitor came with; an unknown one is no obstacle. */
  invitation: z.string().trim().optional(),
  /** The page of ours that asked for the registration. */
  next: z.string().optional(),
})
