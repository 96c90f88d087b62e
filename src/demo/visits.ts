import type { Deps } from '#platform/context/context.ts'
import type { Source } from '#shop/selling/statistics/rules/contract.ts'
import { appendCounts, type CountRow, today } from '#shop/selling/statistics/server/service.ts'
import { seededRandom } from './catalogue/sheets/random.ts'
import { castEmail } from './people.ts'

const world = 'de'
const dayMs = 86_400_000
/** Two periods of the charts, so that there is something to compare with. */
const days = 60
const sources: readonly Source[] = [
  'search',
  'search',
  'engine',
  'browse',
  'browse',
  'author',
  'direct',
  'social',
]

/** Who looked at the materials of the cast's seller lately: charts without visitors would show nothing but sales. */
export async function seedVisits({ db }: Pick<Deps, 'db'>): Promise<void> {
  const materials = await db
    .selectFrom('material')
    .innerJoin('account', 'account.id', 'material.author_id')
    .select(['material.id', 'material.keywords', 'material.published_at'])
    .where('account.email', '=', castEmail('seller'))
    .where('material.world', '=', world)
    .where('material.status', '=', 'published')
    .orderBy('material.id')
    .execute()
  await appendCounts(
    db,
    materials.flatMap((material) => visitsOf(material)),
  )
}

function visitsOf(material: { id: number; keywords: string[]; published_at: Date | null }): CountRow[] {
  const random = seededRandom(`visits/${material.id}`)
  const most = random.int(3, 14)
  const since = material.published_at?.getTime() ?? 0
  return Array.from({ length: days }, (_, daysAgo) => Date.now() - daysAgo * dayMs).flatMap((time) => {
    const views = random.int(0, most)
    const source = random.pick(sources)
    const term = material.keywords.length > 0 ? random.pick(material.keywords) : null
    if (views === 0 || time < since) return []
    return {
      ...{ world, material_id: material.id, day: today(world, new Date(time)), views, downloads: 0 },
      ...{ source, term: source === 'search' ? term : null },
      cart_adds: random.int(0, 9) < views ? 1 : 0,
    }
  })
}
