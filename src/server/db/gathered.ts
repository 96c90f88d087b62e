import { type LanedPool, type Prepared, quickRead, runPrepared } from './prepared.ts'

/** What a gathered read gives for a key beside the row itself: which of the asked keys it is, from 1. */
interface Placed {
  place: number
}

/** A quick read by key that is asked for many keys at once: `$1` is a text[], each row says its `place` in it. */
type GatheredRead<Row> = Prepared<Row & Placed>

interface Batch {
  keys: string[]
  places: Map<string, number>
  rows: Promise<ReadonlyMap<number, unknown>>
  leave: () => void
}

interface Gathering {
  read<Row>(statement: GatheredRead<Row>, key: string): Promise<Row | undefined>
}

/** A pool whose reads by key are gathered. */
export type GatheringPool = LanedPool & { gathering?: Gathering }

/** So that one answer stays small. */
const mostKeys = 100
/** A statement that is held up holds up no others. */
const patienceMs = 5

/** Declares one; at most one row for each key. */
export function gatheredRead<Row>(name: string, text: string): GatheredRead<Row> {
  return quickRead<Row & Placed>(name, text)
}

/** The row of a key, or undefined; what others ask for in the same turn of the event loop is read along with it. */
export async function readByKey<Row>(
  pool: GatheringPool,
  statement: GatheredRead<Row>,
  key: string,
): Promise<Row | undefined> {
  if (pool.gathering) return await pool.gathering.read(statement, key)
  const [row] = await runPrepared(pool, statement, [[key]])
  return row
}

/**
 * Gathers reads by key. What is asked for in one turn of the event loop is one statement, and while one is under way the
 * next gathers, for a few milliseconds at most: under load many share a round trip, alone nobody waits. A statement leaves
 * after the last of its keys was asked for, so nothing is ever answered from before it was asked.
 */
export function createGathering(pool: LanedPool): Gathering {
  const lines = new Map<string, Line>()

  function lineOf<Row>(statement: GatheredRead<Row>): Line {
    const known = lines.get(statement.name)
    if (known) return known
    const line = createLine((keys) => runPrepared(pool, statement, [keys]))
    lines.set(statement.name, line)
    return line
  }

  return {
    read: <Row>(statement: GatheredRead<Row>, key: string) =>
      lineOf(statement)(key) as Promise<Row | undefined>,
  }
}

type Line = (key: string) => Promise<unknown>

/** The batches of one statement. */
function createLine(run: (keys: string[]) => Promise<Placed[]>): Line {
  let open: Batch | undefined
  let underWay = 0

  function begin(): Batch {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<number, unknown>>()
    const batch: Batch = { keys: [], places: new Map(), rows: promise, leave: () => undefined }
    let timer: NodeJS.Timeout | undefined
    batch.leave = () => {
      batch.leave = () => undefined
      clearTimeout(timer)
      if (open === batch) open = undefined
      underWay += 1
      const asked = run(batch.keys).finally(arrived)
      resolve(asked.then((rows) => new Map(rows.map((row) => [row.place, row]))))
    }
    if (underWay === 0) setImmediate(() => batch.leave())
    else timer = setTimeout(() => batch.leave(), patienceMs)
    open = batch
    return batch
  }

  function arrived(): void {
    underWay -= 1
    if (underWay === 0) open?.leave()
  }

  return async (key) => {
    const batch = open && open.keys.length < mostKeys ? open : begin()
    let place = batch.places.get(key)
    if (place === undefined) {
      place = batch.keys.push(key)
      batch.places.set(key, place)
    }
    return (await batch.rows).get(place)
  }
}
