import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { answered, shares } from '#exercises/formats/qti/export-qti-parts.ts'
import { declared } from '#exercises/formats/qti/qti-declared.ts'
import { withoutPictures, withoutThings } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { xml } from '#platform/rules/text/xml.ts'
import type { MarkWords } from './data.ts'

export const markWordsOutgoing: Outgoing<MarkWords> = {
  qti: (data) => {
    const { tokens } = withoutThings(data)
    const words = tokens.map(({ id, text, isFixed }) => {
      if (text === '\n') return '<br/>'
      return `${isFixed ? escapeHtml(text) : xml('qti-hottext', { identifier: id }, escapeHtml(text))} `
    })
    const right = tokens.filter(({ isRight }) => isRight).map(({ id }) => id)
    return {
      body: xml(
        'qti-hottext-interaction',
        { ...answered, 'max-choices': String(data.most) },
        `<p>${words.join('')}</p>`,
      ),
      declarations: [declared({ isMany: true, type: 'identifier', correct: right, ...shares(right, true) })],
      isMapped: true,
    }
  },
  h5p: (data, { prompt }) => {
    const { tokens } = withoutPictures(data)
    // There every word may be marked, as many as there are.
    if (data.onlyMarked || data.most > 0 || tokens.some(({ text }) => text.includes('*'))) return []
    const words = tokens.map(({ text, isRight }) => (isRight ? `*${escapeHtml(text)}*` : escapeHtml(text)))
    const textField = words.join(' ').replaceAll(' \n ', '<br>')
    return one('H5P.MarkTheWords', { taskDescription: prompt, textField })
  },
}
