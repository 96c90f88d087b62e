import { escapeHtml } from '../../../rules/escape.ts'
import { xhtml } from '../../export-qti-parts.ts'
import { declared } from '../../formats/qti-declared.ts'
import { xml } from '../../formats/xml.ts'
import { fillGaps } from '../../gap-markup.ts'
import type { Outgoing } from '../../outgoing.ts'
import { withoutThings } from '../../things.ts'
import type { GapSelect } from './data.ts'

export const gapSelectOutgoing: Outgoing<GapSelect> = {
  qti: (data) => {
    const { html, gaps } = withoutThings(data)
    const fill = (id: string) =>
      xml(
        'qti-inline-choice-interaction',
        { 'response-identifier': id.toUpperCase(), shuffle: 'true' },
        ...(gaps[id]?.options ?? []).map((option) =>
          xml('qti-inline-choice', { identifier: `C${option.id}` }, escapeHtml(option.text)),
        ),
      )
    const declarations = Object.entries(gaps).map(([id, { options }]) =>
      declared({
        id: id.toUpperCase(),
        type: 'identifier',
        correct: options.slice(0, 1).map((each) => `C${each.id}`),
      }),
    )
    return { body: xhtml(fillGaps(html, fill)), declarations }
  },
  isText: true,
}
