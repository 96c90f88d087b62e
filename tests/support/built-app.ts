import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { seedCastDepth } from '#demo/cast.ts'
import { demoWorld } from '#demo/catalogue/worlds.ts'
import { seedDepth } from '#demo/depth.ts'
import { seedInvoices } from '#demo/invoices.ts'
import { seedMaterials } from '#demo/materials.ts'
import { finishSeed, seedCast, seedPeople } from '#demo/people.ts'
import { drawDemoPictures } from '#demo/pictures.ts'
import { seedPosts } from '#demo/posts.ts'
import { withStartLock } from '#platform/db/embedded/embedded-users.ts'
import type { App } from '#platform/http/listen/app.ts'
import { loadPages } from '#platform/http/page/astro-pages.ts'
import { openTestApp, type TestApp } from './app.ts'
import { pdf } from './sheets.ts'

const root = join(import.meta.dirname, '../..')

/** The product with its real pages, the demo catalogue of the German world and the cast. */
export async function openBuiltApp(): Promise<TestApp> {
  const app = await openEmptyBuiltApp()
  await seedGermanDemo(app)
  return app
}

/**
 * The whole product in this process with its real pages, as they were built (built now, when the sources are newer);
 * nobody is in it. `beforePage` is called before a page is made, and may throw instead.
 */
export async function openEmptyBuiltApp({
  beforePage = () => undefined,
  environment = {},
}: {
  beforePage?: () => void
  environment?: Record<string, string>
} = {}): Promise<TestApp> {
  await build()
  const renderPage = await builtPages('http://127.0.0.1')
  return openTestApp({
    environment,
    clientDir: join(root, 'dist/client'),
    renderPage: (path, locals) => {
      beforePage()
      return renderPage(path, locals)
    },
  })
}

async function build(): Promise<void> {
  const folder = join(root, 'test-results')
  await mkdir(folder, { recursive: true })
  await withStartLock(folder, async () => {
    await promisify(execFile)(process.execPath, ['src/platform/build/build.ts', '--if-stale'], { cwd: root })
  })
}

function builtPages(siteUrl: string): Promise<App['renderPage']> {
  // React picks its development build unless this is set before it is loaded.
  process.env.NODE_ENV = 'production'
  const entry = pathToFileURL(join(root, 'dist/server/entry.mjs')).href
  return loadPages(() => import(/* @vite-ignore */ entry), siteUrl)
}

/** As `prepareDemo` does it, but one world and the same small sheet as file of every material. */
async function seedGermanDemo({ deps }: TestApp): Promise<void> {
  const demo = demoWorld('de')
  const sheet = await pdf(1)
  const pictures = await drawDemoPictures()
  const people = await seedPeople(deps, demo)
  await seedMaterials(deps, demo, { people, sheets: { pdf: async () => sheet } })
  await seedPosts(deps, demo, people)
  await seedDepth(deps, demo, { people, pictures })
  await seedCast(deps)
  await seedCastDepth(deps)
  await seedInvoices(deps)
  await finishSeed(deps)
}
