import { type Deps, strangerContext } from '#platform/context/context.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { popularAndNew } from '#shop/catalogue/catalogue/server/service.ts'
import { makeCover, makePreviews } from '#shop/selling/materials/server/service.ts'
import type { SeededMaterial } from './materials.ts'
import { isSeeded } from './people.ts'
import { secondsSince } from './seconds.ts'

/** Far above what the demo holds; a bench may have filled the tables with rows that have no files. */
const mostMaterials = 2000

const cardsPerShelf = 12

export { castPassword } from './people.ts'

/**
 * Fills a database with the demo catalogue of six worlds and the cast. Finished once, it is never touched again;
 * cut off half way, it goes on where it stopped. Returns when everything can be found and bought and the first shelves have
 * their covers; the other covers and page previews are drawn afterwards, with progress in the log.
 */
export async function prepareDemo(deps: Deps): Promise<void> {
  const started = performance.now()
  if (!(await isSeeded(deps))) {
    // The catalogue of six worlds is large, and a finished database has no use for it.
    const { seedCatalogue } = await import('./seed-catalogue.ts')
    await seedCatalogue(deps, started)
  }
  const { first, later } = await drawingOrder(deps)
  // A cover that fails, for example at a shutdown in the first minutes, must not stop the start.
  const drawLater = (error: unknown) =>
    deps.log.warn({ reason: String(error) }, 'pictures of the demo catalogue: preview jobs draw the rest')
  await drawEach(deps, {
    what: 'covers of the first shelves',
    draw: makeCover,
    materials: first,
    started,
  }).catch(drawLater)
  drawOthers(deps, { first, later, started }).catch(drawLater)
}

/** All other covers, then the pages behind them. Cut off, the preview jobs of the materials do what is left. */
async function drawOthers(
  deps: Deps,
  { first, later, started }: { first: SeededMaterial[]; later: SeededMaterial[]; started: number },
): Promise<void> {
  await drawEach(deps, { what: 'covers', draw: makeCover, materials: later, started })
  await drawEach(deps, { what: 'previews', draw: makePreviews, materials: [...first, ...later], started })
}

/**
 * What has no pictures yet, newest first: `first` what a visitor sees before anything else, the popular and the new materials of
 * each world.
 */
export async function drawingOrder(
  deps: Deps,
): Promise<{ first: SeededMaterial[]; later: SeededMaterial[] }> {
  const shelves = await Promise.all(
    liveWorldCodes.map((world) => popularAndNew(strangerContext(deps, world), cardsPerShelf)),
  )
  const onShelves = new Set(shelves.flatMap(({ popular, newest }) => [...popular, ...newest]))
  const materials = await withoutPreviews(deps)
  return {
    first: materials.filter(({ materialId }) => onShelves.has(materialId)),
    later: materials.filter(({ materialId }) => !onShelves.has(materialId)),
  }
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
  if (total === 0) return
  const waiting = work.materials.values()
  let done = 0
  const draw = async () => {
    for (const material of waiting) {
      await work.draw(deps, material)
      done += 1
      if (done % 100 === 0 || done === total) {
        deps.log.info({ done, total, seconds: secondsSince(work.started) }, `${work.what} drawn`)
      }
    }
  }
  await Promise.all([draw(), draw()])
}
