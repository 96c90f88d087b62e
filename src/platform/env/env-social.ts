import { z } from 'zod'

/** Parted by commas: the id of our pages first, then those of our apps. */
const clientIds = z
  .string()
  .transform((text) => text.split(',').map((id) => id.trim()))
  .pipe(z.tuple([z.string().min(1)], z.string().min(1)))
  .optional()

/** The variables of logging in with an account elsewhere. */
export const socialVariables = {
  GOOGLE_CLIENT_ID: clientIds,
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.url().default('https://accounts.google.com'),
  APPLE_CLIENT_ID: clientIds,
  APPLE_TEAM_ID: z.string().optional(),
  APPLE_KEY_ID: z.string().optional(),
  APPLE_PRIVATE_KEY: z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n'))
    .optional(),
  APPLE_ISSUER: z.url().default('https://appleid.apple.com'),
  MICROSOFT_CLIENT_ID: clientIds,
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_ISSUER: z.url().default('https://login.microsoftonline.com/common/v2.0'),
  FACEBOOK_CLIENT_ID: z.string().optional(),
  FACEBOOK_CLIENT_SECRET: z.string().optional(),
  FACEBOOK_GRAPH_URL: z.url().default('https://graph.facebook.com/v23.0'),
  FACEBOOK_DIALOG_URL: z.url().default('https://www.facebook.com/v23.0/dialog/oauth'),
}

interface OpenIdKeys {
  clientIds: readonly [string, ...string[]]
  issuer: string
}

/** Parties whose accounts open ours; one without keys is not offered. */
export interface SocialKeys {
  google: (OpenIdKeys & { clientSecret: string }) | undefined
  apple: (OpenIdKeys & { teamId: string; keyId: string; privateKey: string }) | undefined
  microsoft: (OpenIdKeys & { clientSecret: string }) | undefined
  facebook: { clientId: string; clientSecret: string; graphUrl: string; dialogUrl: string } | undefined
}

/** The keys of the parties that have all of theirs. */
export function socialKeys(values: z.output<z.ZodObject<typeof socialVariables>>): SocialKeys {
  const { GOOGLE_CLIENT_ID: google, GOOGLE_CLIENT_SECRET: googleSecret } = values
  const { MICROSOFT_CLIENT_ID: microsoft, MICROSOFT_CLIENT_SECRET: microsoftSecret } = values
  const { FACEBOOK_CLIENT_ID: facebook, FACEBOOK_CLIENT_SECRET: facebookSecret } = values
  const { APPLE_CLIENT_ID: apple, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId } = values
  const privateKey = values.APPLE_PRIVATE_KEY
  return {
    google:
      google && googleSecret
        ? { clientIds: google, clientSecret: googleSecret, issuer: values.GOOGLE_ISSUER }
        : undefined,
    apple:
      apple && teamId && keyId && privateKey
        ? { clientIds: apple, teamId, keyId, privateKey, issuer: values.APPLE_ISSUER }
        : undefined,
    microsoft:
      microsoft && microsoftSecret
        ? { clientIds: microsoft, clientSecret: microsoftSecret, issuer: values.MICROSOFT_ISSUER }
        : undefined,
    facebook:
      facebook && facebookSecret
        ? {
            clientId: facebook,
            clientSecret: facebookSecret,
            graphUrl: values.FACEBOOK_GRAPH_URL,
            dialogUrl: values.FACEBOOK_DIALOG_URL,
          }
        : undefined,
  }
}
