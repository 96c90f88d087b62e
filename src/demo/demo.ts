import type { Deps } from '#platform/context/context.ts'
import { makeCover, makePreviews } from '#shop/selling/materials/server/service.ts'
import type { SeededMaterial } from './materials.ts'
import { isSeeded } from './people.ts'
import { secondsSince } from './seconds.ts'

/** Far above what the demo holds; a bench may have filled the tables with rows that have no files. */
const mostMaterials = 2000

export { castPassword } from './people.ts'

/**
 * Fills a database with the demo catalogue of six worlds and the cast. Finished once, it is never touched again;
 * cut off half way, it goes on where it stopped. Returns when everything can be found and bought; covers and page
 * previews are drawn afterwards, covers first, with progress in the log.
 */
export async function prepareDemo(deps: Deps): Promise<void> {
  const started = performance.now()
  if (!(await isSeeded(deps))) {
    // The catalogue of six worlds is large, and a finished database has no use for it.
    const { seedCatalogue } = await import('./seed-catalogue.ts')
    await seedCatalogue(deps, started)
  }
  // A stop in the first minutes is the usual reason, and nothing is lost by it.
  drawPictures(deps, started).catch((error: unknown) =>
    deps.log.warn({ reason: String(error) }, 'pictures of the demo catalogue: preview jobs draw the rest'),
  )
}

/** All covers, then the pages behind them. Cut off, the preview jobs of the materials do what is left. */
async function drawPictures(deps: Deps, started: number): Promise<void> {
  const materials = await withoutPreviews(deps)
  await drawEach(deps, { what: 'covers', draw: makeCover, materials, started })
  await drawEach(deps, { what: 'previews', draw: makePreviews, materials, started })
}

async function withoutPreviews({ db }: Deps): Promise<SeededMaterial[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('material', 'material.author_id', 'account.id')
    .select(['material.world', 'material.id as materialId'])
    .where('account.creation_source', '=', 'demo')
    .where('material.status', '=', 'published')
    .where('material.preview_state', '=', 'pending')
    .orderBy('material.published_at', 'desc')
    .limit(mostMaterials)
    .execute()
  return rows as SeededMaterial[]
}

/** Two at a time, as many as there are children to draw. */
async function drawEach(
  deps: Deps,
  work: { what: string; draw: typeof makeCover; materials: SeededMaterial[]; started: number },
): Promise<void> {
  const total = work.materials.length
  const waiting = work.materials.values()
  let done = 0
  const draw = async () => {
    for (const material of waiting) {
      await work.draw(deps, material)
      done += 1
      if (done % 100 === 0 || done === total) {
        deps.log.info(
          { done, total, seconds: secondsSince(work.started) },
          `${work.what} of the demo catalogue`,
        )
      }
    }
  }
  await Promise.all([draw(), draw()])
}
