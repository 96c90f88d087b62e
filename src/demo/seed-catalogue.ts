import { join } from 'node:path'
import { sql } from 'kysely'
import type { Deps } from '#platform/context/context.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { seedCastDepth } from './cast.ts'
import { demoWorld } from './catalogue/worlds.ts'
import { seedDepth } from './depth.ts'
import { seedInvoices } from './invoices.ts'
import { seedMaterials } from './materials.ts'
import { finishSeed, seedCast, seedPeople } from './people.ts'
import { drawDemoPictures } from './pictures.ts'
import { seedPosts } from './posts.ts'
import { secondsSince } from './seconds.ts'
import { seedSellerAccount } from './seller-account.ts'
import { openSheetCache } from './sheets.ts'
import { seedTexts } from './texts/seed.ts'
import { seedUnits } from './units/seed.ts'
import { seedVisits } from './visits.ts'

/** Six worlds with people, materials, posts and sales, and the cast; the mark that all is there comes last. */
export async function seedCatalogue(deps: Deps, started: number): Promise<void> {
  const sheets = await openSheetCache(join(deps.env.dataDir, 'cache', 'demo'))
  const pictures = await drawDemoPictures()
  // World by world inside, two worlds at a time: while one waits for the database the other draws.
  const waiting = [...liveWorldCodes]
  const work = async () => {
    for (let world = waiting.shift(); world !== undefined; world = waiting.shift()) {
      const demo = demoWorld(world)
      const people = await seedPeople(deps, demo)
      const materials = await seedMaterials(deps, demo, { people, sheets })
      await seedUnits(deps, demo, people)
      await seedPosts(deps, demo, people)
      await seedDepth(deps, demo, { people, pictures })
      deps.log.info({ world, materials, seconds: secondsSince(started) }, 'demo catalogue seeded')
    }
  }
  await Promise.all([work(), work()])
  await seedCast(deps)
  await seedCastDepth(deps)
  await seedInvoices(deps)
  await seedSellerAccount(deps)
  await countPastSales(deps)
  await seedVisits(deps)
  await seedTexts(deps)
  await finishSeed(deps)
}

/** The charts of its authors show what was sold and who follows. */
async function countPastSales({ db }: Deps): Promise<void> {
  const zones = Object.fromEntries(liveWorldCodes.map((world) => [world, worldOf(world).timeZone]))
  await sql`select count_past_sales(${JSON.stringify(zones)}::jsonb)`.execute(db)
}
