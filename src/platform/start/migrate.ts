import { startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'

const print = (details: object, message: string) => console.log(message, details)
const log = { info: print, warn: print }
const databaseUrl = process.env.DATABASE_URL
if (databaseUrl) await migrate({ databaseUrl, log })
else {
  const embedded = await startEmbeddedPostgres({
    dataDir: `${process.env.DATA_DIR ?? '.data'}/postgres`,
    log,
  })
  try {
    await migrate({ databaseUrl: embedded.databaseUrl, log })
  } finally {
    await embedded.stop()
  }
}
