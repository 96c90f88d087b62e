import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../support/app.ts'
import { openEmptyBuiltApp } from '../support/built-app.ts'
import { send } from '../support/http-client.ts'

const root = join(import.meta.dirname, '../..')

describe('unless it is asked for', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp()
  })
  afterAll(() => app.close())

  test('the page of the kit is not there', async () => {
    expect((await send(app.base, { path: '/kit' })).status).toBe(404)
    expect(app.rendered).not.toContain('/kit')
  })
})

describe('as it is built', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openEmptyBuiltApp({ environment: { KIT_PAGE: 'true' } })
  }, 600_000)
  afterAll(() => app.close())

  /** Styles of parts that stand on a page of their own, or that a script draws; by the name of the file. */
  const elsewhere: Readonly<Record<string, string>> = {
    auth: 'the frame of the pages to log in',
    buy: 'the box of a material’s page, with its own form',
    checkout: 'the columns of the cart and the payment',
  }

  test('every part of its styles, and every variant of each, is on the page', async () => {
    const { text } = await send(app.base, { path: '/kit' })
    const shown = new Set(
      [...text.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)),
    )
    const styles = globSync('src/kit/{action,card,form,list,media,notice,text}/*.css', { cwd: root }).filter(
      (path) => !elsewhere[basename(path, '.css')],
    )
    const missing = styles.flatMap((path) =>
      classesOf(readFileSync(join(root, path), 'utf8'))
        .filter((name) => !shown.has(name))
        .map((name) => `${basename(path)}: .${name}`),
    )
    expect(missing).toEqual([])
  })
})

/** The classes a style sheet speaks of, without what stands between braces or in remarks. */
function classesOf(css: string): string[] {
  const selectors = css.replace(/\/\*.*?\*\//gs, '').matchAll(/(?<=^|[{};])[^{};]*(?=\{)/g)
  const names = [...selectors].flatMap(([selector]) => [...selector.matchAll(/\.([a-z][\w-]*)/g)])
  return [...new Set(names.map(([, name = '']) => name))]
}
