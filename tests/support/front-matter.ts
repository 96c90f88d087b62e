import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { PageLocals } from '#platform/http/page/locals.ts'
import { routes } from '#platform/routing/routes.ts'

/*
 * Runs what a page does before it shows anything: the code between its fences, which awaits the page's loader, with the
 * real locals. Nothing is built and nothing rendered, so that thousands of requests fit into a test.
 */

type Run = (astro: object, modules: readonly Record<string, unknown>[]) => Promise<unknown>

const root = join(import.meta.dirname, '../../src/pages')
/** What is only there for its styles. */
const styleImport = /^import '[^']+\.css'$/gm
const importForm = /^import\s+(type\s+)?([^'"]+?)\s+from\s+'([^']+)'$/gm

export interface FrontMatter {
  render(path: string, locals: object): Promise<Response>
}

export async function readFrontMatter(): Promise<FrontMatter> {
  const pages = new Map<string, { run: Run; modules: Record<string, unknown>[] }>()
  for (const { name, page } of routes) pages.set(name, await readPage(fileOf(page)))
  return {
    async render(_path, given) {
      const locals = given as PageLocals
      const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' })
      const page = pages.get(locals.route?.name ?? '')
      // Error pages have no route.
      if (page === undefined) return new Response('<title>error</title>', { headers })
      const redirect = (location: string, status = 302) =>
        new Response(null, { status, headers: { Location: location } })
      try {
        const answer = await page.run({ locals, redirect, response: { headers } }, page.modules)
        return answer instanceof Response ? answer : new Response('<title>page</title>', { headers })
      } catch (error) {
        // As Astro does it: the front controller learns of it from the locals.
        if (locals.stop) return new Response(null, { status: 500 })
        throw error
      }
    },
  }
}

function fileOf(page: string): string {
  const file = join(root, `${page}.astro`)
  return existsSync(file) ? file : join(root, page, 'index.astro')
}

async function readPage(file: string): Promise<{ run: Run; modules: Record<string, unknown>[] }> {
  const [, code = ''] = /^---\n(.*?)\n---\n/s.exec(readFileSync(file, 'utf8')) ?? []
  const modules: Record<string, unknown>[] = []
  const names: string[] = []
  for (const [, type, clause = '', from = ''] of code.matchAll(importForm)) {
    if (type || /\.(astro|tsx|css(\?url)?)$/.test(from)) continue
    names.push(
      `const ${clause.replace(/\btype\s+\w+,?/g, '').replaceAll(' as ', ': ')} = modules[${modules.length}]`,
    )
    modules.push((await import(/* @vite-ignore */ from)) as Record<string, unknown>)
  }
  const body = code.replace(importForm, '').replace(styleImport, '')
  const source = stripTypeScriptTypes(
    `async function page(Astro, modules) {\n${names.join('\n')}\n${body}\n}`,
  )
  return { run: new Function(`${source}\nreturn page`)() as Run, modules }
}
