import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  cookies,
  features,
  jobs,
  productParts,
  requestNotes,
  sentForms,
  sockets,
  states,
  tokens,
} from '#features'
import { everyPage, shellOf } from '#loaders/every-page.ts'
import { loadSimilar } from '#loaders/storefront.ts'
import type { CoreDeps, Deps } from '#platform/context/context.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createDb } from '#platform/db/pool.ts'
import type { Env } from '#platform/env/env.ts'
import { listenersOf } from '#platform/events/events.ts'
import { createAnalytics } from '#platform/gateways/analytics/create-analytics.ts'
import { createIndexNow } from '#platform/gateways/announcing/index-now.ts'
import { createPreviewMaker } from '#platform/gateways/documents/previews/preview-maker.ts'
import { createExchangeRates } from '#platform/gateways/exchange-rates/create.ts'
import { createIdentityProviders } from '#platform/gateways/identity/create.ts'
import { createImageService } from '#platform/gateways/images/service.ts'
import { createMailGateway } from '#platform/gateways/mail/create.ts'
import { createLibreOffice } from '#platform/gateways/office/libreoffice.ts'
import { createPaymentProvider } from '#platform/gateways/payments/create.ts'
import { createPostgresSearch } from '#platform/gateways/search/postgres.ts'
import { createDiskCache, type DiskCache } from '#platform/gateways/storage/disk-cache.ts'
import { createFolderStorage } from '#platform/gateways/storage/folder.ts'
import { createVatIdRegister } from '#platform/gateways/vat-ids/create.ts'
import { createVirusScanner } from '#platform/gateways/viruses/create.ts'
import { createRateLimits } from '#platform/http/access/rate-limits.ts'
import { createCache } from '#platform/http/cache/cache.ts'
import { listenForChanges } from '#platform/http/cache/invalidation.ts'
import { createPageCache } from '#platform/http/cache/page-cache.ts'
import type { App } from '#platform/http/listen/app.ts'
import { createApp } from '#platform/http/listen/create-app.ts'
import type { Patience } from '#platform/http/listen/drain.ts'
import { createFrontController } from '#platform/http/listen/front-controller.ts'
import { createOutage } from '#platform/http/listen/outage.ts'
import { createStaticFiles } from '#platform/http/page/static-files.ts'
import { createCookies, platformCookies } from '#platform/http/send/cookies.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLogger } from '#platform/metrics/log.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { readableLines } from '#platform/metrics/readable-lines.ts'
import { createSockets } from '#platform/realtime/sockets.ts'
import {
  acceptTerms,
  clientOf,
  confirmPassword,
  resolveVisitor,
} from '#shop/people/identity/server/service.ts'
import { type Door, openDoor } from './door.ts'

export interface OpenedDeps {
  deps: Deps
  /** Everything the product started for itself, in the right order. */
  close: () => Promise<void>
}

/**
 * Makes everything that has state, once: database (embedded when no DATABASE_URL), migrations, queue, gateways.
 * @throws whatever keeps the product from standing; nothing half-made is left running
 */
