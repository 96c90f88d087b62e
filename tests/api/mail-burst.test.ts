import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { readEnv } from '#platform/env/env.ts'
import { createMailGateway } from '#platform/gateways/mail/create.ts'
import { createQueue, type Queue } from '#platform/jobs/queue.ts'
import { sendMailJob } from '#platform/mail/server/jobs.ts'
import { queueMail, sendMail } from '#platform/mail/server/service.ts'
import { alreadyRegistered } from '#shop/people/identity/server/mails.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

const count = 1000
let database: TestDatabase
let queue: Queue
let smtp: SMTPServer
const recipients: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  queue = createQueue({
    connectionString: database.databaseUrl,
    log: pino({ level: 'silent' }),
    role: 'work',
    types: [sendMailJob],
  })
  await queue.start()
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.resume()
      stream.on('end', () => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address))
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

test('a thousand mails that wait go out within a minute, each once', { timeout: 120_000 }, async () => {
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: database.databaseUrl,
    SECRET: 'a secret for tests only, longer than thirty-two',
    DATA_DIR: '/tmp/aularium-mail-burst-test',
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
  })
  const deps = { db: database.db, env, queue, mail: createMailGateway(env) } as unknown as Deps
  await queue.work(sendMailJob, (data) => sendMail(deps, data))
  await transaction(database.db, async (tx) => {
    for (let n = 0; n < count; n++) {
      const vars = { publicName: 'Anna', loginUrl: 'http://localhost:4321/de/anmelden' }
      const order = { mail: alreadyRegistered, to: `anna${n}@schule.example`, vars, dedupeKey: `burst-${n}` }
      await queueMail(tx, { world: 'de', queue, env }, order)
    }
  })
  const started = performance.now()
  await vi.waitFor(() => expect(recipients.length).toBeGreaterThanOrEqual(count), {
    timeout: 60_000,
    interval: 50,
  })
  console.info(`${count} mails in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  // Nothing is left that would be sent once more.
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      "select count(*)::integer as open from mail where status = 'queued'",
    )
    expect(rows[0]?.open).toBe(0)
  })
  expect(new Set(recipients).size).toBe(count)
  expect(recipients).toHaveLength(count)
  await deps.mail.close()
})
