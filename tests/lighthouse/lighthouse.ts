import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { send } from '../support/http-client.ts'
import { startProduct } from '../support/product.ts'
import { type Category, categories, type Measured, measure, type Scores, startBrowser } from './run.ts'
import { type Template, templates } from './templates.ts'

/*
 * `npm run lighthouse`: the built product in production mode with the demo catalogue, each public template loaded cold
 * by Lighthouse on its simulated phone, medians of 5 runs. Every audit of the four categories runs and counts; what a
 * page has to miss stands in templates.ts with its reason, and below the table. Exits with 1 when a goal is missed.
 * `--runs 1`, `--only home,search`, `--json`, `--port 4570`, `--data-dir <folder>` (kept; made anew otherwise),
 * `--base http://127.0.0.1:4418` (a product that runs already)
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    port: { type: 'string', default: '4570' },
    'data-dir': { type: 'string' },
    base: { type: 'string' },
  },
})

const goals: readonly { name: keyof Scores; isMet: (value: number) => boolean; text: string }[] = [
  { name: 'performance', isMet: (value) => value >= 99, text: '>= 99' },
  { name: 'accessibility', isMet: (value) => value === 100, text: '100' },
  { name: 'bestPractices', isMet: (value) => value === 100, text: '100' },
  { name: 'seo', isMet: (value) => value === 100, text: '100' },
  { name: 'lcpMs', isMet: (value) => value <= 1500, text: 'LCP <= 1,500 ms' },
  { name: 'tbtMs', isMet: (value) => value <= 50, text: 'TBT <= 50 ms' },
  { name: 'cls', isMet: (value) => value <= 0.01, text: 'CLS <= 0.01' },
  { name: 'bytes', isMet: (value) => value <= 200_000, text: '<= 200 kB' },
  { name: 'requests', isMet: (value) => value <= 20, text: '<= 20 requests' },
]

/** Lighthouse relaxes these on loopback, whatever the page does. */
const onLoopback =
  'http on loopback: is-on-https passes by exception and redirects-http does not apply, so both say nothing here'

const say = (text: string) => process.stderr.write(`${text}\n`)
if (!values.base && !existsSync('dist/server/main.mjs')) {
  say('There is no build: run `npm run build` first.')
  process.exit(2)
}

const own = values.base === undefined && values['data-dir'] === undefined
const dataDir = values['data-dir'] ?? mkdtempSync(join(tmpdir(), 'aularium-lighthouse-data-'))
if (own) chmodSync(dataDir, 0o711)
const product = values.base
  ? undefined
  : await startProduct({ port: Number(values.port), dataDir, patienceSeconds: 240 })
const base = values.base ?? product?.base ?? ''
const measured: { template: Template; path: string; result: Measured }[] = []
const browser = await startBrowser()
try {
  const only = values.only?.split(',')
  for (const template of templates) {
    if (only && !only.includes(template.name)) continue
    const path = typeof template.path === 'string' ? template.path : await template.path(base)
    if (path === undefined) {
      say(`${template.name}: this product has no such page`)
      continue
    }
    await warm(path)
    const result = await measure(base + path, template, browser.port, Number(values.runs))
    measured.push({ template, path, result })
    say(`${template.name} ${path}: ${missed(result).join(', ') || 'all goals met'}`)
    for (const complaint of result.complaints) say(`    ${complaint}`)
  }
} finally {
  browser.stop()
  await product?.stop()
  if (own) rmSync(dataDir, { recursive: true, force: true })
}
report()
process.exitCode = measured.length > 0 && measured.every(({ result }) => missed(result).length === 0) ? 0 : 1

/** The first visitors of a page make its pictures and its smallest form; the numbers are those of everybody after. */
async function warm(path: string): Promise<void> {
  for (let visitor = 0; visitor < 5; visitor++)
    await send(base, { path, headers: { 'Accept-Encoding': 'br' } })
  const { text } = await send(base, { path })
  const pictures = new Set([...text.matchAll(/\/images\/[\w./-]+/g)].map(([address]) => address))
  for (const picture of pictures)
    await send(base, { path: picture, headers: { Accept: 'image/avif,image/webp,*/*' } })
}

function missed(result: Measured): string[] {
  return goals.flatMap(({ name, isMet, text }) => {
    const value = name in categories ? besidesOf(result, name as Category) : result[name]
    return isMet(value) ? [] : [`${name} ${value} (${text})`]
  })
}

/** The goal of a category holds for all audits but those the page has to miss. */
function besidesOf(result: Measured, category: Category): number {
  const { misses, besides } = result.besides[category]
  return misses.length === 0 ? result[category] : besides
}

/** `66 (100 without is-crawlable)` */
function scoreText(result: Measured, category: Category): string {
  const { misses, besides } = result.besides[category]
  return misses.length === 0
    ? String(result[category])
    : `${result[category]} (${besides} without ${misses.join(', ')})`
}

/** Every audit that took points on purpose, with its page and its reason. */
function explanations(): string[] {
  const misses = measured.flatMap(({ template, result }) =>
    (Object.keys(categories) as Category[]).flatMap((category) =>
      result.besides[category].misses.map(
        (audit) => `${template.name} misses ${audit} (${categories[category]}): ${template.misses?.[audit]}`,
      ),
    ),
  )
  return base.startsWith('http://') ? [...misses, onLoopback] : misses
}

function report(): void {
  if (values.json) {
    process.stdout.write(`${JSON.stringify(measured, undefined, 2)}\n`)
    return
  }
  const number = (value: number) => value.toLocaleString('en')
  const lines = measured.map(({ template, result: r }) => {
    const cells = [
      (Object.keys(categories) as Category[]).map((category) => scoreText(r, category)).join(' / '),
      `${number(r.lcpMs)} ms`,
      `${number(r.tbtMs)} ms`,
      String(r.cls),
      `${number(Math.round(r.bytes / 1000))} kB`,
      String(r.requests),
      missed(r).length === 0 ? 'yes' : '**no**',
    ]
    return `| ${template.name} | ${cells.join(' | ')} |`
  })
  process.stdout.write(
    `\n${new Date().toISOString().slice(0, 10)}, Lighthouse mobile, medians of ${values.runs} runs\n\n` +
      '| page | performance / accessibility / best practices / SEO | LCP | TBT | CLS | bytes | requests | met |\n' +
      `|---|---|---|---|---|---|---|---|\n${lines.join('\n')}\n\n${explanations().join('\n')}\n`,
  )
}
