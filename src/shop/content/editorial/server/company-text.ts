import type { Company } from '#platform/env/env-company.ts'
import { countryName } from '#platform/i18n/format.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'

/**
 * Puts who runs the platform into an editors' text: `{{company.name}}`, `street`, `postcode`, `city`, `country`, `address` (in one
 * line), `email`, `phone`, `representative`, `register`, `vatId`. A section (##) about something that is not set is left out.
 * @throws Error for a word that is none of these
 */
export function withCompany(source: string, company: Company, world: LiveWorld): string {
  const country = countryName(company.country, world)
  const words: Readonly<Record<string, string | null>> = {
    name: company.name,
    street: company.street,
    postcode: company.postcode,
    city: company.city,
    country,
    address: `${company.street}, ${company.postcode} ${company.city}, ${country}`,
    email: company.email,
    phone: company.phone,
    representative: company.representative,
    register: company.register,
    vatId: company.vatId,
  }
  const wordOf = (name: string) => {
    const word = words[name]
    if (word === undefined) throw new Error(`{{company.${name}}} is not known`)
    return word
  }
  return source
    .split(/^(?=## )/m)
    .filter((section) => [...section.matchAll(token)].every(([, name = '']) => wordOf(name) !== null))
    .join('')
    .replaceAll(token, (_, name: string) => asMarkdown(wordOf(name) ?? ''))
}

const token = /\{\{company\.(\w+)\}\}/g

/** A value is words, not marks. */
function asMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`)
}
