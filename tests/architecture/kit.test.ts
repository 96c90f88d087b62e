import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { reachable, readSources, root } from './sources.ts'

/** Parts that show nothing of their own, or only together with a request. */
const elsewhere: Readonly<Record<string, string>> = {
  Cached: 'shows what stands in it',
  FormProblem: 'a Notice with the words of a refused form',
  FormRefused: 'a Notice with the words of a refused form',
  SliderSteps: 'beside each Slider and MaterialShelf',
  HeartForm: 'in every document; it shows nothing, hearts belong to it',
  LinkOver: 'a page of its own',
  TargetNotice: 'a Notice that only its own address shows',
  Toasts: 'in every document; the page of the kit shows what it holds',
}

test('every part of the kit is on its page', () => {
  const page = globSync('src/shells/showcase/*.astro', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const parts = globSync('src/kit/*/*.astro', { cwd: root }).map((path) => basename(path, '.astro'))
  expect(parts.length).toBeGreaterThan(25)
  expect(parts.filter((part) => !elsewhere[part] && !page.includes(`<${part}`))).toEqual([])
})

/** Modules of the parts that stand in a `Cached`. */
function cachedParts(): string[] {
  return readSources().flatMap(({ path, text, imports }) => {
    const inside = [...text.matchAll(/<Cached [^>]*>([\s\S]*?)<\/Cached>/g)]
      .map(([, part = '']) => part)
      .join()
    const parts = [...inside.matchAll(/<([A-Z]\w*)/g)].map(([, name]) => name)
    return parts.map((name) => {
      const from = imports.find(({ specifier }) =>
        new RegExp(`/${name}\\.(astro|island\\.tsx)$`).test(specifier),
      )
      if (from?.target === undefined) throw new Error(`${path}: where does <${name}> come from?`)
      return from.target
    })
  })
}

test('an island stands in no part that is cached: its number is that of the page', () => {
  const parts = cachedParts()
  expect(parts).toContain('src/shells/header/SiteFooter.astro')
  const found = [...reachable(readSources(), parts)]
  expect(found.filter((path) => path.endsWith('.island.tsx'))).toEqual([])
})
