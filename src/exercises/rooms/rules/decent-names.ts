const list = (text: string) => text.trim().split(/\s+/)

/** What no name in a class may hold, wherever it stands: the letters alone count, so that signs between them do not help. */
const inside = list(`
  arschloch fotze hitler schwuchtel wichs nutte missgeburt scheiss hurensohn ficker fickt ficken
  fuck cunt nigger nigga whore faggot pussy dickhead cocksuck asshole bullshit
  hijodeputa mierda joder cabron coño maricon pendejo gilipollas
  putain merde salope connard encul niquetamere niquelesflics couille
  cazzo stronz puttana vaffan frocio minchia
  μαλακ γαμω γαμη πουτα σκατα καριολ αρχιδ πουστ
`)

/**
 * What is rude only as a word of its own: names that children have hold it, as Nazim, Dominique, Merdan, Siriporn or
 * Marschall do.
 */
const alone = list(`
  arsch arsche fick hure huren nazi nazis neger penis
  shit shits porn porno porns dick dicks cock cocks slut sluts wank wanker wankers retard retards
  puta puto putas putos polla pollas verga vergas
  nique niquer bite bites pede pedes
  merda merde negro negri negra troia troie
`)

/** Whether a typed name may be shown to a class. */
export function isDecentName(name: string): boolean {
  const letters = squeezed(swapped(folded(name)))
  if (inside.some((stem) => letters.includes(squeezed(folded(stem))))) return false
  const words = new Set([...wordsIn(name), letters, squeezed(folded(name))])
  return !alone.some((word) => words.has(folded(word)))
}

/** Words as they stand, with figures for letters and without; a capital within begins another one. */
function wordsIn(name: string): string[] {
  const parted = folded(name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))
  return [parted, swapped(parted)].flatMap((text) => text.split(/[^\p{L}]+/u))
}

function folded(text: string): string {
  // ñ is a letter of its own, and some words only rude with it.
  const lettered = text.normalize('NFC').toLowerCase().replaceAll('ñ', 'ɲ').replaceAll('ß', 'ss')
  return lettered.normalize('NFD').replace(/\p{M}/gu, '')
}

const swaps: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', '@': 'a' },
}

function swapped(text: string): string {
  return [...text].map((sign) => swaps[sign] ?? sign).join('')
}

function squeezed(text: string): string {
  return text.replace(/[^\p{L}]/gu, '')
}
