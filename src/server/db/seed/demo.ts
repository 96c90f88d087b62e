import { join } from 'node:path'
import { liveWorldCodes } from '#shared/contract/world.ts'
import type { Deps } from '../../context.ts'
import { makeCover, makePreviews } from '../../features/materials/previews.ts'
import { demoWorld } from './demo/demo.ts'
import { seedCastDepth } from './demo-cast.ts'
import { seedDepth } from './demo-depth.ts'
import { type SeededMaterial, seedMaterials } from './demo-materials.ts'
import { finishSeed, isSeeded, seedCast, seedPeople } from './demo-people.ts'
import { drawDemoPictures } from './demo-pictures.ts'
import { seedPosts } from './demo-posts.ts'
import { openSheetCache } from './demo-sheets.ts'
import { seedTaxonomy } from './taxonomy.ts'

/** Far above what the demo holds; a bench may have filled the tables with rows that have no files. */
const mostMaterials = 2000

export { castPassword } from './demo-people.ts'

/**
 * Fills a database with the demo catalogue of six worlds and the cast. Finished once, it is never touched again;
 * cut off half way, it goes on where it stopped. Returns when everything can be found and bought; covers and page
 * previews are drawn afterwards, covers first, with progress in the log.
 */
export async function prepareDemo(deps: Deps): Promise<void> {
  const started = performance.now()
  await seedTaxonomy(deps.db)
  await deps.taxonomy.reload()
  if (!(await isSeeded(deps))) await seedCatalogue(deps, started)
  drawPictures(deps, started).catch((error: unknown) =>
    deps.log.error({ err: error }, 'pictures of the demo catalogue'),
  )
}

async function seedCatalogue(deps: Deps, started: number): Promise<void> {
  const sheets = await openSheetCache(join(deps.env.dataDir, 'cache', 'demo'))
  const pictures = await drawDemoPictures()
  // World by world inside, two worlds at a time: while one waits for the database the other draws.
  const waiting = [...liveWorldCodes]
  const work = async () => {
    for (let world = waiting.shift(); world !== undefined; world = waiting.shift()) {
      const demo = demoWorld(world)
      const people = await seedPeople(deps, demo)
      const materials = await seedMaterials(deps, demo, { people, sheets })
      await seedPosts(deps, demo, people)
      await seedDepth(deps, demo, { people, pictures })
      deps.log.info({ world, materials, seconds: seconds(started) }, 'demo catalogue seeded')
    }
  }
  await Promise.all([work(), work()])
  await seedCast(deps)
  await seedCastDepth(deps)
  await finishSeed(deps)
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
        deps.log.info({ done, total, seconds: seconds(work.started) }, `${work.what} of the demo catalogue`)
      }
    }
  }
  await Promise.all([draw(), draw()])
}

function seconds(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10
}