export async function openDeps(env: Env, role: 'web' | 'worker' = 'web'): Promise<OpenedDeps> {
  mkdirSync(env.dataDir, { recursive: true })
  const log = createLogger(
    env.logLevel,
    env.logFormat === 'lines' ? readableLines(process.stdout) : undefined,
  )
  const embedded: EmbeddedPostgres | undefined =
    env.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: join(env.dataDir, 'postgres'), log })
      : undefined
  const databaseUrl = env.databaseUrl ?? (embedded as EmbeddedPostgres).databaseUrl
  try {
    await migrate({ databaseUrl, log })
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  const { db, pool } = createDb({
    databaseUrl: embedded?.socketUrl ?? databaseUrl,
    max: env.databasePool,
    log,
  })
  const queue = createQueue({
    connectionString: embedded?.socketUrl ?? databaseUrl,
    log,
    role: role === 'worker' || env.worker === 'internal' ? 'work' : 'send',
    types: jobs.map(({ type }) => type),
  })
  const storage = createFolderStorage(join(env.dataDir, 'files'))
  const documents = createPreviewMaker()
  const metrics = createMetrics()
  const diskCaches = {
    images: openDiskCache({ env, log, metrics }, 'images'),
    og: openDiskCache({ env, log, metrics }, 'og'),
  }
  // Every process has a disk of its own, so this is no job of the common queue.
  const cleanings = [
    setInterval(() => void cleanAll(diskCaches), 6 * 3_600_000).unref(),
    setInterval(() => void cleanUploads({ storage, log }), 3_600_000).unref(),
  ]
  void cleanUploads({ storage, log })
  const outage = createOutage(() => sql`select 1`.execute(db))
  const core: CoreDeps & Pick<Deps, 'log'> = {
    env,
    log,
    db,
    pool,
    queue,
    listeners: listenersOf(features.map((feature) => feature.on ?? [])),
    personalTables: features.flatMap((feature) => feature.personalData ?? []),
    retentionRules: features.flatMap((feature) => feature.retention ?? []),
    storage,
    documents,
    viruses: createVirusScanner(env),
    officeConverter: env.officeProgram === undefined ? undefined : createLibreOffice(env.officeProgram),
    diskCaches,
    images: createImageService({
      storage,
      cache: diskCaches.images,
      secret: env.secret,
      concurrency: env.imageConcurrency,
    }),
    mail: createMailGateway(env),
    identityProviders: await createIdentityProviders(env),
    payments: await createPaymentProvider({ env, db }),
    vatIds: createVatIdRegister(env),
    exchangeRates: createExchangeRates(env),
    search: createPostgresSearch({ db, pool }),
    analytics: createAnalytics(env, log),
    announcer: env.indexNow && createIndexNow(env.indexNow),
    visitors: {
      tokens,
      note: async (product, member, request) => {
        for (const note of requestNotes) await note(product, member, request)
      },
      sent: async (context, form) => {
        for (const each of sentForms) await each(context, form)
      },
      resolve: resolveVisitor,
      acceptTerms: (context) => acceptTerms(context),
      confirmPassword: (context, password, request) =>
        confirmPassword(context, password, clientOf(context, request)),
    },
    termsVersion: (world) => deps.articles.validFrom(world, 'terms'),
    pageFrame: { everyPage, shell: shellOf, similar: loadSimilar },
    cookies: createCookies([...platformCookies, ...cookies], env.siteUrl),
    rateLimits: createRateLimits({ factor: env.rateLimitFactor }),
    pageCache: createPageCache({ maxBytes: env.pageCacheBytes }),
    cache: createCache(),
    outage,
    metrics,
  }
  const deps = core as Deps
  for (const state of states) Object.assign(deps, { [state.name]: await state.make(deps) })
  await queue.start()
  const changes = await listenForChanges({ databaseUrl, deps, states })
  return {
    deps,
    async close() {
      for (const cleaning of cleanings) clearInterval(cleaning)
      outage.stop()
      await changes.stop()
      for (const state of states) await state.close?.(deps)
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
    onWriteFailed: (error) => {
      metrics.cacheWriteFailures.inc({ cache })
      log.warn({ err: error, cache }, 'the disk keeps nothing more')
    },
  })
}

async function cleanAll({ images, og }: Deps['diskCaches']): Promise<void> {
  await images.clean()
  await og.clean()
}

async function cleanUploads({ storage, log }: Pick<Deps, 'storage' | 'log'>): Promise<void> {
  try {
    const removed = await storage.clean()
    if (removed > 0) log.info({ removed }, 'uploads of killed processes removed')
  } catch (error) {
    log.warn({ err: error }, 'uploads of killed processes not removed')
  }
}

export interface OpenedServer {
  server: Server
  /** The port really listened on (PORT=0 picks a free one). */
  port: number
  /** Says "not ready", stops accepting, has connections that were kept alive closed, waits for requests under way. */
  drain: (patience?: Patience) => Promise<void>
}

/** One port for pages, API, images, downloads and health. */
export async function openServer(
  deps: Deps,
  renderPage: App['renderPage'],
  clientDir: string,
  /** Where one listens already, for those who come before all is there. */
  opened?: Door,
): Promise<OpenedServer> {
  const state = { isReady: true }
  const app = createApp(deps, productParts, {
    renderPage,
    files: createStaticFiles(clientDir),
    isReady: () => state.isReady,
  })
  const realtime = createSockets(deps, sockets)
  const door = opened ?? (await openDoor(deps.env))
  const { server, port, shut, drain } = door
  door.enter(createFrontController(app, door.bodies), realtime)
  return {
    server,
    port,
    async drain(patience = { keepAliveMs: 1_000, answerMs: 10_000 }) {
      state.isReady = false
      // Sockets that are ended come again at once: to the next process, not to a door that is about to close.
      await shut()
      await realtime.close()
      await drain(patience)
    },
  }
}
