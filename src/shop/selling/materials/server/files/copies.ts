import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { detailLength } from '#platform/rules/files/page-look.ts'
import { formatPages } from '#platform/rules/files/preview-pages.ts'
import { bandsOf, likeness } from '#platform/rules/text/likeness.ts'
import { sameTasks } from '../previews/like-tasks.ts'
import { pagesLike } from '../previews/look-queries.ts'
import type { MaterialRow } from '../queries.ts'
import type { CopyReason } from '../types.ts'
import { listFiles } from './file-queries.ts'

type Listed = Pick<MaterialRow, 'id' | 'world' | 'author_id'>

const alike = 0.75
const mostReasons = 20
/** A picture half the world uses is no reason to read half the catalogue. */
const mostLikely = 300

interface Found {
  world: string
  material_id: number
  trace: number[] | null
  is_same: boolean
}

/** Files and tasks of others that a listing has, or has much of, the likest first. */
export async function copiesOf(tx: Db, row: Listed): Promise<CopyReason[]> {
  const reasons: CopyReason[] = []
  for (const { name, sha256, trace } of await listFiles(tx, { world: row.world, materialId: row.id })) {
    for (const found of await alikeFiles(tx, row.author_id, {
      sha256,
      bands: trace === null ? [] : bandsOf(trace),
    })) {
      const share = found.is_same ? 1 : likeness(trace ?? [], found.trace ?? [])
      if (share < alike) continue
      reasons.push({
        kind: found.is_same ? 'same_file' : 'same_text',
        fileName: name,
        world: found.world,
        materialId: found.material_id,
        percent: Math.round(100 * share),
      })
    }
  }
  reasons.push(...(await samePages(tx, row, reasons)), ...(await sameTasks(tx, row)))
  return reasons.sort((one, other) => other.percent - one.percent).slice(0, mostReasons)
}

/** Pages that look like another material's, of which nothing else was found in that file. */
async function samePages(tx: Db, row: Listed, known: readonly CopyReason[]): Promise<CopyReason[]> {
  const key = ({ fileName, world, materialId }: Omit<CopyReason, 'kind' | 'percent'>) =>
    JSON.stringify([fileName, world, materialId])
  const found = new Map<string, CopyReason & { numbers: Set<number> }>()
  for (const { name, page, world, material_id: materialId, distance } of await pagesLike(tx, row)) {
    const place = { fileName: name, world, materialId }
    const percent = Math.round(100 * (1 - distance / detailLength))
    const reason = found.get(key(place)) ?? { kind: 'same_page', ...place, percent, numbers: new Set() }
    reason.numbers.add(page)
    found.set(key(place), reason)
  }
  const others = new Set(known.map(key))
  return [...found].flatMap(([place, { numbers, ...reason }]) =>
    others.has(place)
      ? []
      : [{ ...reason, pages: formatPages([...numbers].sort((one, other) => one - other)) }],
  )
}

/** Files of other authors that the public can buy and that are the same, or may be alike. */
async function alikeFiles(
  tx: Db,
  authorId: number,
  { sha256, bands }: { sha256: Buffer; bands: readonly number[] },
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select file.world, file.material_id, file.trace, file.sha256 = ${sha256} as is_same
    from (
      (select world, id from material_file where sha256 = ${sha256} limit ${mostLikely})
      union
      (select world, id from material_file where trace_bands && ${bands}::integer[] limit ${mostLikely})
    ) likely
    join material_file file on file.world = likely.world and file.id = likely.id
    join material m on m.world = file.world and m.id = file.material_id
    where m.author_id <> ${authorId}::bigint and m.status in ('published', 'unlisted')
    order by is_same desc limit 50`.execute(tx)
  return rows
}
