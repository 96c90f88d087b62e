import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright'
import { browserArguments, browserPath } from '../e2e/browser.ts'

export interface Weight {
  page: string
  /** Brotli bytes of all scripts, inline ones included, that run before the visitor does anything. */
  beforeIntent: number
  /** The same plus everything that is loaded once each island was touched. */
  afterAll: number
  /** Addresses of the scripts that were loaded before any intent. */
  early: string[]
  /** The same with their Brotli bytes. */
  files: [string, number][]
}

/** Weighs the JavaScript of pages in a real browser: what it really fetches, before and after every island hydrates; with cookies as who they belong to. */
export async function weighJavaScript(
  base: string,
  pages: Record<string, string>,
  given?: Browser,
  cookies: readonly { name: string; value: string; url: string }[] = [],
): Promise<Weight[]> {
  const browser =
    given ?? (await chromium.launch({ executablePath: await browserPath(), args: [...browserArguments] }))
  const weights: Weight[] = []
  try {
    for (const [name, path] of Object.entries(pages))
      weights.push(await weigh(browser, base + path, name, cookies))
  } finally {
    if (!given) await browser.close()
  }
  return weights
}

async function weigh(
  browser: Browser,
  address: string,
  name: string,
  cookies: readonly { name: string; value: string; url: string }[],
): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies([...cookies])
  const page = await context.newPage()
  const sizes = new Map<string, number>()
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script' || /\.m?js(\?|$)/.test(response.url())
    if (!isScript) return
    reading.push(
      response.body().then(
        (body) => void sizes.set(response.url(), compressed(body)),
        () => undefined,
      ),
    )
  })
  // What belongs to a member comes when the page is idle, however late that is.
  const own =
    cookies.length > 0 ? page.waitForResponse((response) => /\/personal\./.test(response.url())) : undefined
  await page.goto(address, { waitUntil: 'networkidle' })
  await own
  await page.waitForLoadState('networkidle')
  await Promise.all(reading)
  const inline = await page.$$eval<string[], HTMLScriptElement>('script:not([src])', (scripts) =>
    scripts
      .filter((script) => script.type === '' || script.type === 'module' || script.type === 'text/javascript')
      .map((script) => script.textContent),
  )
  const inlineBytes = inline.reduce((sum, text) => sum + compressed(Buffer.from(text)), 0)
  const early = [...sizes.keys()]
  const files = [...sizes]
  const beforeIntent = inlineBytes + total(sizes)
  await page.$$eval('astro-island', (islands) => {
    for (const island of islands) {
      for (const type of ['pointerenter', 'pointerover', 'pointerdown', 'touchstart', 'focusin', 'keydown']) {
        const target = island.querySelector('button, a, input, summary') ?? island
        target.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
      }
    }
  })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  await Promise.all(reading)
  await context.close()
  return { page: name, beforeIntent, afterAll: inlineBytes + total(sizes), early, files }
}

function compressed(body: Buffer): number {
  return body.length === 0 ? 0 : brotliCompressSync(body).length
}

function total(sizes: ReadonlyMap<string, number>): number {
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}
