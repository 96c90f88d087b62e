import { domainToASCII } from 'node:url'
import { asPasted } from '#platform/rules/text/as-pasted.ts'

/** Far above any address (RFC 5321: 254). */
const mostSigns = 1000
const localPart = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}$/u
/** `domainToASCII` would turn 1.2 into an address and drop what follows a slash. */
const typedName = /^[\p{L}\p{N}\p{M}.-]+\.[\p{L}][\p{L}\p{N}\p{M}-]+$/u
/** Letters, digits and hyphens, but no hyphen at either end (RFC 1123, 2.1); two hyphens in the third place only in IDNA (RFC 5891, 4.2.3.1). */
const label = /^(?!-)(?:xn--|(?!..--))[a-z0-9-]{1,63}(?<!-)$/

/**
 * The one form an e-mail address is compared and stored in: as pasted (no invisible signs, full width as plain), lower case,
 * the domain in ASCII. Undefined when it is no address we could write to. Deliverability is proven by the confirmation mail, not here.
 */
export function foldEmail(text: string): string | undefined {
  if (text.length > mostSigns) return undefined
  const typed = asPasted(text)
    .replace(/^(?:mailto:|<(?=[^<>]*>$))/i, '')
    .replace(/>$/, '')
    .toLowerCase()
  const at = typed.lastIndexOf('@')
  const local = typed.slice(0, Math.max(0, at))
  const typedDomain = typed.slice(at + 1).replace(/。/g, '.')
  if (!localPart.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return undefined
  if (!typedName.test(typedDomain)) return undefined
  const domain = domainToASCII(typedDomain)
  const email = `${local}@${domain}`
  return domain.split('.').every((part) => label.test(part)) && email.length <= 254 ? email : undefined
}
