import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { isSeenIn } from './pupil-names.ts'

/** Adjectives fit every noun of their list, so that any two make a name. */
interface Words {
  qualities: readonly string[]
  animals: readonly string[]
  /** In Romance languages the animal comes first. */
  isAnimalFirst: boolean
}

const list = (text: string) => text.trim().split(/\s+/)

const words: Readonly<Record<LiveWorldCode, Words>> = {
  de: {
    qualities: list(
      'Mutiger Flinker Schlauer Bunter Heiterer Ruhiger Wacher Sanfter Kluger Munterer Stolzer Leiser Froher Findiger Sonniger Tapferer Gelassener Neugieriger Frecher Goldener Silberner Blauer Roter Freundlicher',
    ),
    animals: list(
      'Otter Fuchs Dachs Igel Falke Luchs Biber Hase Panda Delfin Kolibri Pinguin Koala Hirsch Storch Uhu Specht Marder Salamander Seestern Tukan Zaunkönig Leopard Waschbär Tiger Elefant Kranich Eisvogel Gecko Wal',
    ),
    isAnimalFirst: false,
  },
  en: {
    qualities: list(
      'Brave Quick Clever Bright Cheerful Calm Alert Gentle Wise Lively Proud Quiet Happy Nimble Sunny Bold Patient Curious Merry Golden Silver Blue Scarlet Friendly',
    ),
    animals: list(
      'Otter Fox Badger Hedgehog Falcon Lynx Beaver Hare Panda Dolphin Robin Penguin Koala Deer Stork Owl Woodpecker Marten Newt Starfish Toucan Wren Leopard Raccoon Tiger Elephant Crane Kingfisher Gecko Whale',
    ),
    isAnimalFirst: false,
  },
  es: {
    qualities: list(
      'valiente veloz listo alegre sereno atento amable sabio vivaz orgulloso discreto feliz ágil soleado audaz paciente curioso dorado plateado azul rojo verde brillante tranquilo',
    ),
    animals: list(
      'Zorro Tejón Erizo Halcón Lince Castor Conejo Panda Delfín Colibrí Pingüino Koala Ciervo Búho Tucán Leopardo Mapache Tigre Elefante Gecko Canguro Caballo Flamenco Petirrojo Gorrión Cisne Puma Jaguar Camaleón Salmón',
    ),
    isAnimalFirst: true,
  },
  fr: {
    qualities: list(
      'courageux rapide malin joyeux serein attentif aimable sage vif fier discret heureux agile ensoleillé hardi patient curieux doré argenté bleu rouge vert brillant tranquille',
    ),
    animals: list(
      'Renard Blaireau Hérisson Faucon Lynx Castor Lièvre Panda Dauphin Colibri Manchot Koala Cerf Hibou Toucan Léopard Tigre Éléphant Gecko Kangourou Cheval Flamant Moineau Cygne Puma Jaguar Caméléon Saumon Écureuil Pélican',
    ),
    isAnimalFirst: true,
  },
  it: {
    qualities: list(
      'coraggioso veloce furbo allegro sereno attento gentile saggio vivace fiero discreto felice agile solare audace paziente curioso dorato argentato azzurro rosso verde brillante tranquillo',
    ),
    animals: list(
      'Tasso Riccio Falco Castoro Coniglio Panda Delfino Colibrì Pinguino Koala Cervo Gufo Tucano Leopardo Procione Elefante Geco Canguro Cavallo Fenicottero Pettirosso Passero Cigno Puma Giaguaro Camaleonte Salmone Scoiattolo Pellicano Gabbiano',
    ),
    isAnimalFirst: true,
  },
  gr: {
    qualities: list(
      'Γενναίος Γρήγορος Έξυπνος Χαρούμενος Ήρεμος Προσεκτικός Ευγενικός Σοφός Ζωηρός Περήφανος Διακριτικός Τυχερός Ευκίνητος Ηλιόλουστος Τολμηρός Υπομονετικός Περίεργος Χρυσός Ασημένιος Γαλάζιος Κόκκινος Πράσινος Λαμπερός Φιλικός',
    ),
    animals: list(
      'Ασβός Σκαντζόχοιρος Κάστορας Λαγός Πιγκουίνος Κύκνος Σκίουρος Πελαργός Γερανός Λύγκας Τίγρης Ελέφαντας Σολομός Αστερίας Γλάρος Σπουργίτης Κοκκινολαίμης Λύκος Ιππόκαμπος Χαμαιλέοντας Πελεκάνος Αετός Τζίτζικας Κόρακας Βάτραχος Πάνθηρας Ρινόκερος Δράκος Μέρμηγκας Κότσυφας',
    ),
    isAnimalFirst: false,
  },
}

/** How many names a world has; a class of 200 finds its own. */
export function nameCount(world: LiveWorldCode): number {
  return words[world].qualities.length * words[world].animals.length
}

/** The name at a place of the world's list: `Mutiger Otter`. */
export function nameAt(world: LiveWorldCode, place: number): string | undefined {
  const { qualities, animals, isAnimalFirst } = words[world]
  if (!Number.isInteger(place) || place < 0 || place >= nameCount(world)) return undefined
  const quality = qualities[place % qualities.length]
  const animal = animals[Math.floor(place / qualities.length)]
  return isAnimalFirst ? `${animal} ${quality}` : `${quality} ${animal}`
}

/** Names that are free, as places of the world's list; fewer than wanted where nearly all are taken. `taken`: how those look. */
export function freeNames(
  world: LiveWorldCode,
  taken: ReadonlySet<string>,
  wanted: number,
  random: () => number,
): number[] {
  const all = Array.from({ length: nameCount(world) }, (_, place) => place)
  const free = all.filter((place) => !isSeenIn(taken, nameAt(world, place) ?? ''))
  const chosen = new Set<number>()
  while (chosen.size < Math.min(wanted, free.length))
    chosen.add(free[Math.floor(random() * free.length)] ?? 0)
  return [...chosen]
}
