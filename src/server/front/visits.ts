import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { parsedJson } from '#shared/parsed-json.ts'

/** Which public pages are asked for most, so that a new process can make them before anybody waits. */
export interface Visits {
  /** A page was served from the cache. Searches are not counted: what people look for is not written down. */
  count(path: string): void
  /** The most visited first. */
  top(most: number): string[]
  /** Counts of the process before, at half their weight: what nobody visits any more fades. */
  load(): Promise<void>
  save(): Promise<void>
}

const fileForm = z.array(z.tuple([z.string().startsWith('/').max(2000), z.number().positive()])).max(100_000)

/**
 * Counts in memory, at most twice `most` addresses; beyond that the least visited half is forgotten. `most` 0 counts
 * nothing.
 */
export function createVisits({ file, most }: { file: string; most: number }): Visits {
  let counts = new Map<string, number>()

  function ranked(): [string, number][] {
    return [...counts].toSorted(([, one], [, other]) => other - one)
  }

  return {
    count(path) {
      if (most === 0 || path.includes('?')) return
      counts.set(path, (counts.get(path) ?? 0) + 1)
      if (counts.size > most * 2) counts = new Map(ranked().slice(0, most))
    },
    top: (wanted) =>
      ranked()
        .slice(0, wanted)
        .map(([path]) => path),
    async load() {
      if (most === 0) return
      const text = await readFile(file, 'utf8').catch(() => '[]')
      const known = fileForm.safeParse(parsedJson(text))
      for (const [path, count] of known.success ? known.data.slice(0, most) : [])
        counts.set(path, (counts.get(path) ?? 0) + count / 2)
    },
    async save() {
      if (most === 0 || counts.size === 0) return
      const draft = `${file}.${process.pid}`
      await mkdir(dirname(file), { recursive: true })
      await writeFile(draft, JSON.stringify(ranked().slice(0, most)))
      await rename(draft, file)
    },
  }
}
