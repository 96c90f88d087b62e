import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Deps } from '#platform/context/context.ts'
import { readEnv } from '#platform/env/env.ts'
import type { App } from '#platform/http/listen/app.ts'
import type { Patience } from '#platform/http/listen/drain.ts'
import { reporterDays } from '#platform/limits.ts'
import type { Role } from '#platform/roles.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { type OpenedServer, openDeps, openServer } from '#platform/start/app.ts'
import { testDatabase } from './database.ts'
import { type Client, createClient } from './http-client.ts'
import { addressOfDatabase } from './postmaster.ts'

export interface TestApp {
  deps: Deps
  /** 'http://127.0.0.1:<port>' */
  base: string
  databaseUrl: string
  /** Paths Astro was asked for, in order. */
  rendered: string[]
  server: OpenedServer['server']
  /** Pages of the run before have been made again. */
  /** As at SIGTERM: the server ends, everything else stays. */
  drain(patience: Patience): Promise<void>
  close(): Promise<void>
}

export const castPassword = 'Aularium-2026!'

/**
 * The whole server in this process, on a port and a database of its own. Pages are rendered by `renderPage` (the build
 * is not needed for what the front controller does with them); without one, every page is a line of text with the tag `test`.
 */
export async function openTestApp(
  options: {
    renderPage?: App['renderPage']
    environment?: Record<string, string>
    /** The embedded server, as `npm start` has it: for tests that end it. It comes with a worker. */
    hasOwnDatabase?: boolean
    /** Where the built assets are; none without. */
    clientDir?: string
  } = {},
): Promise<TestApp> {
  const database = options.hasOwnDatabase ? undefined : await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'aularium-app-'))
  // mkdtemp closes the folder, but under root the embedded server runs as somebody else.
  await chmod(dataDir, 0o711)
  const env = readEnv({
    NODE_ENV: 'test',
    ...(database ? { DATABASE_URL: database.databaseUrl, WORKER: 'external' } : {}),
    DATABASE_POOL: '6',
    SECRET: 'a secret for tests only, longer than thirty-two',
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    LISTING_REVIEW: 'false',
    // Registered everywhere: what happens where we are not is tests/api/registrations.test.ts.
    COMPANY_VAT_ID_GB: 'GB999999973',
    COMPANY_VAT_ID_CH: 'CHE123456788',
    COMPANY_VAT_ID_NO: 'NO123456785MVA',
    // One person walks a payout here; two of them in payout-two-people.test.ts.
    PAYOUT_FOUR_EYES: 'false',
    ...options.environment,
  })
  const clientDir = options.clientDir ?? join(dataDir, 'client')
  await mkdir(clientDir, { recursive: true })
  const rendered: string[] = []
  const { deps, close } = await openDeps(env)
  const render = options.renderPage ?? plainPage
  const opened = await openServer(
    deps,
    (path, locals) => {
      rendered.push(path)
      return render(path, locals)
    },
    clientDir,
  )
  return {
    deps,
    base: `http://127.0.0.1:${opened.port}`,
    databaseUrl: database?.databaseUrl ?? addressOfDatabase(dataDir),
    rendered,
    server: opened.server,
    drain: opened.drain,
    async close() {
      if (opened.server.listening) await opened.drain({ keepAliveMs: 0, answerMs: 10_000 })
      await close()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function plainPage(path: string): Promise<Response> {
  const status = path === '/404' ? 404 : path === '/500' ? 500 : 200
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Tag': 'test' }
  return new Response(`<!doctype html><title>${path}</title>`, { status, headers })
}

export interface Person {
  id: number
  email: string
  client: Client
}

/** A member with a session; sellers have their author page. */
export async function member(
  app: TestApp,
  name: string,
  {
    isSeller = false,
    world = 'de',
    role = 'member' as Role,
    /** False where the site stands at another address than the tests call it by: nobody can log in there. */
    logsIn = true,
  } = {},
): Promise<Person> {
  const email = `${name}@aularium.example`
  const { db, passwords } = app.deps
  const { id } = await db
    .insertInto('account')
    .values({
      world,
      email,
      password_hash: await passwords.hash(castPassword),
      public_name: name,
      slug: name,
      is_seller: isSeller,
      role,
      agb_accepted_version: app.deps.termsVersion(world as LiveWorldCode),
      agb_accepted_at: sql<Date>`now()`,
      email_confirmed_at: sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isSeller) {
    await db
      .insertInto('author_profile')
      .values({ account_id: id, world, public_name: name, slug: name })
      .execute()
  }
  const client = createClient(app.base)
  if (logsIn) await logIn(client, email)
  // The platform's people are let in by their second step; here every one of them has passed it.
  if (role !== 'member')
    await db.updateTable('session').set({ second_factor: true }).where('account_id', '=', id).execute()
  return { id: Number(id), email, client }
}

/** Logs a client in by the call an app would make. @throws Error when the product does not know the person */
export async function logIn(client: Client, email: string, password = castPassword): Promise<void> {
  const answer = await client.api('POST', '/v3/oauth2/authenticate', {
    grant_type: 'password',
    username: email,
    password,
  })
  if (answer.status !== 200) throw new Error(`${email} could not log in: ${answer.status} ${answer.text}`)
}

/** Members whose reports weigh: confirmed, and here for longer than `reporterDays`. */
export async function oldMembers(app: TestApp, name: string, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let nth = 0; nth < count; nth++) people.push(await member(app, `${name}-${nth}`))
  await app.deps.db
    .updateTable('account')
    .set({ created_at: sql<Date>`now() - make_interval(days => ${reporterDays + 1})` })
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute()
  return people
}

/** A published material without files, as a row; for what needs an id and a price. */
export async function materialRow(
  app: TestApp,
  values: {
    authorId: number
    world?: string
    title?: string
    price?: number
    status?: 'published' | 'draft' | 'deleted'
  },
): Promise<number> {
  const { authorId, world = 'de', title = 'Brüche addieren', price = 390, status = 'published' } = values
  const row = await app.deps.db
    .insertInto('material')
    .values({
      world,
      author_id: authorId,
      title,
      slug: 'brueche-addieren',
      status,
      language: 'de',
      material_type: 'arbeitsblatt',
      currency: world === 'en' ? 'GBP' : 'EUR',
      price_cents: price,
      // A draft costs nothing as long as its author has not named a price.
      is_price_said: status !== 'draft' || price > 0,
      published_at: sql<Date>`now()`,
      ...(status === 'deleted' ? { deleted_at: sql<Date>`now()` } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(row.id)
}
