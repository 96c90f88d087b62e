import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import { createApi } from './api/app.ts'
import { createRateLimits } from './api/rate-limits.ts'
import type { Deps } from './context.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { createDb } from './db/pool.ts'
import { seedTaxonomy } from './db/seed/taxonomy.ts'
import type { Env } from './env.ts'
import { createAuthorDomains } from './features/authors/domains.ts'
import { createTaxonomy } from './features/catalogue/taxonomy.ts'
import { readArticles } from './features/editorial/articles.ts'
import { createPasswords } from './features/identity/password.ts'
import { createDoor } from './front/door.ts'
import { createPageFinish } from './front/finish-page.ts'
import type { House } from './front/house.ts'
import { listenForChanges } from './front/invalidation.ts'
import { createOutage } from './front/outage.ts'
import { createPageCache } from './front/page-cache.ts'
import { createShareImages } from './front/share-images.ts'
import { createStaticFiles } from './front/static-files.ts'
import { createVisits } from './front/visits.ts'
import { startWarmUp } from './front/warm-up.ts'
import { createIndexNow } from './gateways/announcing/index-now.ts'
import { createPreviewMaker } from './gateways/documents/preview-maker.ts'
import { createImageService } from './gateways/images/service.ts'
import { createMailGateway } from './gateways/mail/create.ts'
import { createSandboxProvider } from './gateways/payments/sandbox.ts'
import { createPostgresSearch } from './gateways/search/postgres.ts'
import { createDiskCache, type DiskCache } from './gateways/storage/disk-cache.ts'
import { createFolderStorage } from './gateways/storage/folder.ts'
import { createQueue } from './jobs/queue.ts'
import { createLogger } from './log.ts'
import { createMetrics } from './metrics.ts'

export interface OpenedDeps {
  deps: Deps
  /** Everything the house started for itself, in the right order. */
  close: () => Promise<void>
}

/**
 * Makes everything that has state, once: database (embedded when no DATABASE_URL), migrations, queue, gateways.
 * @throws whatever keeps the house from standing; nothing half-made is left running
 */
export async function openDeps(env: Env, role: 'web' | 'worker' = 'web'): Promise<OpenedDeps> {
  mkdirSync(env.dataDir, { recursive: true })
  const log = createLogger(env.logLevel)
  const embedded: EmbeddedPostgres | undefined =
    env.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: join(env.dataDir, 'postgres'), log })
      : undefined
  const databaseUrl = env.databaseUrl ?? (embedded as EmbeddedPostgres).databaseUrl
  await migrate({ databaseUrl, log })
  const { db, pool } = createDb({ databaseUrl, max: env.databasePool, log })
  const queue = createQueue({
    connectionString: databaseUrl,
    log,
    role: role === 'worker' || env.worker === 'internal' ? 'work' : 'send',
  })
  const storage = createFolderStorage(join(env.dataDir, 'files'))
  const documents = createPreviewMaker()
  // Filters, addresses and upload forms need it with or without the demo; it only adds and renames.
  await seedTaxonomy(db)
  const metrics = createMetrics()
  const diskCaches = {
    images: openDiskCache({ env, log, metrics }, 'images'),
    og: openDiskCache({ env, log, metrics }, 'og'),
  }
  // Every process has a disk of its own, so this is no job of the common queue.
  const cleaning = setInterval(() => void cleanAll(diskCaches), 6 * 3_600_000).unref()
  const deps: Deps = {
    env,
    log,
    db,
    pool,
    queue,
    storage,
    documents,
    diskCaches,
    images: createImageService({
      storage,
      cache: diskCaches.images,
      secret: env.secret,
      concurrency: env.imageConcurrency,
    }),
    mail: createMailGateway(env),
    payments: createSandboxProvider({ env, db }),
    search: createPostgresSearch({ db }),
    announcer: env.indexNow && createIndexNow(env.indexNow),
    taxonomy: await createTaxonomy(db),
    authorDomains: await createAuthorDomains(db),
    rateLimits: createRateLimits(),
    passwords: createPasswords(),
    pageCache: createPageCache({ maxBytes: env.pageCacheBytes }),
    metrics,
    articles: readArticles(),
  }
  await queue.start()
  const changes = await listenForChanges({ databaseUrl, deps })
  return {
    deps,
    async close() {
      clearInterval(cleaning)
      await changes.stop()
      await queue.stop()
      await documents.stop()
      await deps.mail.close()
      await db.destroy()
      if (!pool.ended) await pool.end()
      await embedded?.stop()
    },
  }
}

function openDiskCache(
  { env, log, metrics }: Pick<Deps, 'env' | 'log' | 'metrics'>,
  cache: 'images' | 'og',
): DiskCache {
  return createDiskCache({
    dir: join(env.dataDir, 'cache', cache),
    maxBytes: env.imageCacheBytes,
    onCleaned: (bytes) => metrics.diskCacheBytes.set({ cache }, bytes),
    onNotKept: (error) => {
      metrics.notKept.inc({ cache })
      log.warn({ err: error, cache }, 'the disk keeps nothing more')
    },
  })
}

async function cleanAll({ images, og }: Deps['diskCaches']): Promise<void> {
  await images.clean()
  await og.clean()
}

export interface OpenedServer {
  server: Server
  /** The port really listened on (PORT=0 picks a free one). */
  port: number
  /** The most visited pages of the process before were made again; nobody waits for it. */
  warmUp: Promise<void>
  /** Says "not ready", stops accepting, waits for requests under way (10 s at most). */
  drain: () => Promise<void>
}

/** One port for pages, API, images, downloads and health. */
export async function openServer(
  deps: Deps,
  renderPage: House['renderPage'],
  clientDir: string,
): Promise<OpenedServer> {
  const state = { isReady: true }
  const outage = createOutage(() => sql`select 1`.execute(deps.db))
  const house: House = {
    deps,
    renderPage,
    api: getRequestListener(createApi(deps).fetch, { overrideGlobalObjects: false }),
    files: createStaticFiles(clientDir),
    finish: createPageFinish(clientDir),
    outage,
    shareImages: createShareImages(deps),
    visits: createVisits({ file: join(deps.env.dataDir, 'visits.json'), most: deps.env.warmUpPages }),
    isReady: () => state.isReady,
  }
  const server = createServer(
    { requestTimeout: 120_000, headersTimeout: 15_000, keepAliveTimeout: 65_000, maxHeaderSize: 16 * 1024 },
    createDoor(house),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(deps.env.port, deps.env.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : deps.env.port
  const warmUp = startWarmUp(deps, house.visits, port)
  return {
    server,
    port,
    warmUp: warmUp.done,
    async drain() {
      state.isReady = false
      outage.stop()
      await warmUp.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const patience = setTimeout(() => server.closeAllConnections(), 10_000)
      await closed
      clearTimeout(patience)
    },
  }
}
