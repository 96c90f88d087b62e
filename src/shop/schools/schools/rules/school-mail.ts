/** Where anybody gets an address: it says nothing about where somebody works. */
const publicProviders = new Set(
  `gmail.com googlemail.com gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.es gmx.fr web.de t-online.de freenet.de arcor.de mail.de email.de
  posteo.de posteo.net mailbox.org outlook.com outlook.de outlook.es outlook.fr outlook.it outlook.com.gr hotmail.com hotmail.de
  hotmail.es hotmail.fr hotmail.it hotmail.gr hotmail.co.uk live.com live.de live.fr live.it live.co.uk msn.com yahoo.com yahoo.de
  yahoo.es yahoo.fr yahoo.it yahoo.gr yahoo.co.uk ymail.com icloud.com me.com mac.com aol.com aol.de proton.me protonmail.com pm.me
  tutanota.com tuta.io tuta.com mail.com zoho.com yandex.com yandex.ru mail.ru orange.fr wanadoo.fr free.fr laposte.net sfr.fr
  neuf.fr bbox.fr numericable.fr libero.it virgilio.it tiscali.it alice.it tin.it tim.it inwind.it iol.it fastwebnet.it pec.it
  telefonica.net movistar.es terra.es otenet.gr forthnet.gr in.gr btinternet.com sky.com talktalk.net virginmedia.com`.split(
    /\s+/,
  ),
)

/** Ministries, academies and regions: every school of the land has addresses there, each school's own begins with its number. */
const sharedBySchools =
  /(?:^|\.)(?:istruzione\.it|posta\.istruzione\.it|pec\.istruzione\.it|ac-[a-z-]+\.fr|educa\.[a-z.]+|edu\.[a-z]+\.es|xtec\.cat|sch\.gr)$/

/**
 * Whether the mail of an address proves that somebody belongs to a school: the domain is the one of the school's site or below it, or
 * it is shared by the schools of a land and the address begins with the school's official number (`0942434k@ac-creteil.fr`).
 * `email` is folded (lower case, ASCII domain).
 */
export function provesSchool(
  email: string,
  { websiteHost, officialNumber }: { websiteHost: string | null; officialNumber: string | null },
): boolean {
  const [local = '', domain = ''] = email.split('@')
  if (publicProviders.has(domain)) return false
  if (isShared(domain))
    return officialNumber !== null && local.replace(/^ce\./, '') === officialNumber.toLowerCase()
  if (websiteHost === null || publicProviders.has(websiteHost)) return false
  return domain === websiteHost || domain.endsWith(`.${websiteHost}`)
}

/** Greek schools have a name of their own below the shared one. */
function isShared(domain: string): boolean {
  return sharedBySchools.test(domain) && !/\.[a-z]{3}\.sch\.gr$/.test(domain)
}

/**
 * The name of a site as it is compared: without scheme, path and `www.`; undefined for what is no public name, or one that is written
 * with letters of another script (they can look like another school's).
 */
export function websiteHost(typed: string): string | undefined {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  const host = hostname.replace(/^www\./, '')
  const isName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(host)
  return isName && !host.includes('xn--') && host.length <= 100 ? host : undefined
}
