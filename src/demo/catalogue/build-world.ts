import { seededRandom } from './sheets/random.ts'
import { taskText } from './sheets/render-sheet.ts'
import { sheetWords } from './sheets/sheet-words.ts'
import type { DemoAuthor, DemoBuyer, DemoMaterial, DemoReview, DemoWorld, Motif, Section } from './types.ts'
import type { World } from './world-codes.ts'

/** key, subject, grades, material type, cents, title, first paragraph, sections, keywords (commas), motif. */
export type Row = [string, string, string, string, number, string, string, Section[], string, Motif?]

/** key, title, first paragraph, keys of its materials. */
export type BundleRow = [string, string, string, string[]]

export type WorldSource = {
  world: World
  language: string
  /** Short name -> taxonomy id, name on the sheet, motif, content language where it is not the world's. */
  subjects: Record<string, [string, string, Motif, string?]>
  /** "name | subtitle | description | subjects by short name"; the first two are `seller` and `author2`. */
  authors: string[]
  buyers: string[]
  gradeLabel: (grade: string) => string
  schoolTypes: (grade: string, subject: string) => string[]
  contains: string
  closing: string[]
  closingKey: string
  praise: string[]
  detail: string[]
  mild: string[]
  rows: Row[]
  bundles: BundleRow[]
}

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

function authorsOf(source: WorldSource): DemoAuthor[] {
  return source.authors.map((line, at) => {
    const [publicName = '', subtitle = '', description = '', subjects = ''] = line
      .split('|')
      .map((part) => part.trim())
    return {
      key: at === 0 ? 'seller' : `author${at + 1}`,
      publicName,
      subtitle,
      description,
      since: `20${18 + (at % 7)}-0${1 + (at % 9)}-1${at % 10}`,
      subjects: subjects.split(' ').map((short) => source.subjects[short]?.[0] ?? short),
    }
  })
}

function reviewsOf(source: WorldSource, key: string, buyers: DemoBuyer[], published: number): DemoReview[] {
  const random = seededRandom(`reviews/${source.world}/${key}`)
  if (random.int(1, 100) > 62 || published < 4) return []
  const count = Math.min(12, random.pick([1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12]))
  const [praise, detail, mild] = [
    random.shuffle(source.praise),
    random.shuffle(source.detail),
    random.shuffle(source.mild),
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
  const items = new Map<string, string>()
  for (const section of sections) {
    const task = taskText(words, section) ?? ('title' in section ? section.title : undefined)
    if (task) items.set(task, `- ${task.replace(/\.$/, '')}`)
  }
  const random = seededRandom(`closing/${source.world}/${key}`)
  const list = [...items.values()].slice(0, 6)
  const parts = [first]
  if (list.length > 1) parts.push(`${source.contains}\n${list.join('\n')}`)
  const closing = random.pick(source.closing)
  const keyed = sections.some(
    ({ f }) =>
      ![
        'planner',
        'certificate',
        'posterlines',
        'cards',
        'vocab',
        'trace',
        'mirror',
        'info',
        'checklist',
        'write',
        'map',
        'timeline',
      ].includes(f),
  )
  parts.push(keyed ? `${source.closingKey} ${closing}` : closing)
  return parts.join('\n\n')
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
  const materials = source.rows.map((row, at): DemoMaterial => {
    const [key, short, gradeText, materialType, priceCents, title, first, sections, keywords, motif] = row
    const subject = source.subjects[short]
    if (!subject) throw new Error(`${source.world}: unknown subject ${short} of ${key}`)
    const grades = gradeText.split(' ')
    const publishedDaysAgo = at % 9 === 4 ? 2 + (at % 11) : 15 + ((at * 37) % 640)
    const labels = [...new Set([grades[0] ?? '', grades.at(-1) ?? ''])].map(source.gradeLabel)
    return {
      key,
      authorKey: authorOf(subject[0]),
      title,
      description: descriptionOf(source, key, first, sections),
      subject: subject[0],
      grades,
      schoolTypes: [...new Set(grades.flatMap((grade) => source.schoolTypes(grade, short)))],
      materialType,
      language: subject[3] ?? source.language,
      keywords: [...new Set([...keywords.split(',').map((word) => word.trim()), subject[1]])].filter(
        (word) => word !== '',
      ),
      priceCents,
      ...(priceCents > 0 && at % 7 === 3 ? { salePriceCents: salePrice(priceCents) } : {}),
      publishedDaysAgo,
      reviews: reviewsOf(source, key, buyers, publishedDaysAgo),
      sheet: {
        subtitle: `${subject[1]} · ${labels.join(' – ')}`,
        motif: motif ?? subject[2],
        nameLine: !withoutName.has(materialType),
        sections,
      },
    }
  })
  const byKey = new Map(materials.map((material) => [material.key, material]))
  const bundles = source.bundles.map(([key, title, first, keys], at): DemoMaterial => {
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
      description: `${first}\n\n${source.contains}\n${parts.map((part) => `- ${part.title}`).join('\n')}`,
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
  return { world: source.world, authors, buyers, materials: [...materials, ...bundles] }
}
