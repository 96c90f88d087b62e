import type { DemoMaterial } from './catalogue/types.ts'
import type { World } from './catalogue/world-codes.ts'

/** Grades and the programme that is taught by in them. */
type Stages = readonly (readonly [grades: RegExp, id: string])[]

const stages: Record<Exclude<World, 'de'>, Stages> = {
  es: [
    [/^infantil/, 'lomloe-infantil'],
    [/^primaria/, 'lomloe-primaria'],
    [/^eso/, 'lomloe-eso'],
    [/^bachillerato/, 'lomloe-bachillerato'],
  ],
  fr: [
    [/^(ps|ms|gs)$/, 'ecole-cycle1'],
    [/^(cp|ce1|ce2)$/, 'ecole-cycle2'],
    [/^(cm1|cm2|6e)$/, 'ecole-cycle3'],
    [/^[345]e$/, 'ecole-cycle4'],
    [/^2de$/, 'lgt-seconde'],
    [/^1re$/, 'lgt-premiere'],
    [/^tle$/, 'lgt-terminale'],
  ],
  gr: [
    [/^(pro)?nipia$/, 'ps-nipiagogeio'],
    [/^dimotiko/, 'ps-dimotiko'],
    [/^gymnasio/, 'ps-gymnasio'],
    [/^lykeio/, 'ps-lykeio'],
  ],
  it: [
    [/^infanzia/, 'in-infanzia'],
    [/^primaria/, 'in-primaria'],
    [/^secondaria-1/, 'in-sec1'],
    [/^secondaria-2/, 'in-licei'],
  ],
  en: [
    [/^(nursery|reception)$/, 'eyfs-eyfs'],
    [/^year-[12]$/, 'nc-ks1'],
    [/^year-[3-6]$/, 'nc-ks2'],
    [/^year-[789]$/, 'nc-ks3'],
    [/^year-1[01]$/, 'nc-ks4'],
  ],
}

/** Germany has a programme in each of its states: those of the states the authors may teach in. */
const states: readonly Stages[] = [
  [[/^\d+$/, 'by-lehrplanplus']],
  [
    [/^[1-4]$/, 'nw-primar'],
    [/^([5-9]|10)$/, 'nw-sek1'],
    [/^1[123]$/, 'nw-sek2'],
  ],
  [[/^\d+$/, 'bw-bildungsplan']],
  [
    [/^([1-9]|10)$/, 'be-bb-rlp-1-10'],
    [/^1[123]$/, 'be-bb-rlp-go'],
  ],
]

/** What is made for every lesson follows none. */
const withoutProgramme = new Set(['planner', 'template', 'certificate', 'classroom-decor'])

/** The programmes a material of the demo follows; an author of Germany writes for their own state. */
export function demoCurricula(
  world: World,
  { authorKey, grades, materialType }: Pick<DemoMaterial, 'authorKey' | 'grades' | 'materialType'>,
): string[] {
  if (withoutProgramme.has(materialType)) return []
  const own =
    world === 'de' ? states[(Number(authorKey.replace('author', '')) || 0) % states.length] : stages[world]
  const found = (own ?? []).filter(([pattern]) => grades.some((grade) => pattern.test(grade)))
  return found.map(([, id]) => id)
}
