import { z } from 'zod'

const text = z.string().max(4096)

/** What a browser answers when an authenticator made a passkey (WebAuthn, as `toJSON()` writes it). */
export const passkeyMadeSchema = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.object({}).default({}),
  response: z.object({
    clientDataJSON: text,
    attestationObject: z.string().max(65_536),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})

/** What a browser answers when an authenticator signed with a passkey. */
export const passkeyUsedSchema = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.object({}).default({}),
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.optional(),
  }),
})
