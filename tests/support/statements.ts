import pg from 'pg'

type Query = (this: pg.Client, ...given: unknown[]) => unknown

/**
 * How many statements this process sends to PostgreSQL while `act` runs, on whatever connection, those of transactions with
 * their begin and commit among them. Of three times the fewest: what comes by itself beside it (a flush of counters, a look at
 * the queue) is not what is counted.
 */
export async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let turn = 0; turn < 3; turn += 1) counts.push(await countOnce(act))
  return Math.min(...counts)
}

async function countOnce(act: () => Promise<unknown>): Promise<number> {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } }
  const plain = prototype.query
  let count = 0
  prototype.query = function (...given) {
    count += 1
    return plain.apply(this, given)
  }
  try {
    await act()
    return count
  } finally {
    prototype.query = plain
  }
}
