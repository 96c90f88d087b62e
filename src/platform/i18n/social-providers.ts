import type { SocialProvider } from '#platform/rules/contract/user.ts'

/** What the parties call themselves, in every language. */
export const providerNames: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  apple: 'Apple',
  microsoft: 'Microsoft',
  facebook: 'Facebook',
}
