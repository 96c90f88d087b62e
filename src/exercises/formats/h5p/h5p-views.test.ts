import { describe, expect, test } from 'vitest'
import { importH5p } from './import-h5p.ts'

const read = (library: string, content: unknown) => {
  const { pages, report } = importH5p({ library: `${library} 1.2`, title: 'Eins', content }, () =>
    Uint8Array.of(1),
  )
  return { elements: pages.flatMap(({ elements }) => elements), report }
}
const image = (path: string) => ({ library: 'H5P.Image 1.1', params: { file: { path }, alt: path } })
const alts = ({ elements }: ReturnType<typeof read>) =>
  elements.flatMap(({ data }) => (data as { picture?: { alt: string } }).picture?.alt ?? [])

describe('views without a task stay as what they show', () => {
  test('pictures', () => {
    const slides = ['a.png', 'b.png'].map((path) => ({ params: { image: image(path) } }))
    expect(alts(read('H5P.ImageSlider', { imageSlides: slides }))).toEqual(['a.png', 'b.png'])
    const clips = ['a.png', 'b.png'].map((path) => ({ image: { path }, alt: path }))
    expect(alts(read('H5P.Collage', { collage: { clips } }))).toEqual(['a.png', 'b.png'])
    const sides = {
      imageBefore: { imageBefore: image('a.png'), labelBefore: '1990' },
      imageAfter: { imageAfter: image('b.png'), labelAfter: '2020' },
    }
    const found = read('H5P.ImageJuxtaposition', sides)
    expect(alts(found)).toEqual(['a.png', 'b.png'])
    expect(found.report).toMatchObject([
      { name: '1990', outcome: 'simplified', reason: 'views' },
      { name: '2020', outcome: 'simplified', reason: 'views' },
    ])
  })

  test('links have a name, and are nothing but https', () => {
    const found = read('H5P.IFrameEmbed', { source: 'https://example.org/a?b=1' })
    expect(found.elements[0]?.data).toEqual({
      html: '<p><a href="https://example.org/a?b=1" rel="nofollow noopener">Eins</a></p>',
    })
    expect(found.report).toMatchObject([{ outcome: 'simplified', reason: 'outside' }])
    for (const source of ['javascript:alert(1)', 'data:text/html,<script>1</script>', 'https://a b', 7])
      expect([source, read('H5P.IFrameEmbed', { source }).elements]).toEqual([source, []])
    const linked = { title: 'Mehr', linkWidget: { protocol: 'https://', url: 'example.org' } }
    expect(read('H5P.Link', linked).report).toMatchObject([{ outcome: 'converted' }])
  })

  test('hostile words are words', () => {
    const { elements } = read('H5P.GreetingCard', {
      greeting: '<b onclick="x">Hi</b><script>alert(1)</script>',
      image: { path: '../../x.exe' },
    })
    expect(elements).toMatchObject([{ type: 'info', data: { html: '<strong>Hi</strong>' } }])
  })
})

describe('what holds nothing is never taken over', () => {
  test.each([
    ['H5P.Essay', [[[[]]]]],
    ['H5P.Essay', { taskDescription: '<ul><li><ul><li></li></ul></li></ul>' }],
    ['H5P.AdvancedText', { text: '<ul><li><ol><li> </li></ol></li></ul>' }],
  ])('%s: %j', (library, content) => {
    const { elements, report } = read(library, content)
    expect(elements).toEqual([])
    expect(report).toMatchObject([{ outcome: 'skipped', reason: 'incomplete' }])
  })

  test('the words of lists in lists stay, however deep', () => {
    const text = `${'<ul><li>'.repeat(100)}Tief${'</li></ul>'.repeat(100)}`
    expect(JSON.stringify(read('H5P.AdvancedText', { text }).elements)).toContain('Tief')
    expect(JSON.stringify(read('H5P.Essay', { taskDescription: text }).elements)).toContain('Tief')
  })
})
