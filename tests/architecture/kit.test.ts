import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

/** Parts that show nothing of their own, or only together with a request. */
const elsewhere: Readonly<Record<string, string>> = {
  Cached: 'shows what stands in it',
  FormProblem: 'a Notice with the words of a refused form',
  FormRefused: 'a Notice with the words of a refused form',
  SliderSteps: 'beside each Slider and MaterialShelf',
  LinkOver: 'a page of its own',
  TargetNotice: 'a Notice that only its own address shows',
  Toasts: 'in every document; the page of the kit shows what it holds',
}

test('every part of the kit is on its page', () => {
  const page = globSync('src/ui/kit-page/*.astro', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const parts = globSync('src/ui/kit/*.astro', { cwd: root }).map((path) => basename(path, '.astro'))
  expect(parts.length).toBeGreaterThan(25)
  expect(parts.filter((part) => !elsewhere[part] && !page.includes(`<${part}`))).toEqual([])
})
