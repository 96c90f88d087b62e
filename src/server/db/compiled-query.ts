import type { CompiledQuery } from 'kysely'
import type { Db } from './pool.ts'

/** Stands where a value will be. */
class Mark {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query whose text is the same each time: built and compiled when it is first asked, with marks in the places of its values, and
 * asked again with others. Building one of twenty columns takes as long as sending it does and leaves much garbage, so this is for
 * what every checkout asks. `build` may only hand its values on: the text must not depend on them (no lists, no null).
 */
export function compiledQuery<Values extends Record<string, string | number | Date>, Row>(
  build: (db: Db, values: Values) => { compile(): CompiledQuery<Row> },
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db, marksFor(values)).compile()
    const parameters = compiled.parameters.map((each) => (each instanceof Mark ? values[each.name] : each))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

function marksFor<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Mark(name)])) as unknown as Values
}
