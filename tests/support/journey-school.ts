import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { resultsFolder } from '../run/report-files.ts'
import { type Client, createClient } from './http-client.ts'
import { addressOfDatabase } from './postmaster.ts'

/*
 * A school of its own for a journey: no address of the product proves a place in a school. The server of the journeys says where
 * its data lies, by its port.
 */

const fileOf = (port: string) => join(resultsFolder, `data-folder-${port}.txt`)

export function tellDataFolder(port: string, dataDir: string): void {
  mkdirSync(resultsFolder, { recursive: true })
  writeFileSync(fileOf(port), dataDir)
}

export function forgetDataFolder(port: string): void {
  rmSync(fileOf(port), { force: true })
}

interface Place {
  publicName: string
  role: 'member' | 'master'
  /** False: waits for who looks after the school. */
  isVerified?: boolean
}

/** A new school and its new teachers, logged in, in the order of their places; closed by whoever asked. */
export async function newSchool(base: string, places: readonly Place[]): Promise<Client[]> {
  const people = places.map(({ publicName, role, isVerified = true }) => {
    const email = `school-${randomBytes(6).toString('hex')}@aularium.example`
    return { client: createClient(base), email, publicName, role, isVerified }
  })
  for (const { client, email, publicName } of people) {
    const wish = { email, password: 'Aularium-2026!', publicName, agb: true }
    const answer = await client.api('POST', '/v1/user/register?world=de', wish)
    if (answer.status !== 202) throw new Error(`nobody new: ${answer.status} ${answer.text}`)
  }
  const address = addressOfDatabase(readFileSync(fileOf(new URL(base).port), 'utf8'))
  const database = new pg.Client({ connectionString: address })
  await database.connect()
  try {
    await database.query(
      `with confirmed as (
        update account set email_confirmed_at = now() where email = any($1) returning id, world, email
      ), made as (
        insert into school (world, name, state) values ('de', 'Grundschule am Lindenplatz', 'verified') returning world, id
      )
      insert into school_account (account_id, world, school_id, role, is_verified)
      select confirmed.id, made.world, made.id, place.role, place.is_verified
      from unnest($1::text[], $2::text[], $3::boolean[]) as place (email, role, is_verified)
      join confirmed using (email) cross join made`,
      [
        people.map(({ email }) => email),
        people.map(({ role }) => role),
        people.map(({ isVerified }) => isVerified),
      ],
    )
  } finally {
    await database.end()
  }
  return people.map(({ client }) => client)
}
