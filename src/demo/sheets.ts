import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CoverPlan } from './catalogue/sheets/cover-plan.ts'
import type { DemoMaterial, DemoWorld } from './catalogue/types.ts'
import { renderSheet } from './catalogue/worlds.ts'

export interface SheetCache {
  /** The PDF of a material: from the cache, or drawn now and cached. */
  pdf: (demo: DemoWorld, material: DemoMaterial, plan: CoverPlan) => Promise<Buffer>
}

/**
 * Generated sheets below `folder`, named after everything that makes them: content, author and the drawing code
 * itself. A new database on the same machine starts with them at once.
 */
export async function openSheetCache(folder: string): Promise<SheetCache> {
  await mkdir(folder, { recursive: true })
  const folders = ['./catalogue/sheets/', '../shop/selling/materials/server/covers/']
  const code = await Promise.all(folders.map((path) => hashOfFolder(new URL(path, import.meta.url))))
  return {
    async pdf(demo, material, plan) {
      const author = demo.authors.find(({ key }) => key === material.authorKey)
      if (author === undefined) throw new Error(`${material.key}: nobody is named ${material.authorKey}`)
      const content = JSON.stringify([
        code,
        demo.world,
        material.title,
        material.language,
        material.sheet,
        author,
        { ...plan, author: plan.author % 12 },
      ])
      const path = join(folder, `${createHash('sha256').update(content).digest('hex').slice(0, 40)}.pdf`)
      const known = await readFile(path).catch(() => undefined)
      if (known) return known
      const drawn = await renderSheet(material, demo.world, author, plan)
      const draft = `${path}.${randomUUID()}`
      await writeFile(draft, drawn)
      await rename(draft, path)
      return drawn
    },
  }
}

async function hashOfFolder(folder: URL): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /\.(ts|json)$/.test(name)).sort()
  const hash = createHash('sha256')
  for (const name of names) hash.update(await readFile(new URL(name, folder)))
  return hash.digest('hex')
}
