import { z } from 'zod'

/*
 * Browsers write these, and newer ones write more (WebAuthn level 3: `publicKey`, `publicKeyAlgorithm`, extensions): what is
 * not named here is passed over.
 */

const text = z.string().max(4096)

/** What a browser answers when an authenticator made a passkey (WebAuthn, as `toJSON()` writes it). */
export const passkeyMadeSchema = z.looseObject({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.looseObject({
    clientDataJSON: text,
    attestationObject: z.string().max(65_536),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})

/** What a browser answers when an authenticator signed with a passkey. */
export const passkeyUsedSchema = z.looseObject({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.looseObject({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.optional(),
  }),
})
