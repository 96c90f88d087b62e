import type { MaterialsFile, WorldFile } from './schema.ts'
import { seededRandom } from './sheets/random.ts'
import { taskText } from './sheets/render-sheet.ts'
import { sheetWords } from './sheets/sheet-words.ts'
import type {
  DemoAuthor,
  DemoBuyer,
  DemoMaterial,
  DemoPost,
  DemoReview,
  DemoWorld,
  Section,
} from './types.ts'
import type { World } from './world-codes.ts'

export type WorldSource = WorldFile & MaterialsFile & { world: World; posts: DemoPost[] }

const withoutName = new Set([
  'poster',
  'planner',
  'template',
  'certificate',
  'flashcards',
  'game',
  'classroom-decor',
  'bundle',
  'task-cards',
])

/** What has no right answer. */
const withoutKey = new Set<Section['f']>([
  ...(['planner', 'certificate', 'posterlines', 'cards', 'vocab', 'trace'] as const),
  ...(['mirror', 'info', 'checklist', 'write', 'map', 'timeline'] as const),
])

function authorsOf({ authors, subjects }: WorldSource): DemoAuthor[] {
  return authors.map(({ name, subtitle, description, subjects: own }, at) => ({
    key: at === 0 ? 'seller' : `author${at + 1}`,
    publicName: name,
    subtitle,
    description,
    since: `20${18 + (at % 7)}-0${1 + (at % 9)}-1${at % 10}`,
    subjects: own.map((short) => subjects[short]?.id ?? short),
  }))
}

function reviewsOf(source: WorldSource, key: string, buyers: DemoBuyer[], published: number): DemoReview[] {
  const random = seededRandom(`reviews/${source.world}/${key}`)
  if (random.int(1, 100) > 62 || published < 4) return []
  const count = Math.min(12, random.pick([1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12]))
  const [praise, detail, mild] = [
    random.shuffle(source.texts.praise),
    random.shuffle(source.texts.detail),
    random.shuffle(source.texts.mild),
  ]
  return random
    .shuffle(buyers)
    .slice(0, count)
    .map((buyer, at) => {
      const dice = random.int(1, 100)
      const rating = dice > 38 ? 5 : dice > 10 ? 4 : 3
      const good =
        random.int(0, 2) === 0
          ? (praise[at % praise.length] ?? '')
          : `${praise[at % praise.length]} ${detail[at % detail.length]}`
      const text =
        rating === 5
          ? good
          : rating === 4
            ? `${detail[at % detail.length]} ${mild[at % mild.length]}`
            : (mild[at % mild.length] ?? '')
      return { buyerKey: buyer.key, rating, text, daysAgo: random.int(1, Math.max(1, published - 2)) }
    })
}

function descriptionOf(source: WorldSource, key: string, first: string, sections: Section[]): string {
  const words = sheetWords[source.world]
  const { contains, closing, closingKey } = source.texts
  const items = new Map<string, string>()
  for (const section of sections) {
    const task = taskText(words, section) ?? ('title' in section ? section.title : undefined)
    if (task) items.set(task, `- ${task.replace(/\.$/, '')}`)
  }
  const list = [...items.values()].slice(0, 6)
  const last = seededRandom(`closing/${source.world}/${key}`).pick(closing)
  const hasKey = sections.some(({ f }) => !withoutKey.has(f))
  return [
    first,
    ...(list.length > 1 ? [`${contains}\n${list.join('\n')}`] : []),
    hasKey ? `${closingKey} ${last}` : last,
  ].join('\n\n')
}

function salePrice(price: number): number {
  return Math.max(79, Math.floor((price * 0.75) / 10) * 10 - 1)
}

