import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** A picture, a recording or a film of the demonstration, and the name under which the storage has it. */
export interface DemoAsset {
  key: string
  hash: string
  bytes: Buffer
}

const folders = ['film', 'pictures', 'sounds'] as const

/** All of them, by the names of their files; what made them stands beside them. */
export function demoAssets(): ReadonlyMap<string, DemoAsset> {
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(`./${folder}/`, import.meta.url))
      .filter((name) => !name.endsWith('.ts'))
      .map((name) => [name, readAsset(`./${folder}/${name}`)] as const),
  )
  return new Map(files)
}

function readAsset(path: string): DemoAsset {
  const bytes = readFileSync(new URL(path, import.meta.url))
  const hash = createHash('sha256').update(bytes).digest('hex')
  const ending = path.slice(path.lastIndexOf('.'))
  return { key: `unit/${hash.slice(0, 2)}/${hash}${ending}`, hash, bytes }
}
