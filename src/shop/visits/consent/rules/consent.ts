/** What a visitor may allow beside what the site cannot do without. */
export const consentCategories = ['statistics', 'marketing'] as const
export type ConsentCategory = (typeof consentCategories)[number]

/** The words that are agreed to; a change of what they say is asked anew. */
export const consentTextVersion = 1

export interface ConsentChoice {
  categories: readonly ConsentCategory[]
  /** Names the record of the choice, and nobody. */
  key: string
}

const keyForm = /^[\w-]{22}$/
const letters: Readonly<Record<ConsentCategory, string>> = {
  statistics: 's',
  marketing: 'm',
}

/** The value of the cookie `consent`: the version of the words, a letter per category, and the key of the record. */
export function consentCookieValue({ categories, key }: ConsentChoice): string {
  const chosen = consentCategories.filter((each) => categories.includes(each)).map((each) => letters[each])
  return `${consentTextVersion}.${chosen.join('')}.${key}`
}

/** The choice of a cookie; undefined for one to other words, or of another form. */
export function readConsentCookie(value: string | undefined): ConsentChoice | undefined {
  const [version, chosen = '', key = '', ...rest] = value?.split('.') ?? []
  if (version !== String(consentTextVersion) || rest.length > 0 || !keyForm.test(key)) return undefined
  if (!/^s?m?$/.test(chosen)) return undefined
  return { key, categories: consentCategories.filter((each) => chosen.includes(letters[each])) }
}

/** European Economic Area, the United Kingdom and Switzerland: there the law has it asked (ePrivacy directive, 5.3). */
const askingCountries: ReadonlySet<string> = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
)

/** Whether the visitor's country asks for a question. Elsewhere nothing is stored either, but nobody is stopped by it. */
export function asksForConsent(country: string): boolean {
  return askingCountries.has(country)
}
