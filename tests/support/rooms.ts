import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Person, TestApp } from './app.ts'
import { type Client, createClient } from './http-client.ts'

export interface Room {
  id: number
  code: string
}
export interface Pupil {
  id: number
  client: Client
}

/** A room that has begun, without the way there, which has tests of its own. */
export async function runningRoom(app: TestApp, teacher: Person, settings: object): Promise<Room> {
  const made = await teacher.client.api('POST', '/v3/rooms', settings)
  expect(made.status, made.text).toBe(201)
  const room = made.json<Room>()
  await sql`update room set status = 'running', opened_at = now(), started_at = now(), step_at = now()
    where id = ${room.id}`.execute(app.deps.db)
  return room
}

/** Pupils who are in already, as their devices hold their places. */
export async function seatPupils(app: TestApp, room: Room, count: number): Promise<Pupil[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('base64url'))
  const hashes = tokens.map((token) => `\\x${createHash('sha256').update(token).digest('hex')}`)
  const { rows } = await sql<{ id: number }>`
    insert into room_participant (world, room_id, name, token_hash)
    select 'de', ${room.id}, 'Otter ' || at || ' ' || ${tokens[0] ?? ''}, hash::bytea
    from unnest(${hashes}::text[]) with ordinality each (hash, at)
    returning id`.execute(app.deps.db)
  return rows.map(({ id }, at) => {
    const client = createClient(app.base)
    client.cookies.set('room', tokens[at] ?? '')
    return { id, client }
  })
}
