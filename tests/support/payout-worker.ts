import { createDb } from '#platform/db/pool.ts'
import { makePayouts } from '#shop/money/payouts/server/making.ts'

/** A worker of its own for tests that kill it: makes payouts of the day in `NOW` and says so. */
const { DATABASE_URL: databaseUrl = '', NOW: now = '' } = process.env
const { db } = createDb({ databaseUrl, max: 2 })
const log = { info: () => undefined } as unknown as Parameters<typeof makePayouts>[0]['log']
process.stdout.write('ready\n')
await makePayouts({ db, log }, new Date(now))
process.stdout.write('done\n')
await db.destroy()
