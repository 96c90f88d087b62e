import { z } from 'zod'
import { worldSchema } from './world.ts'

/** Specification 3 "User"; fields of later issues are present with their empty value. */
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
  userName: z.string(),
  availableCredits: z.number().int(),
  hadCredits: z.boolean(),
  loggedInAsAnotherUser: z.boolean(),
  isAgbAccepted: z.boolean(),
  doubleOptIn: z.boolean(),
})
export type User = z.infer<typeof userSchema>

export const authenticateInputSchema = z.object({
  client_id: z.string().max(100).optional(),
  grant_type: z.enum(['password', 'client_credentials']),
  username: z.string().max(320).optional(),
  password: z.string().max(1000).optional(),
  scopes: z.string().max(200).optional(),
  platform: z.string().max(40).optional(),
})
export const authenticateResultSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  scope: z.enum(['public', 'full']),
  oauth_user_id: z.number().int().nullable(),
})
export const validateResultSchema = z.object({
  oauth_user_id: z.number().int().nullable(),
  oauth_access_token: z.string().nullable(),
  scope: z.enum(['public', 'full']),
})

export const registerInputSchema = z.object({
  email: z.string().trim().max(320),
  password: z.string().max(1000),
  publicName: z.string().trim().max(200),
  agb: z.boolean(),
  /** The code of the invitation somebody came with. */
  invitation: z.string().trim().max(64).optional(),
})
