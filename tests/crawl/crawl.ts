import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { matchAddress } from '#platform/routing/match.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { htmlProblems } from '../html/validate.ts'
import { crawl, type SeenPage } from '../support/crawl.ts'
import { createClient, send } from '../support/http-client.ts'
import { startProduct } from '../support/product.ts'
import { searchEngineProblems } from '../support/search-engine.ts'
import { structuredDataOf } from '../support/structured-data.ts'

/*
 * `npm run test:crawl [-- --pages 300]`: every page that can be reached in six worlds, before outside judges: links,
 * html-validate, the W3C's validator (vnu, needs Java), structured data, what search engines read, and csp_evaluator. Needs a build.
 */

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '300' }, port: { type: 'string', default: '4570' } },
})
/** Styles of today's browsers that the validator's grammar does not have yet; without them nothing breaks. */
const newerStyles =
  /container-type|@container|view-transition|tion-group\(root\)|field-sizing|1\.06em repeat-x/

const limit = Number(values.pages)
const dataDir = mkdtempSync(join(tmpdir(), 'aularium-crawl-'))
chmodSync(dataDir, 0o711)
const product = await startProduct({ port: Number(values.port), dataDir, patienceSeconds: 240 })
const problems: string[] = []
const pages = new Map<string, SeenPage>()
try {
  await untilCoversAreDrawn(product.base)
  for (const { world } of liveWorlds()) {
    const client = createClient(product.base)
    const starts = [`/${world}`, ...(await listedPages(product.base, world))]
    const seen = await crawl(client, starts, limit)
    problems.push(...seen.broken.map((line) => `link: ${line}`))
    for (const [path, page] of seen.pages) pages.set(path, page)
    problems.push(...searchEngineProblems(seen.pages, seen.hops).map((line) => `search engine: ${line}`))
    problems.push(...campaignProblems(starts, seen.pages))
    client.close()
  }
  for (const [path, { html }] of pages) {
    if (html === undefined) continue
    problems.push(...(await htmlProblems(html)).map((line) => `html-validate: ${path} ${line}`))
    problems.push(...structuredDataOf(html).problems.map((line) => `structured data: ${path} ${line}`))
  }
  problems.push(...(await policyProblems(product.base)))
} finally {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
problems.push(...vnuProblems())
for (const line of problems) console.log(line)
const documents = [...pages.values()].filter(({ html }) => html !== undefined).length
console.log(`${pages.size} addresses, ${documents} of them pages, ${problems.length} problems`)
process.exitCode = problems.length > 0 || documents < 500 ? 1 : 0

/** Campaigns that a sitemap names and no page of the world links to. */
function campaignProblems(listed: readonly string[], seen: ReadonlyMap<string, SeenPage>): string[] {
  const isCampaign = (path: string) => {
    const match = matchAddress(path)
    return match.kind === 'page' && match.route.name === 'campaign'
  }
  const isLinked = (path: string) =>
    [...seen].some(([from, { html }]) => from !== path && html?.includes(`href="${path}"`))
  return listed
    .filter((path) => isCampaign(path) && !isLinked(path))
    .map((path) => `search engine: nothing links to ${path}`)
}

/** A few pages of every sitemap file, so that each kind of page is reached before the limit. */
async function listedPages(base: string, world: string): Promise<string[]> {
  const locs = async (path: string) =>
    [...(await send(base, { path })).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, loc = '']) => new URL(loc).pathname,
    )
  const files = (await locs('/sitemap.xml')).filter((path) => path.startsWith(`/sitemaps/${world}/`))
  const lists = await Promise.all(files.map(locs))
  return lists.flatMap((list) => list.slice(0, 25))
}

/** The demo draws its covers after it is ready; pages change until then. */
async function untilCoversAreDrawn(base: string): Promise<void> {
  for (let i = 0; i < 60; i++) {
    const { text } = await send(base, { path: '/gr' })
    if (!text.includes('card__sheet--alone')) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** What csp_evaluator finds grave in the policy of a page; `unsafe-inline` for scripts would be among it. */
async function policyProblems(base: string): Promise<string[]> {
  const found: string[] = []
  for (const path of pages.keys()) {
    const policy = (await send(base, { method: 'HEAD', path })).headers['content-security-policy']
    if (typeof policy !== 'string') continue
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
    const grave = findings.filter(({ severity }) => severity === Severity.HIGH)
    found.push(...grave.map(({ directive, description }) => `csp: ${path} ${directive} ${description}`))
  }
  return found
}

function vnuProblems(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'aularium-vnu-'))
  mkdirSync(folder, { recursive: true })
  const paths: string[] = []
  for (const [path, { html }] of pages) {
    if (html === undefined) continue
    writeFileSync(join(folder, `${paths.length}.html`), html)
    paths.push(path)
  }
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
  const { stderr, error } = spawnSync(
    'java',
    ['-Xss4m', '-jar', jar, '--errors-only', '--format', 'json', '--skip-non-html', folder],
    { encoding: 'utf8', maxBuffer: 64_000_000 },
  )
  rmSync(folder, { recursive: true, force: true })
  if (error) return [`vnu: java does not start: ${error.message}`]
  const { messages } = JSON.parse(stderr) as {
    messages: { url?: string; lastLine?: number; message: string; extract?: string }[]
  }
  const known = ({ message, extract = '' }: { message: string; extract?: string }) =>
    message.startsWith('CSS:') && newerStyles.test(message + extract)
  return messages.flatMap((found) => {
    if (known(found)) return []
    const { url = '', lastLine, message, extract = '' } = found
    const index = Number(/(\d+)\.html$/.exec(url)?.[1] ?? -1)
    return [
      `vnu: ${paths[index] ?? url}:${lastLine} ${message} (${extract.replaceAll('\n', ' ').slice(0, 120)})`,
    ]
  })
}
