import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoMaterial, DemoWorld } from './catalogue/types.ts'
import { renderSheet } from './catalogue/worlds.ts'

export interface SheetCache {
  /** The PDF of a material: from the cache, or drawn now and cached. */
  pdf: (demo: DemoWorld, material: DemoMaterial) => Promise<Buffer>
}

/**
 * Generated sheets below `folder`, named after everything that makes them: content, author and the drawing code
 * itself. A new database on the same machine starts with them at once.
 */
export async function openSheetCache(folder: string): Promise<SheetCache> {
  await mkdir(folder, { recursive: true })
  const code = await hashOfFolder(new URL('./catalogue/sheets/', import.meta.url))
  return {
    async pdf(demo, material) {
      const author = demo.authors.find(({ key }) => key === material.authorKey)
      if (author === undefined) throw new Error(`${material.key}: nobody is named ${material.authorKey}`)
      const content = JSON.stringify([
        code,
        demo.world,
        material.title,
        material.language,
        material.sheet,
        author,
      ])
      const path = join(folder, `${createHash('sha256').update(content).digest('hex').slice(0, 40)}.pdf`)
      const known = await readFile(path).catch(() => undefined)
      if (known) return known
      const drawn = await renderSheet(material, demo.world, author)
      const draft = `${path}.${randomUUID()}`
      await writeFile(draft, drawn)
      await rename(draft, path)
      return drawn
    },
  }
}

async function hashOfFolder(folder: URL): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const hash = createHash('sha256')
  for (const name of names) hash.update(await readFile(new URL(name, folder)))
  return hash.digest('hex')
}
