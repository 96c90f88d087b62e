import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface SoundRow {
  storage_key: string
  media_type: string
  size_bytes: number
  seconds: number | null
  loudness: number | null
}

const columns = ['storage_key', 'media_type', 'size_bytes', 'seconds', 'loudness'] as const

export async function insertSound(
  db: Db,
  row: Omit<SoundRow, 'loudness'> & { world: string; made_by: number },
): Promise<void> {
  await db.insertInto('podcast_sound').values(row).execute()
}

export async function findSound(db: Db, key: string): Promise<SoundRow | undefined> {
  return await db
    .selectFrom('podcast_sound')
    .select(columns)
    .where('storage_key', '=', key)
    .executeTakeFirst()
}

export async function writeLoudness(db: Db, key: string, loudness: number): Promise<void> {
  await db.updateTable('podcast_sound').set({ loudness }).where('storage_key', '=', key).execute()
}

/** Forgets files that no draft, no public text and no version of one names, a day after they came; where they are stored. */
export async function deleteUnnamedSounds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from podcast_sound s where created_at < now() - interval '1 day'
      and not exists (
        select from text_edition e
        where e.kind = 'podcast' and position(substring(s.storage_key from length('podcast/') + 1) in concat_ws(' ', e.draft, e.published)) > 0)
      and not exists (
        select from text_version v where v.kind = 'podcast' and position(substring(s.storage_key from length('podcast/') + 1) in v.source) > 0)
    returning storage_key`.execute(db)
  return rows.map(({ storage_key }) => storage_key)
}

export interface Listening {
  world: string
  episode_id: number
  day: string
}

/** Counts a download of somebody who had not got the episode on that day. */
export async function countDownload(db: Db, listening: Listening, listener: Buffer): Promise<void> {
  const { world, episode_id, day } = listening
  await sql`
    with fresh as (
      insert into podcast_listener (world, episode_id, day, listener)
      values (${world}, ${episode_id}, ${day}, ${listener})
      on conflict do nothing returning 1)
    insert into podcast_download (world, episode_id, day, downloads)
    select ${world}, ${episode_id}, ${day}, 1 from fresh
    on conflict (world, episode_id, day) do update set downloads = podcast_download.downloads + 1`.execute(db)
}

/** Who listened is known for the day alone. */
export async function forgetListeners(db: Db): Promise<void> {
  await sql`delete from podcast_listener where day < current_date - 1`.execute(db)
}

export async function downloadRows(
  db: Db,
  { world, episode_id }: Omit<Listening, 'day'>,
): Promise<{ day: string; downloads: number }[]> {
  const { rows } = await sql<{ day: string; downloads: number }>`
    select day::text as day, downloads from podcast_download
    where world = ${world} and episode_id = ${episode_id}
    order by day desc`.execute(db)
  return rows
}