/** Makes the demo world of a source: authors by subject, prices on sale, reviews, all from the seeded stream. */
export function buildWorld(source: WorldSource): DemoWorld {
  const authors = authorsOf(source)
  const buyers = source.buyers.map((displayName, at) => ({
    key: at === 0 ? 'buyer' : `buyer${at + 1}`,
    displayName,
  }))
  const uses = new Map<string, number>()
  function authorOf(subject: string): string {
    const fitting = authors.filter((author) => author.subjects.includes(subject))
    const list = fitting.length > 0 ? fitting : authors
    const least = [...list].sort((a, b) => (uses.get(a.key) ?? 0) - (uses.get(b.key) ?? 0))[0]
    const key = least?.key ?? 'seller'
    uses.set(key, (uses.get(key) ?? 0) + 1)
    return key
  }
  const materials = source.materials.map((row, at): DemoMaterial => {
    const { key, grades, type: materialType, price: priceCents, title, sections } = row
    const subject = source.subjects[row.subject]
    if (!subject) throw new Error(`${source.world}: unknown subject ${row.subject} of ${key}`)
    const gradeOf = (id: string) => {
      const grade = source.grades[id]
      if (!grade) throw new Error(`${source.world}: unknown grade ${id} of ${key}`)
      return grade
    }
    const publishedDaysAgo = at % 9 === 4 ? 2 + (at % 11) : 15 + ((at * 37) % 640)
    const labels = [...new Set([grades[0] ?? '', grades.at(-1) ?? ''])].map((id) => gradeOf(id).label)
    return {
      key,
      authorKey: authorOf(subject.id),
      title,
      description: descriptionOf(source, key, row.text, sections),
      subject: subject.id,
      grades,
      schoolTypes: [...new Set(grades.flatMap((id) => subject.schoolTypes ?? gradeOf(id).schoolTypes))],
      materialType,
      language: subject.language ?? source.language,
      keywords: [...new Set([...row.keywords, subject.name])],
      priceCents,
      ...(priceCents > 0 && at % 7 === 3 ? { salePriceCents: salePrice(priceCents) } : {}),
      publishedDaysAgo,
      reviews: reviewsOf(source, key, buyers, publishedDaysAgo),
      sheet: {
        subtitle: `${subject.name} · ${labels.join(' – ')}`,
        motif: row.motif ?? subject.motif,
        nameLine: !withoutName.has(materialType),
        sections,
      },
    }
  })
  const byKey = new Map(materials.map((material) => [material.key, material]))
  const bundles = source.bundles.map(({ key, title, text, materials: keys }, at): DemoMaterial => {
    const parts = keys.map((one) => {
      const part = byKey.get(one)
      if (!part) throw new Error(`${source.world}: bundle ${key} names ${one}`)
      return part
    })
    const lead = parts[0]
    if (!lead) throw new Error(`${source.world}: bundle ${key} is empty`)
    const full = parts.reduce((sum, part) => sum + part.priceCents, 0)
    const publishedDaysAgo = 20 + at * 31
    return {
      ...lead,
      key,
      title,
      description: `${text}\n\n${source.texts.contains}\n${parts.map((part) => `- ${part.title}`).join('\n')}`,
      grades: [...new Set(parts.flatMap((part) => part.grades))],
      schoolTypes: [...new Set(parts.flatMap((part) => part.schoolTypes))],
      materialType: 'bundle',
      keywords: [...new Set(parts.flatMap((part) => part.keywords))].slice(0, 8),
      priceCents: Math.max(199, Math.floor((full * 0.7) / 100) * 100 + 99),
      salePriceCents: undefined,
      bundleOf: keys,
      publishedDaysAgo,
      reviews: reviewsOf(source, key, buyers, publishedDaysAgo),
      sheet: {
        subtitle: lead.sheet.subtitle,
        motif: lead.sheet.motif,
        nameLine: false,
        sections: [
          {
            f: 'contents',
            items: parts.map((part): [string, string] => [
              part.title,
              part.description.split('\n\n')[0] ?? '',
            ]),
          },
        ],
      },
    }
  })
  const { world, posts, words } = source
  return { world, authors, buyers, materials: [...materials, ...bundles], posts, words }
}
