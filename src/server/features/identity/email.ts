import { domainToASCII } from 'node:url'

/** Far above any address (RFC 5321: 254). */
const mostSigns = 1000
const localPart = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}$/u

/**
 * The one form an e-mail address is compared and stored in: trimmed, lower case, the domain in ASCII.
 * Undefined when it is no address we could write to. Deliverability is proven by the confirmation mail, not here.
 */
export function foldEmail(text: string): string | undefined {
  if (text.length > mostSigns) return undefined
  const trimmed = text.trim().normalize('NFC').toLowerCase()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, Math.max(0, at))
  const typedDomain = trimmed.slice(at + 1)
  if (!localPart.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return undefined
  // `domainToASCII` would turn 1.2 into an address and drop what follows a slash.
  if (!/^[\p{L}\p{N}\p{M}.-]+\.[\p{L}][\p{L}\p{N}\p{M}-]+$/u.test(typedDomain)) return undefined
  const domain = domainToASCII(typedDomain)
  const email = `${local}@${domain}`
  return domain === '' || email.length > 254 || domain.includes('..') ? undefined : email
}
