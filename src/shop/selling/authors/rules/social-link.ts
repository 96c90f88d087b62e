export type SocialKind = 'facebook' | 'instagram' | 'pinterest'

const hosts: Readonly<Record<SocialKind, RegExp>> = {
  facebook: /^([a-z0-9-]+\.)?facebook\.com$/,
  instagram: /^(www\.)?instagram\.com$/,
  pinterest: /^([a-z0-9-]+\.)?pinterest\.(com|at|ch|co\.uk|de|es|fr|ie|it|pt|se)$/,
}

const maxLength = 200

/**
 * The address of somebody's profile as it is stored and shown: https, on the network's own host, with a path, without
 * login, port, query or fragment. `null` for an empty text, `undefined` for anything else.
 */
export function socialLink(kind: SocialKind, text: string): string | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (address.length > maxLength || !URL.canParse(address)) return undefined
  const { protocol, hostname, pathname, port, username, password } = new URL(address)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return undefined
  if (!hosts[kind].test(hostname) || pathname === '/') return undefined
  const link = `https://${hostname}${pathname.replace(/\/+$/, '')}`
  return pathname.replaceAll('/', '') === '' || link.length > maxLength ? undefined : link
}
