import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { jobs } from '#features'
import type { Deps } from '#platform/context/context.ts'
import { strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { readEnv } from '#platform/env/env.ts'
import { createMailGateway } from '#platform/gateways/mail/create.ts'
import { sandboxWebhookJob } from '#platform/gateways/payments/sandbox-job.ts'
import { createQueue, type Queue } from '#platform/jobs/queue.ts'
import { sendMailJob } from '#platform/mail/server/jobs.ts'
import { serveOutbox } from '#platform/mail/server/outbox-viewer.ts'
import { queueMail, sendMail } from '#platform/mail/server/service.ts'
import { changeByLink } from '#platform/mail/server/subscriptions.ts'
import { alreadyRegistered } from '#shop/people/identity/server/mails.ts'
import { makePreviewsJob } from '#shop/selling/materials/server/jobs.ts'
import { commentMade } from '#shop/selling/posts/server/mails.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
let queue: Queue
let smtp: SMTPServer
const received: string[] = []
let isServerGrumpy = false
const log = pino({ level: 'silent' })

beforeAll(async () => {
  database = await testDatabase()
  queue = createQueue({
    connectionString: database.databaseUrl,
    log,
    role: 'work',
    types: jobs.map(({ type }) => type),
  })
  await queue.start()
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (isServerGrumpy) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        received.push(Buffer.concat(parts).toString('utf8'))
        done()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
})

afterAll(async () => {
  await queue.stop()
  await new Promise<void>((resolve) => smtp.close(resolve))
  await database.drop()
})

/** Only what mail needs of the product. */
function deps(smtpUrl?: string): Deps {
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: database.databaseUrl,
    SECRET: 'a secret for tests only, longer than thirty-two',
    DATA_DIR: '/tmp/aularium-mail-test',
    SMTP_URL: smtpUrl,
  })
  return { db: database.db, env, queue, log, mail: createMailGateway(env) } as unknown as Deps
}

function write(dedupeKey: string, name = 'Ελένη 🦊') {
  return transaction(database.db, (tx) =>
    queueMail(
      tx,
      { world: 'gr', queue, env: deps().env },
      {
        mail: alreadyRegistered,
        to: 'eleni@sxoleio.example',
        vars: { publicName: name, loginUrl: 'http://localhost:4321/gr/login' },
        dedupeKey,
      },
    ),
  )
}

async function mailOf(dedupeKey: string) {
  const { db } = database
  return await db.selectFrom('mail').where('dedupe_key', '=', dedupeKey).selectAll().executeTakeFirstOrThrow()
}

test('D2 80: a mail arrives by SMTP as proper MIME, once, and a name cannot add a header', async () => {
  const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  const app = deps(smtpUrl)
  await write('mime', 'Ελένη\r\nBcc: all@sxoleio.example')
  const { id: mailId } = await mailOf('mime')
  await sendMail(app, { mailId })
  await sendMail(app, { mailId })
  expect(received).toHaveLength(1)
  const parsed = await PostalMime.parse(received[0] ?? '')
  expect(parsed.subject).toBe('Έχετε ήδη λογαριασμό στο Aularium')
  expect(parsed.to).toEqual([{ address: 'eleni@sxoleio.example', name: '' }])
  expect(parsed.from).toEqual({ address: 'no-reply@aularium.example', name: 'Aularium' })
  expect(parsed.bcc).toBeUndefined()
  expect(parsed.messageId).toMatch(/^<mail-\d+-\d+@localhost>$/)
  expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(parsed.text).toContain('http://localhost:4321/gr/login')
  expect(parsed.html).toContain('<html lang="el"')
  // Its links are the recipient's alone now.
  expect(await mailOf('mime')).toMatchObject({ status: 'sent', attempts: 1, html: '', text: '' })
  await app.mail.close()
})

test('a mail names its sender as a business letter does, in both its parts: all of it from COMPANY_*', async () => {
  const { env } = deps()
  const { name, street, postcode, city, phone, email, register, representative } = env.company
  expect(register).toContain('HRB 12345')
  await write('sender')
  const { html, text } = await mailOf('sender')
  for (const words of [
    name,
    street,
    `${postcode} ${city}`,
    phone,
    email,
    register ?? '',
    representative ?? '',
  ])
    for (const part of [html, text]) expect(part, words).toContain(words)
})

test('the farewell of an erased account leaves no row; the outbox keeps what it shows', async () => {
  const app = deps(`smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`)
  for (const name of ['farewell', 'outbox'])
    await database.db
      .insertInto('mail')
      .values({
        ...{ world: 'de', dedupe_key: name, template: 'account-erased', recipient: `${name}@schule.example` },
        ...{ subject: 'Auf Wiedersehen', html: '<p>Lea</p>', text: 'Lea' },
      })
      .execute()
  await sendMail(app, { mailId: (await mailOf('farewell')).id })
  await expect(mailOf('farewell')).rejects.toThrow()
  await app.mail.close()
  await sendMail(deps(), { mailId: (await mailOf('outbox')).id })
  expect(await mailOf('outbox')).toMatchObject({ status: 'sent', text: 'Lea' })
  await database.db.deleteFrom('mail').where('dedupe_key', '=', 'outbox').execute()
})

