/**
 * Places that belong to a country but not to where its VAT applies, by the postcode of the address (directive 2006/112/EC,
 * article 6; United Kingdom: VATA 1994, sections 1 and 96; Norway: merverdiavgiftsloven, section 1-2). What belongs to another
 * country's VAT (article 7: Monaco is France, the Isle of Man the United Kingdom) has the postcodes of that country and is
 * taxed as it. Northern Ireland is the European Union's for goods only: services there are the United Kingdom's.
 */
const outside: Readonly<Record<string, RegExp>> = {
  // Büsingen, Helgoland.
  DE: /^(78266|27498)$/,
  // Las Palmas and Santa Cruz de Tenerife (Canaries), Ceuta, Melilla.
  ES: /^(35|38|51|52)\d{3}$/,
  // Åland.
  FI: /^22\d{3}$/,
  // Guadeloupe, Martinique, Guyane, La Réunion, Mayotte and the other places overseas; 98000 is Monaco.
  FR: /^(97[1-8]|98[4-9])\d{2}$/,
  // Jersey, Guernsey.
  GB: /^(JE|GY)\d/,
  // Mount Athos.
  GR: /^6308[67]$/,
  // Livigno (with its postcode until 2006), Campione d'Italia.
  IT: /^(23041|23030|22061)$/,
  // Svalbard.
  NO: /^917\d$/,
}

/** Whether an address is where no VAT of its country applies. Without a postcode nothing says so. */
export function isOutsideVat(country: string, postcode: string | null): boolean {
  const text = (postcode ?? '').toUpperCase().replace(/[\s.-]/g, '')
  // "D-78266": with the country's letters in front.
  return outside[country]?.test(text.replace(/^[A-Z]{1,2}(?=\d{4,5}$)/, '')) ?? false
}

const parents: Readonly<Record<string, string>> = {
  ...{ MC: 'FR', GP: 'FR', MQ: 'FR', GF: 'FR', RE: 'FR', YT: 'FR', MF: 'FR' },
  ...{ IM: 'GB', JE: 'GB', GG: 'GB', UK: 'GB', IC: 'ES', EA: 'ES', AX: 'FI', SJ: 'NO', EL: 'GR' },
}

/** The country of a territory's postal addresses: banks and networks give Jersey or Martinique codes of their own. */
export function countryOfPlace(code: string): string {
  return parents[code] ?? code
}
