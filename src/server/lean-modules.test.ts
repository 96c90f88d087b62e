import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inOneByte, withTextsOnce } from './lean-modules.ts'

const deserialize = 'const deserializeManifest = (given) => given;'

/** What a module of one variable holds. */
function run(source: string, name: string): unknown {
  return new Function(`${source}\nreturn ${name}`)()
}

it('the list of pages says the same with each long text written once', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.array(
          fc.oneof(fc.constantFrom('@layer a{b:c}', '@layer d{e:"–\\'), fc.string({ unit: 'binary' })),
        ),
      ),
      (pages) => {
        const styles = pages.map((parts) => parts.join('').padEnd(600, '@layer f{g:"h\\'))
        const manifest = { routes: styles.map((content) => ({ styles: [{ type: 'inline', content }] })) }
        const line = `var _manifest = deserializeManifest(${JSON.stringify(manifest)});`
        const source = `${deserialize}\n// before\n${line}\n// after`
        const lean = inOneByte(withTextsOnce(source))
        expect(run(lean, '_manifest')).toEqual(manifest)
        expect(/^[\0-\xff]*$/.test(lean)).toBe(true)
      },
    ),
  )
})

it('styles that several pages share stand there once', () => {
  const shared = `@layer kit{${'x'.repeat(2000)}}`
  const pages = Array.from({ length: 50 }, (_, at) => ({ content: `@layer a{b${at}{}}${shared}` }))
  const lean = withTextsOnce(`var _manifest = deserializeManifest(${JSON.stringify(pages)});`)
  expect(lean.length).toBeLessThan(6000)
})

it('leaves a module without a list of pages as it is', () => {
  const source = `export const a = "${'y'.repeat(900)}${'y'.repeat(900)}"`
  expect(withTextsOnce(source)).toBe(source)
})

it('letters outside of Latin-1 mean the same in texts, templates and patterns', () => {
  const source =
    'const texts = ["–", `…`, "a–b".replace(/–/u, "😀"), /^😀$/u.test("😀"), "\\–\\\\–", /^[\\–\\\\]$/.test("–")] // — done'
  expect(run(inOneByte(source), 'texts')).toEqual(run(source, 'texts'))
})