test('a mail one can leave tells the mail program where (RFC 8058)', async () => {
  const app = deps(`smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`)
  await transaction(database.db, (tx) =>
    queueMail(
      tx,
      { world: 'gr', queue, env: app.env },
      {
        mail: commentMade,
        to: 'eleni@sxoleio.example',
        vars: {
          publicName: 'x',
          title: 'x',
          writer: 'x',
          comment: 'x',
          commentUrl: 'http://localhost:4321/gr',
          isBelowQuestion: false,
        },
        dedupeKey: 'leavable',
      },
    ),
  )
  const { id: mailId, unsubscribe_url } = await mailOf('leavable')
  await sendMail(app, { mailId })
  const parsed = await PostalMime.parse(received.at(-1) ?? '')
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
  expect(unsubscribe_url).toMatch(/^http:\/\/localhost:4321\/gr\/unsubscribe\/comments\//)
  expect(header('list-unsubscribe')).toBe(`<${unsubscribe_url}>`)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(parsed.text).toContain(unsubscribe_url)
  const before = await PostalMime.parse(received[0] ?? '')
  expect(before.headers.some(({ key }) => key.startsWith('list-'))).toBe(false)
  await app.mail.close()
})

test('a server that says no leaves the mail waiting for its next try', async () => {
  const app = deps(`smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`)
  await write('refused')
  const { id: mailId } = await mailOf('refused')
  isServerGrumpy = true
  await expect(sendMail(app, { mailId })).rejects.toThrow('try later')
  expect(await mailOf('refused')).toMatchObject({ status: 'queued', attempts: 1 })
  isServerGrumpy = false
  await sendMail(app, { mailId })
  expect(await mailOf('refused')).toMatchObject({ status: 'sent', attempts: 2 })
  await app.mail.close()
})

test('the same event writes one mail, and a transaction that fails writes none and leaves no job', async () => {
  expect([await write('twice'), await write('twice')]).toEqual([true, false])
  const failing = transaction(database.db, async (tx) => {
    const vars = { publicName: 'x', loginUrl: 'http://localhost:4321/gr/login' }
    const order = {
      mail: alreadyRegistered,
      to: 'x@sxoleio.example',
      vars,
      dedupeKey: 'never',
    } as const
    await queueMail(tx, { world: 'gr', queue, env: deps().env }, order)
    throw new Error('the event did not happen')
  })
  await expect(failing).rejects.toThrow('the event did not happen')
  const { rows } = await database.pool.query("select data from jobs.job where name = 'send_mail'")
  const mails = await database.db.selectFrom('mail').select('id').execute()
  expect(rows.map(({ data }) => data.mailId).sort()).toEqual(mails.map(({ id }) => id).sort())
})

test('the queue runs a committed job', async () => {
  const app = deps()
  await queue.work(sendMailJob, (data) => sendMail(app, data))
  await write('worked')
  await vi.waitFor(async () => expect((await mailOf('worked')).status).toBe('sent'), {
    timeout: 120_000,
    interval: 20,
  })
})

test('a job that failed is tried again with its data', async () => {
  const data = { reference: 'sandbox-1', status: 'succeeded', eventId: 'event-1' } as const
  const seen: unknown[] = []
  await queue.work(sandboxWebhookJob, async (given) => {
    seen.push(given)
    if (seen.length === 1) throw new Error('not this time')
  })
  await transaction(database.db, (tx) => queue.send(tx, sandboxWebhookJob, data))
})

test('asked for twice, previews of a material wait once', async () => {
  const ask = (materialId: number) =>
    transaction(database.db, (tx) =>
      queue.send(tx, makePreviewsJob, { world: 'de', materialId }, { onceKey: `de:${materialId}` }),
    )
  await Promise.all([ask(1), ask(1), ask(2)])
  const { rows } = await database.pool.query("select data from jobs.job where name = 'make_previews'")
  expect(rows.map(({ data }) => data.materialId).sort()).toEqual([1, 2])
})

test('the viewer lists and shows mails of the outbox, and none when they go out by SMTP', async () => {
  const { id } = await mailOf('twice')
  const list = await serveOutbox(deps(), '/outbox')
  expect(list?.html).toContain(`/outbox/${id}`)
  const one = await serveOutbox(deps(), `/outbox/${id}`)
  expect(one?.html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(one?.html).toContain('<a href="http://localhost:4321/gr/login">')
  expect((await serveOutbox(deps(), `/outbox/${id}/html`))?.html).toMatch(/^<!doctype html>/)
  for (const path of ['/outbox/999999', '/outbox/0', '/outbox/x', '/outbox/1/../2', '/outbox/1/text']) {
    expect(await serveOutbox(deps(), path)).toBeUndefined()
  }
  expect(await serveOutbox(deps('smtp://127.0.0.1:25'), '/outbox')).toBeUndefined()
})

test('a mail whose kind was left before it could be sent is not sent', async () => {
  const app = deps()
  // No job: the worker beside would send it before it is left.
  const silent = { ...queue, send: async () => undefined } as unknown as Queue
  await transaction(database.db, (tx) =>
    queueMail(
      tx,
      { world: 'gr', queue: silent, env: app.env },
      {
        mail: commentMade,
        to: 'nikos@sxoleio.example',
        vars: {
          publicName: 'x',
          title: 'x',
          writer: 'x',
          comment: 'x',
          commentUrl: 'http://localhost:4321/gr',
          isBelowQuestion: false,
        },
        dedupeKey: 'left-meanwhile',
      },
    ),
  )
  const { id: mailId, unsubscribe_url } = await mailOf('left-meanwhile')
  const token = new URL(unsubscribe_url ?? '').pathname.split('/').at(-1) ?? ''
  const context = { ...strangerContext(app, 'gr'), ...app, listeners: new Map() }
  await changeByLink(context, { kind: 'comments', token }, false)
  const sent: unknown[] = []
  const mail = { ...app.mail, send: async (each: unknown) => void sent.push(each) }
  await sendMail({ ...app, mail }, { mailId })
  expect(sent).toEqual([])
  await expect(mailOf('left-meanwhile')).rejects.toThrow()
})
